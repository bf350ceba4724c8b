// The built app in out/, rebuilt only after a change of its sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, say, Stop } from './project.mjs'
import { run } from './processes.mjs'

const sources = ['main', 'preload', 'renderer', 'shared', 'resources']
const settings = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
const products = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']
const stamp = () => inRoot('out', 'made-from.txt')

/** A hash over the names, sizes and times of everything that the build reads. */
function fingerprint() {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    const { isDirectory, mtimeMs, size } = describe(path)
    if (isDirectory) for (const name of readdirSync(path).toSorted()) add(join(path, name))
    else hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  for (const name of [...sources, ...settings]) add(inRoot(name))
  return hash.digest('hex')
}

function describe(path) {
  const stats = statSync(path)
  return { isDirectory: stats.isDirectory(), mtimeMs: stats.mtimeMs, size: stats.size }
}

/** Builds the app if out/ is outdated. Fails with a {@link Stop}. */
export async function ensureBuild() {
  const now = fingerprint()
  const made = existsSync(stamp()) ? readFileSync(stamp(), 'utf8') : ''
  if (made === now && products.every((path) => existsSync(inRoot(path)))) return
  say('building the app')
  const tool = inRoot('node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const code = await run(process.execPath, [tool, 'build', '--logLevel', 'warn'], { cwd: inRoot() })
  if (code !== 0) throw new Stop('the app could not be built; the reason is above.')
  mkdirSync(inRoot('out'), { recursive: true })
  writeFileSync(stamp(), now)
}
