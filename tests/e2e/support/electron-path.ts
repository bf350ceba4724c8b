import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface LaunchOptions {
  executablePath: string
  args: string[]
  env: Record<string, string>
  chromiumSandbox: boolean
}

/** The checkout; Electron takes it as the app to run, by way of package.json's `main`. */
export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Absolute path of the Electron executable. The launcher names its folder; without it the official one
 * of node_modules is meant.
 */
export function electronPath(): string {
  const given = process.env['ELECTRON_EXEC_PATH']
  if (given) return given
  const folder =
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(projectFolder, 'node_modules/electron/dist')
  return join(folder, executableName())
}

function executableName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/**
 * True where the sandbox cannot be on: said by the launcher, or because this is root, whom Chromium
 * refuses. Tests of the sandbox itself look here.
 */
export function isSandboxOff(): boolean {
  return process.env['GALLEY_E2E_NO_SANDBOX'] === '1' || process.getuid?.() === 0
}

/**
 * The environment for a launch: the caller's without what steers the tests themselves, which the app
 * must not see.
 */
function launchEnvironment(more: Record<string, string>): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined || steersTests.test(name)) continue
    env[name] = value
  }
  return { ...env, ...more }
}
// GALLEY_RUN stays: by it the launcher finds what a test has left behind.
const steersTests = /^(?:GALLEY_(?!RUN$)|VITEST|TEST$|MODE$|NODE_OPTIONS$|NODE_ENV$|ELECTRON_RUN_AS_NODE$)/

/**
 * Everything for `_electron.launch` of Playwright: the built app under test with its data in a folder of
 * its own, and with the sandbox wherever it can be on. Playwright adds --no-sandbox by itself on Linux
 * unless it is told not to, so never launch without `chromiumSandbox`.
 * @param dataFolder where the app keeps everything it stores
 * @param switches further switches of the app, e.g. `--server=http://127.0.0.1:4790`
 * @param env variables that the app is to see besides those of the caller
 */
export function launchOptions(
  dataFolder: string,
  switches: readonly string[] = [],
  env: Record<string, string> = {},
): LaunchOptions {
  // A folder that nobody has named would lie in the project.
  if (!isAbsolute(dataFolder)) throw new Error(`no folder for the data: ${dataFolder}`)
  const noSandbox = isSandboxOff() ? ['--no-sandbox'] : []
  return {
    executablePath: electronPath(),
    args: [projectFolder, `--user-data-dir=${dataFolder}`, ...noSandbox, ...switches],
    env: launchEnvironment(env),
    chromiumSandbox: !isSandboxOff(),
  }
}
