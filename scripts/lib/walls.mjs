// The walls of the architecture, and who crosses one; and circles of files, of which there are none. Imports are read from the syntax tree, so that
// comments and strings never count, and type imports do.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, extname, join, posix, relative, sep } from 'node:path'
import { parseSync } from 'vite'
import { findCircles } from './circles.mjs'

const cms = /^(?:payload|@galley\/server|@payloadcms\/(?!translations(?:\/|$)).+)$/
const next = /^(?:next|@payloadcms\/next)$/
const native = /^(?:electron|electron-store|better-sqlite3)$/

/**
 * Per folder: the folders it may import from, and the packages it may use (`only`) or must not (`never`).
 * `node` says whether Node's own modules are among them. The longest matching folder counts.
 */
const walls = {
  shared: { folders: ['shared'], only: /^(?:valibot|date-fns|qs-esm|@cfworker\/json-schema)$/, node: false },
  preload: { folders: ['preload', 'shared'], only: /^electron$/, node: false },
  renderer: { folders: ['renderer', 'shared', 'resources'], never: [native, cms], node: false },
  main: { folders: ['main', 'shared', 'resources'], never: [cms], node: true },
  'server/plugin': { folders: ['server/plugin', 'shared'], never: [native, next], node: true },
  server: { folders: ['server', 'shared'], never: [native, next], node: true },
}

/**
 * The folders of the renderer from top to bottom: each imports from its own floor and those below. Files beside the
 * folders are the entry, above all of them.
 */
const floors = [
  ['app'],
  ['screens', 'palette'],
  ['richtext'],
  ['fields', 'sync', 'unsent', 'local-data', 'sign-in', 'versions', 'diagnostics'],
  ['form'],
  ['commands'],
  ['data'],
  ['ui', 'i18n'],
]

/** Files that only some may import: the composition roots have all field types, other code gets them passed in. */
const importers = { 'shared/fields/registry.ts': ['main', 'renderer/app'] }

/** The only place for SQL: code that runs it imports these functions, or prepares statements. */
const sql = {
  file: 'main/store/tables/sql.ts',
  names: ['one', 'all', 'each', 'run'],
  homes: ['main/store/tables', 'main/store/lists', 'main/store/durability'],
}

/**
 * Field types that only these folders may test for by name, in any spelling; other code calls the type's contract. A
 * table with a row for each type is no test: it has the type as a key.
 */
const types = {
  richText: { areas: ['shared', 'renderer', 'main'], homes: ['shared/fields/richText', 'renderer/richtext'] },
}

/** Names that may only be written in one folder, however they are reached. */
const names = { ipcMain: 'main/ipc', ipcRenderer: 'preload', ModalOverlay: 'renderer/ui/modal-layer' }

const isSource = (path) => /^\.[cm]?[jt]sx?$/.test(extname(path)) && !path.endsWith('.d.ts')
const isWithin = (path, folder) => path === folder || path.startsWith(`${folder}/`)

/** Folders without walls, whose files must not be in a circle either. */
const others = ['scripts', 'tests']

/**
 * Every crossing of a wall below `root`, and every circle.
 * @returns {string[]} one line each: file:line and what is wrong with it
 */
export function findCrossings(root) {
  const below = (folder) =>
    sourcesBelow(join(root, folder)).map((file) =>
      readSource(root, relative(root, file).split(sep).join('/')),
    )
  const walled = Object.keys(walls)
    .filter((folder) => !folder.includes('/'))
    .flatMap(below)
  return [...walled.flatMap(crossingsOf), ...circlesOf([...walled, ...others.flatMap(below)])]
}

/** A file with its syntax tree. */
export function readSource(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  return { file, text, ...parseSync(file, text) }
}

function circlesOf(sources) {
  const files = new Set(sources.map(({ file }) => file))
  const imports = new Map(
    sources.map(({ file, program }) => {
      const found = new Set()
      visit(program, (node) => {
        const source = importedBy(node)
        const specifier = source === undefined ? undefined : textOf(source)
        const target = specifier?.startsWith('.') ? targetOf(file, specifier) : undefined
        if (files.has(target)) found.add(target)
      })
      return [file, [...found]]
    }),
  )
  return findCircles(imports).map(
    ([first, ...more]) => `${first}:1: is in a circle: ${[first, ...more, first].join(' → ')}`,
  )
}

/** The source files below a folder. */
export function sourcesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sourcesBelow(path)
    return isSource(path) ? [path] : []
  })
}

