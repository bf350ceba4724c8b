/*
 * Given to Node with --import: lets the sites of Payload's test folder run on the packages of this checkout. What both
 * have comes from here, so that there is one Payload only; what only their sites use comes from the packages beside
 * their copy; what is there for the web alone (Next, styles, pictures, a package that is not installed) is an object
 * that takes everything and does nothing.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import { projectFolder } from '../e2e/support/electron-path.ts'
import { parityFolder } from './folders.ts'

const sites = `${pathToFileURL(parityFolder).href}/test/`
const installed = `${pathToFileURL(parityFolder).href}/packages.js`
const here = pathToFileURL(`${projectFolder}/server/demo/config.ts`).href
const editor = pathToFileURL(`${projectFolder}/node_modules/@payloadcms/richtext-lexical/package.json`).href

const ASSET = /\.(s?css|svg|png|jpe?g|webp|gif|woff2?)(\?.*)?$/
/** What the companion, the sites and Payload have to share. */
const SHARED =
  /^(payload|react|react-dom|sharp|graphql|drizzle-orm|@libsql\/client)(\/|$)|^@payloadcms\/(db-sqlite|drizzle|richtext-lexical|translations|ui|live-preview)(\/|$)/
const LEXICAL = /^(lexical$|@lexical\/)/
const IS_MISSING = /^(ERR_)?(MODULE_NOT_FOUND|PACKAGE_PATH_NOT_EXPORTED|UNSUPPORTED_DIR_IMPORT)$/

/** The modules that stand in for what is written in the checkout for other databases, or made by its own scripts. */
const ownModules: Record<string, string> = {
  'databaseAdapter.js': `
    import { sqliteAdapter } from '@payloadcms/db-sqlite'
    export const databaseAdapter = sqliteAdapter({ client: { url: process.env.SQLITE_URL }, autoIncrement: true })`,
  /** There is no S3 here. */
  'plugin-cloud-storage/utils.js': `
    export const createTestBucket = async () => undefined
    export const clearTestBucket = async () => undefined`,
  /** Payload as the checkout's function that builds every site sees it: with the companion. */
  payload: `
    import { buildConfig as build } from 'payload'
    import { galley } from ${JSON.stringify(pathToFileURL(`${projectFolder}/server/plugin/index.ts`).href)}
    export * from 'payload'
    export const buildConfig = (config) => build({ ...config, plugins: [...(config.plugins ?? []), galley()] })`,
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL: parent = '' } = context
    if (specifier.startsWith('own:') || specifier.startsWith('idle:')) return made(specifier)
    const isOfSite = parent.startsWith(sites)
    if (isOfSite && ASSET.test(specifier)) return idle(specifier, parent)
    if (/^(\.|\/|file:)/.test(specifier)) {
      if (!isOfSite && !specifier.startsWith(sites)) return next(specifier, context)
      const { href } = new URL(specifier, parent || sites)
      const inSites = href.startsWith(sites) ? href.slice(sites.length) : ''
      if (inSites in ownModules) return made(`own:${inSites}`)
      const file = inSites === '' ? undefined : fileOf(href)
      if (file === undefined) return idle(specifier, parent)
      return { url: file, shortCircuit: true, format: 'module' }
    }
    if (/^(node|data|https?):/.test(specifier)) return next(specifier, context)
    if (parent === 'own:payload' || parent.startsWith('own:'))
      return next(specifier, { ...context, parentURL: here })
    if (specifier === 'payload' && parent === `${sites}buildConfigWithDefaults.ts`) return made('own:payload')
    // It is loaded with import.meta.url of its own, and two of Lexical would not know each other's nodes.
    if (LEXICAL.test(specifier) && parent.includes('/@lexical/headless/'))
      return next(specifier, { ...context, parentURL: editor })
    if (!isOfSite && !parent.startsWith(`${pathToFileURL(parityFolder).href}/node_modules/`))
      return next(specifier, context)
    const order = isOfSite || SHARED.test(specifier) ? [here, installed] : [parent, here]
    if (isOfSite && LEXICAL.test(specifier)) order.unshift(editor)
    for (const parentURL of order) {
      try {
        return next(specifier, { ...context, parentURL })
      } catch (error) {
        if (!IS_MISSING.test(String(Reflect.get(Object(error), 'code')))) throw error
      }
    }
    return idle(specifier, parent)
  },
  load(url, context, next) {
    if (url.startsWith('own:'))
      return { format: 'module', shortCircuit: true, source: ownModules[url.slice(4)] ?? '' }
    if (url.startsWith('idle:')) return { format: 'module', shortCircuit: true, source: idleSource(url) }
    if (!url.startsWith(sites)) return next(url, context)
    const file = fileURLToPath(url)
    const text = readFileSync(file, 'utf8')
    if (file.endsWith('.json'))
      return { format: 'module', shortCircuit: true, source: `export default ${text}` }
    const { code } = transformSync(text, {
      loader: 'tsx',
      format: 'esm',
      target: 'node24',
      jsx: 'automatic',
      sourcefile: file,
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
    })
    return { format: 'module', shortCircuit: true, source: code }
  },
})

function made(url: string) {
  return { url, format: 'module', shortCircuit: true }
}

/** A module that takes everything, with the names that the importing file asks of it. */
function idle(specifier: string, parent: string) {
  const names = parent.startsWith('file:')
    ? namesOf(readFileSync(fileURLToPath(parent), 'utf8'), specifier)
    : []
  return made(`idle:${encodeURIComponent(specifier)}?${names.join(',')}`)
}

function idleSource(url: string): string {
  const names = (url.split('?').pop() ?? '').split(',').filter((name) => name !== '')
  return `
    const missing = new Set(['then', '$$typeof', 'toJSON'])
    const idle = new Proxy(function () {}, {
      get: (_, key) => (key === Symbol.toPrimitive ? () => '' : missing.has(key) ? undefined : idle),
      // A plugin that is not installed leaves the config as it is.
      apply: (_, self, [given]) => (given?.secret ? given : idle),
      construct: () => idle,
    })
    export default idle
    ${names.map((name) => `export const ${name} = idle`).join('\n')}`
}

/** The names that a file imports of a module, or hands on. */
function namesOf(text: string, specifier: string): string[] {
  const quoted = specifier.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  const statements = new RegExp(
    `(?:import|export)\\s+(?:type\\s+)?(?:[\\w$]+\\s*,\\s*)?\\{([^}]*)\\}\\s*from\\s*['"]${quoted}['"]`,
    'g',
  )
  const names = new Set<string>()
  for (const [, inner = ''] of text.matchAll(statements)) {
    for (const part of inner.split(',')) {
      const name =
        part
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0]
          ?.trim() ?? ''
      if (/^[\w$]+$/.test(name) && name !== 'default') names.add(name)
    }
  }
  return [...names]
}

/** The file that is meant by an address with another ending, or with none. */
function fileOf(href: string): string | undefined {
  const path = fileURLToPath(href.split('?')[0] ?? href)
  const bare = path.replace(/\.jsx?$/, '')
  const candidates = [path, ...['.ts', '.tsx', '.js', '.jsx'].map((ending) => bare + ending)]
  candidates.push(...['index.ts', 'index.tsx', 'index.js'].map((name) => `${path}/${name}`))
  const file = candidates.find((one) => existsSync(one) && statSync(one).isFile())
  return file === undefined ? undefined : pathToFileURL(file).href
}
