// The steps every launcher begins with, in their order. Each says so only when it has something to do.
import { say, stopWith, Stop } from './project.mjs'
import { endOnSignals } from './processes.mjs'
import { ensureNode } from './node-version.mjs'
import { ensurePackages } from './packages.mjs'
import { ensureElectron } from './electron.mjs'
import { canSandbox } from './sandbox.mjs'
import { ensureSystemLibraries } from './system-libraries.mjs'
import { acceptFlag, judgeWeaker, weakerThanRelease } from './weaker.mjs'

/**
 * Prepares the machine. From here on Ctrl-C ends all that the launcher has started.
 * @param {{electron: boolean, args?: string[], signalCode?: number}} needs whether windows are going to be opened,
 *   what is handed to the app, and the exit code after Ctrl-C
 * @returns {Promise<{executable: string, env: Record<string, string>, switches: string[]} | undefined>} the Electron
 *   to use, and switches that the app needs with it
 */
export async function setUp(needs) {
  await ensureNode()
  endOnSignals(needs.signalCode ?? 130)
  await ensurePackages()
  if (!needs.electron) return undefined
  const electron = await ensureElectron()
  const args = needs.args ?? []
  // To switch the sandbox off, use the arguments, where it is seen.
  delete process.env.ELECTRON_DISABLE_SANDBOX
  const weaker = weakerThanRelease({ electron, sandbox: canSandbox(), args })
  const { refused, switches } = judgeWeaker(weaker, args)
  if (refused !== null) throw new Stop(refused)
  const limits =
    switches.length > 0 ? ` Only servers on this computer are reached without ${acceptFlag}.` : ''
  if (weaker !== null) say(`${weaker}${needs.args === undefined ? '' : limits}`)
  ensureSystemLibraries(electron.executable)
  return { ...electron, switches }
}

/** Runs a launcher; its errors are printed in words and end with exit code 1. */
export function launch(main) {
  process.on('unhandledRejection', stopWith)
  main().catch(stopWith)
}
