// The steps every launcher begins with, in their order. Each says so only when it has something to do.
import { stopWith } from './project.mjs'
import { endOnSignals } from './processes.mjs'
import { ensureNode } from './node-version.mjs'
import { ensurePackages } from './packages.mjs'
import { ensureElectron } from './electron.mjs'
import { ensureSystemLibraries } from './system-libraries.mjs'

/**
 * Prepares the machine. From here on Ctrl-C ends all that the launcher has started.
 * @param {{electron: boolean, signalCode?: number}} needs whether windows are going to be opened, and the
 *   exit code after Ctrl-C
 * @returns {Promise<{executable: string, env: Record<string, string>} | undefined>} the Electron to use
 */
export async function setUp(needs) {
  await ensureNode()
  endOnSignals(needs.signalCode ?? 130)
  await ensurePackages()
  if (!needs.electron) return undefined
  const electron = await ensureElectron()
  ensureSystemLibraries(electron.executable)
  return electron
}

/** Runs a launcher; what it cannot do is said in words and ends with exit code 1. */
export function launch(main) {
  process.on('unhandledRejection', stopWith)
  main().catch(stopWith)
}
