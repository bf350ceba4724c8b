// The tools need Node 22.14 or newer. With an older one the launcher starts itself again under a
// newer one that npm fetches; nothing of this is a dependency of the app.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { spawn } from 'node:child_process'
import { inCache, say, Stop } from './project.mjs'
import { capture, whenAskedToEnd } from './processes.mjs'

const wanted = 'node@24'
const remembered = () => inCache('node-path')

/** True for a Node version ("22.14.0") that can run the tools. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 14)
}

/**
 * Makes sure that this launcher runs under a Node that can run the tools, and that its children find
 * the same one first on their PATH. Does not return under an older Node: the newer one takes over and
 * its exit code becomes ours.
 */
export async function ensureNode() {
  if (isNewEnough(process.versions.node)) {
    process.env.PATH = dirname(process.execPath) + delimiter + process.env.PATH
    return
  }
  const child = spawn(findNewerNode(), process.argv.slice(1), { stdio: 'inherit' })
  // The child owns the work: it ends what it started, and we end with it.
  whenAskedToEnd((signal) => child.kill(signal))
  process.on('exit', () => child.kill('SIGTERM'))
  process.exit(await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1))))
}

function findNewerNode() {
  if (existsSync(remembered())) {
    const path = readFileSync(remembered(), 'utf8').trim()
    if (existsSync(path)) return path
  }
  say(`Node ${process.versions.node} is too old for the tools, fetching ${wanted} through npm`)
  const print = 'process.stdout.write("\\nnode-path " + process.execPath + "\\n")'
  const args = ['exec', '--yes', `--package=${wanted}`, '--', 'node', '-e', print]
  const npmCli = process.env.npm_execpath
  const { code, out } = npmCli?.endsWith('.js')
    ? capture(process.execPath, [npmCli, ...args])
    : capture(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
  const path = /^node-path (.+)$/m.exec(out)?.[1]?.trim()
  if (code !== 0 || path === undefined) {
    throw new Stop(
      `Node 22.14 or newer is needed and could not be fetched. Install it by hand.\n${out.trim()}`,
    )
  }
  mkdirSync(inCache(), { recursive: true })
  writeFileSync(remembered(), path)
  return path
}