function crossingsOf({ file, text, program, errors }) {
  const area = Object.keys(walls)
    .filter((folder) => isWithin(file, folder))
    .toSorted((a, b) => b.length - a.length)[0]
  if (errors.length > 0) return [`${file}:1: cannot be read: ${errors[0].message}`]
  const found = []
  const report = (node, words) =>
    found.push(`${file}:${text.slice(0, node.start).split('\n').length}: ${words}`)
  visit(program, (node) => {
    const source = importedBy(node)
    if (source !== undefined) {
      const specifier = textOf(source)
      if (specifier === undefined)
        report(node, `${area} must name what it imports, so that it can be checked`)
      else if (isForbidden(file, area, specifier)) report(node, `${area} must not import "${specifier}"`)
      else if (isAbove(file, specifier)) report(node, `${dirname(file)} must not import "${specifier}"`)
    }
    const name = node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : undefined
    const home = Object.hasOwn(names, name) ? names[name] : undefined
    if (home !== undefined && !isWithin(file, home)) report(node, `${name} belongs in ${home}/ only`)
    if (area === 'main' && runsSql(file, node) && !sql.homes.some((own) => isWithin(file, own)))
      report(node, `SQL belongs in ${sql.homes.join(', ')} only`)
    for (const type of askedTypes(node))
      if (types[type].areas.includes(area) && !types[type].homes.some((own) => isWithin(file, own)))
        report(node, `${area} must ask the contract of a field type, not for ${type}`)
  })
  return [...new Set(found)]
}

/** Calls `look` for every node of a syntax tree. */
export function visit(node, look) {
  if (Array.isArray(node)) for (const each of node) visit(each, look)
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') look(node)
    for (const key in node) visit(node[key], look)
  }
}

/** The expression that names the module, if `node` imports one in any of the possible ways. */
function importedBy(node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source ?? node.argument
    case 'ExportNamedDeclaration':
      return node.source ?? undefined
    case 'TSExternalModuleReference':
      return node.expression
    case 'CallExpression':
      return isRequire(node.callee) ? node.arguments[0] : undefined
    default:
      return undefined
  }
}

/** True if a node imports a function that runs SQL, or prepares a statement itself. */
function runsSql(file, node) {
  if (node.type === 'CallExpression')
    return node.callee.type === 'MemberExpression' && node.callee.property.name === 'prepare'
  if (node.type !== 'ImportDeclaration' || targetOf(file, node.source.value) !== sql.file) return false
  return node.specifiers.some(
    ({ type, imported }) => type !== 'ImportSpecifier' || sql.names.includes(imported.name),
  )
}

/** The types of fields that a node asks for: by a comparison, a case, a list or set of types, or an argument. */
function askedTypes(node) {
  return namesIn(node)
    .map((each) => (each?.type === 'Literal' ? each.value : undefined))
    .filter((value) => typeof value === 'string' && Object.hasOwn(types, value))
}

function namesIn(node) {
  switch (node.type) {
    case 'BinaryExpression':
      return [node.left, node.right]
    case 'SwitchCase':
      return [node.test]
    case 'ArrayExpression':
      return node.elements
    case 'CallExpression':
    case 'NewExpression':
      return node.arguments
    default:
      return []
  }
}

const isRequire = (callee) =>
  (callee.type === 'Identifier' && callee.name === 'require') ||
  (callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'require')

function textOf(source) {
  if (source.type === 'TSLiteralType') return textOf(source.literal)
  if (source.type === 'Literal' && typeof source.value === 'string') return source.value
  if (source.type === 'TemplateLiteral' && source.expressions.length === 0)
    return source.quasis[0].value.cooked
  return undefined
}

/** The file of a relative specifier. */
function targetOf(file, specifier) {
  return posix.join(dirname(file), specifier.replace(/[?#].*$/, ''))
}

/** True if an import goes up a floor, to another screen, or to a file that is for others. */
function isAbove(file, specifier) {
  if (!specifier.startsWith('.')) return false
  const target = targetOf(file, specifier)
  if (Object.hasOwn(importers, target)) return !importers[target].some((folder) => isWithin(file, folder))
  if (!isWithin(file, 'renderer') || !isWithin(target, 'renderer')) return false
  return floorOf(target) < floorOf(file) || isOtherScreen(file, target)
}

/** True for another screen: screens share nothing, common code is on a floor below. */
function isOtherScreen(file, target) {
  const [own, other] = [file, target].map((path) => /^renderer\/screens\/([^/]+)\//.exec(path)?.[1])
  return own !== undefined && other !== undefined && own !== other
}

/**
 * The floor of a file, counted from the top; a folder that is not in the table is above all, so that nothing may
 * import it.
 */
function floorOf(file) {
  const [, folder, ...inside] = file.split('/')
  return inside.length === 0 ? -1 : floors.findIndex((floor) => floor.includes(folder))
}

function isForbidden(file, area, specifier) {
  const wall = walls[area]
  if (specifier.startsWith('.')) {
    const target = targetOf(file, specifier)
    return !wall.folders.some((folder) => isWithin(target, folder))
  }
  // The target of absolute paths and URLs cannot be known.
  if (/^[/#~]|^[a-z]:|^(?:file|https?):/i.test(specifier)) return true
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  if (specifier.startsWith('node:') || builtinModules.includes(specifier) || builtinModules.includes(name)) {
    return !wall.node
  }
  return wall.only ? !wall.only.test(name) : wall.never.some((pattern) => pattern.test(name))
}
