// Chromium's sandbox: whether it can work here, for whom.
import { capture } from './processes.mjs'

export const isRoot = () => process.getuid?.() === 0

/**
 * True if the sandbox works. On Linux it never does as root; for others it needs user namespaces, which some
 * distributions withhold.
 * @param {string[]} as a command that changes the user before it runs another one, see nobody.mjs
 */
export function canSandbox(as = []) {
  if (process.platform !== 'linux') return true
  if (as.length === 0 && isRoot()) return false
  const [command, ...args] = [...as, 'unshare', '--user', '--map-root-user', 'true']
  return capture(command, args).code === 0
}
