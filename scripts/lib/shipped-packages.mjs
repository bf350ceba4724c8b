// The packages of others in the app: those that main, preload, renderer and shared import, and their dependencies.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseSync } from 'vite'

const FOLDERS = ['main', 'preload', 'renderer', 'shared']
const SOURCE = /(?<!\.d)\.tsx?$/
/** Packages that are in the app whoever imports them. What Electron contains has notices in LICENSES.chromium.html. */
const ROOTS = ['electron']

/**
 * @param {string} root of the checkout
 * @returns {{ name: string, version: string, license: string, text: string }[]} by name; each version once
 */
export function shippedPackages(root) {
  const found = new Map()
  for (const name of [...ROOTS, ...importedPackages(root)]) collect(join(root, 'package.json'), name, found)
  return [...found.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

/** Names of the packages that sources of the app import for more than their types. */
function importedPackages(root) {
  const names = new Set()
  for (const folder of FOLDERS) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => SOURCE.test(name))) {
      const path = join(root, folder, file)
      for (const specifier of importsOf(path)) {
        const name = /^(?!\.|\/|node:|virtual:)((?:@[^/]+\/)?[^/]+)/.exec(specifier)?.[1]
        if (name !== undefined) names.add(name)
      }
    }
  }
  return names
}

function importsOf(path) {
  const text = readFileSync(path, 'utf8')
  const { module } = parseSync(path, text)
  const isValue = (entry) => !entry.isType
  const static_ = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(isValue))
    .map(({ moduleRequest }) => moduleRequest.value)
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.filter(isValue).flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const dynamic = module.dynamicImports.flatMap(
    ({ moduleRequest }) =>
      /^(['"`])(.+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2] ?? [],
  )
  return [...static_, ...passedOn, ...dynamic]
}

/**
 * Collects the package as `from` gets it, and its dependencies. Peers are imported by the app itself, or not at all.
 */
function collect(from, name, found) {
  const folder = folderOf(from, name)
  // Optional, and not for this system.
  if (folder === null) return
  const {
    version,
    license,
    dependencies = {},
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const key = `${name}@${version}`
  if (found.has(key)) return
  found.set(key, { name, version, license: licenseName(license), text: licenseText(folder) })
  // Electron's and better-sqlite3's are for installing them.
  if (name === 'electron' || name === 'better-sqlite3') return
  for (const dependency of Object.keys(dependencies)) {
    if (!dependency.startsWith('@types/')) collect(join(folder, 'package.json'), dependency, found)
  }
}

function folderOf(from, name) {
  for (const base of createRequire(from).resolve.paths(name) ?? []) {
    const folder = join(base, name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return null
}

function licenseName(license) {
  return typeof license === 'string' ? license : (license?.type ?? 'see its text')
}

/** All licences and notices of a package, '' if it has none. */
function licenseText(folder) {
  return readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)([.-].*)?$/i.test(file))
    .toSorted(compare)
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
