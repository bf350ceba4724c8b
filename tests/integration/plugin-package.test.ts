import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at } from './support/cms.ts'
import { root } from './support/cms-template.ts'

/** The plugin as `npm pack` makes it, in the node_modules of a folder that stands for a site. */
let site: string
let plugin: string
let manifest: unknown

const run = promisify(execFile)
const inModules = (...names: string[]) => path.join(root, 'node_modules', ...names)
const tsc = (...args: string[]) =>
  run(process.execPath, [inModules('typescript', 'bin', 'tsc'), ...args], { cwd: site })

beforeAll(async () => {
  site = await mkdtemp(path.join(tmpdir(), 'galley-site-'))
  plugin = path.join(site, 'node_modules/@galley/server')
  await mkdir(plugin, { recursive: true })
  const source = path.join(root, 'server/package.json')
  await cp(source, path.join(plugin, 'package.json'))
  manifest = JSON.parse(await readFile(source, 'utf8'))
  await tsc('-p', path.join(root, 'server/tsconfig.package.json'), '--outDir', path.join(plugin, 'dist'))
  for (const name of ['payload', '@payloadcms', '@types'])
    await symlink(inModules(name), path.join(site, 'node_modules', name), 'junction')
  await writeFile(path.join(site, 'package.json'), JSON.stringify({ type: 'module' }))
})
afterAll(() => rm(site, { recursive: true, force: true }))

it('a site gets JavaScript that imports nothing but Node and the peers, and no packages come with it', async () => {
  expect(at(manifest, 'files')).toEqual(['dist'])
  expect(at(manifest, 'dependencies')).toBeUndefined()
  const entries = await readdir(path.join(plugin, 'dist'), { recursive: true })
  const scripts = entries.filter((name) => name.endsWith('.js'))
  expect(scripts).toContain('index.js')
  const imported = new Set<string>()
  for (const name of scripts) {
    const text = await readFile(path.join(plugin, 'dist', name), 'utf8')
    for (const [, from = ''] of text.matchAll(/\b(?:from|import)\s*\(?['"]([^'"]+)['"]/g)) imported.add(from)
  }
  const packages = [...imported].flatMap((from) => {
    if (from.startsWith('.') || isBuiltin(from)) return []
    return /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? []
  })
  expect(new Set(packages)).toEqual(new Set(Object.keys(at(manifest, 'peerDependencies') ?? {})))
})

it('a site with the compiler settings of the blank template type checks, and a wrong option does not', async () => {
  const config = (options: string) => `
    import { galley } from '@galley/server'
    import { buildConfig } from 'payload'
    import type { DatabaseAdapterObj } from 'payload'
    declare const db: DatabaseAdapterObj
    export default buildConfig({ db, secret: '', plugins: [galley(${options})] })`
  await writeFile(
    path.join(site, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        lib: ['DOM', 'DOM.Iterable', 'ES2022'],
        target: 'ES2022',
        module: 'esnext',
        moduleResolution: 'bundler',
        allowJs: true,
        skipLibCheck: true,
        strict: true,
        noEmit: true,
        esModuleInterop: true,
        resolveJsonModule: true,
        isolatedModules: true,
        jsx: 'react-jsx',
        types: ['node'],
      },
      files: ['payload.config.ts'],
    }),
  )
  await writeFile(path.join(site, 'payload.config.ts'), config(`{ siteName: 'Site' }`))
  await expect(tsc('-p', site)).resolves.toMatchObject({ stdout: '' })
  await writeFile(path.join(site, 'payload.config.ts'), config('{ siteName: 7 }'))
  await expect(tsc('-p', site)).rejects.toMatchObject({
    stdout: expect.stringContaining(`Type 'number' is not assignable to type 'string'`),
  })
})

it('answers in a Node that strips no types', async () => {
  const script = path.join(site, 'ask.js')
  await writeFile(
    script,
    `import { galley } from '@galley/server'
    import { sqliteAdapter } from '@payloadcms/db-sqlite'
    import { buildConfig, getPayload, handleEndpoints } from 'payload'
    const config = buildConfig({
      db: sqliteAdapter({ client: { url: 'file:' + process.argv[2] } }),
      secret: 'of the test',
      telemetry: false,
      typescript: { autoGenerate: false },
      plugins: [galley({ siteName: 'Packed' })],
    })
    await getPayload({ config })
    const ask = async (path, init) =>
      (await handleEndpoints({ config, request: new Request('http://127.0.0.1/api' + path, init) })).json()
    const { token } = await ask('/users/first-register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'first@example.com', password: 'of the test' }),
    })
    const hello = await ask('/desktop', { headers: { authorization: 'JWT ' + token } })
    console.log('answer ' + JSON.stringify(hello))
    process.exit(0)`,
  )
  const { stdout } = await run(
    process.execPath,
    ['--no-experimental-strip-types', script, path.join(site, 'site.db')],
    { cwd: site },
  )
  const answer: unknown = JSON.parse(/^answer (.*)$/m.exec(stdout)?.[1] ?? 'null')
  expect(at(answer, 'site', 'name')).toBe('Packed')
  expect(at(answer, 'galley', 'payload')).toBe('3.90.1')
  expect(at(answer, 'auth', 0, 'label')).toBe('Users')
})
