import { readFileSync } from 'node:fs'
import { inRoot } from './run-packaging.ts'

/**
 * The commands by which docs/deployment.md installs the AppArmor profile of the tar.gz.
 * @param folder stands for /etc/apparmor.d
 */
export function apparmorCommands(folder = '/etc/apparmor.d'): string {
  const text = readFileSync(inRoot('docs/deployment.md'), 'utf8')
  const block = /```sh\n(sed [\s\S]*?)```/.exec(text)?.[1]
  if (block === undefined || block.trim().split('\n').length !== 2)
    throw new Error('docs/deployment.md has no two commands for the profile')
  return block.replaceAll('/etc/apparmor.d', folder)
}
