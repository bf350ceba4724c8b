// Runs a script of the tests that drives the built app.
import { inRoot } from './project.mjs'
import { run } from './processes.mjs'
import { ensureBuild } from './build.mjs'
import { ensureDisplay } from './display.mjs'
import { canSandbox } from './sandbox.mjs'
import { setUp } from './setup.mjs'

/**
 * Sets up and builds the app, and runs a script with the environment to start it. Returns the script's exit code.
 * @param {string[]} args the script and its arguments
 * @param {string} [size] of the display, where the machine has none
 * @returns {Promise<number>}
 */
export async function runWithApp(args, size) {
  const electron = await setUp({ electron: true })
  await ensureBuild()
  const display = await ensureDisplay(size)
  const env = { ...process.env, ...electron.env, ...display.env }
  if (!canSandbox()) env.GALLEY_E2E_NO_SANDBOX = '1'
  return run(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { cwd: inRoot(), env })
}
