// Loaded before the processes of the tests (--import): workers of Vitest, and sites. Which file of a package another one
// imports, and of which format it is, follows from the installed packages alone, and to find that out a thousand times
// was half of the work of a start: Node reads the package.json of the target each time, and some have 200 KB. It is found
// out once per package-lock.json, as the packages are compiled once (NODE_COMPILE_CACHE).
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { flushCompileCache, registerHooks } from 'node:module'
import path from 'node:path'
import { compileFunction } from 'node:vm'

const root = new URL('../../', import.meta.url)
const packages = new URL('node_modules/', root).href
const folder = process.env['NODE_COMPILE_CACHE']
if (folder === undefined) throw new Error('NODE_COMPILE_CACHE says where this is kept')
const lock = createHash('sha256').update(readFileSync(new URL('package-lock.json', root)))
const file = path.join(folder, `imports-${process.version}-${lock.digest('hex').slice(0, 16)}.json`)
/** Whoever kills the process does not wait: what is new is kept once nothing has followed for this many milliseconds. */
const QUIET_MS = 1000

/** By the conditions of the process (Vitest adds some), and by who imports what; addresses are below node_modules. */
type Known = Record<string, Record<string, { url: string; format: string }>>
const known: Known = read()
let unsaved: NodeJS.Timeout | null = null

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions, importAttributes } = context
    if (!parentURL.startsWith(packages) || conditions.includes('require')) return next(specifier, context)
    const key = `${parentURL.slice(packages.length)} ${specifier}`
    const here = (known[conditions.join(' ')] ??= {})
    const kept = here[key]
    if (kept) return { url: packages + kept.url, format: kept.format, importAttributes, shortCircuit: true }
    const found = next(specifier, context)
    const format = found.format ?? formatOf(found.url)
    if (found.url.startsWith(packages) && format !== null) {
      here[key] = { url: found.url.slice(packages.length), format }
      if (unsaved) clearTimeout(unsaved)
      unsaved = setTimeout(save, QUIET_MS).unref()
    }
    return found
  },
})
process.once('exit', save)

/** The format of a script whose package.json names none: commonjs if it can be read as that, else null. */
function formatOf(url: string): string | null {
  if (!url.startsWith(packages) || !url.endsWith('.js')) return null
  try {
    compileFunction(readFileSync(new URL(url), 'utf8'), [
      'exports',
      'require',
      'module',
      '__filename',
      '__dirname',
    ])
    return 'commonjs'
  } catch {
    return null
  }
}

function save(): void {
  if (!unsaved) return
  clearTimeout(unsaved)
  unsaved = null
  flushCompileCache()
  mkdirSync(path.dirname(file), { recursive: true })
  // In one step: other processes read it.
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, JSON.stringify(known))
  renameSync(fresh, file)
}

function read(): Known {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Known
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
