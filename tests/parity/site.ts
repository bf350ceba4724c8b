import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { parityFolder } from './folders.ts'

/**
 * Copies the test folder of a Payload checkout, so that its sites do not write into the checkout, and installs their
 * imports that this project lacks.
 * @param payload the checkout, of the branch 3.x
 */
export function prepareSites(payload: string): void {
  const source = path.join(payload, 'test')
  if (!existsSync(path.join(source, 'buildConfigWithDefaults.ts')))
    throw new Error(
      `${payload} is no checkout of payloadcms/payload: it has no test/buildConfigWithDefaults.ts`,
    )
  mkdirSync(parityFolder, { recursive: true })
  rmSync(path.join(parityFolder, 'test'), { recursive: true, force: true })
  cpSync(source, path.join(parityFolder, 'test'), { recursive: true })
  const wanted = readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8')
  const installed = path.join(parityFolder, 'installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return
  writeFileSync(path.join(parityFolder, 'package.json'), wanted)
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_ENV$|^GALLEY_/i.test(name))
  const args = [
    'install',
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { status } = spawnSync('npm', args, {
    cwd: parityFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: Object.fromEntries(own),
  })
  if (status !== 0) throw new Error('npm could not install what the sites import')
  writeFileSync(installed, wanted)
}

export type PayloadSite = {
  /** Its origin, without a path. */
  origin: string
  /**
   * Sends a request to its REST API; the path begins behind that of the API. The body is JSON, or a form with a file.
   */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }>
  /** The log-in of a user. */
  person: { identifier: string; password: string }
  /** Returns the errors it has logged since the last call. */
  errors(): string[]
  isRunning(): boolean
  stop(): void
}

/** Users that the sites seed, or whose address their own tests use. */
const FIRST = { identifier: 'dev@payloadcms.com', password: 'test' }
const PEOPLE = [
  FIRST,
  { identifier: 'admin@email.com', password: 'test' },
  { identifier: 'dev', password: 'test' },
  { identifier: 'admin', password: 'test' },
  { identifier: 'test@test.com', password: 'test' },
  { identifier: 'dev@payloadcms.com', password: 'test2' },
]

/** Starts a site of the copied test folder, and signs in as one of its users, or creates the first one. */
export async function startPayloadSite(name: string): Promise<PayloadSite> {
  const script = path.join(import.meta.dirname, 'serve-payload-site.ts')
  const hooks = path.join(import.meta.dirname, 'payload-imports.ts')
  const child = spawn(process.execPath, ['--no-deprecation', '--import', hooks, script, name], {
    // Some write files into their working directory.
    cwd: parityFolder,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (data: Buffer) => (said += String(data)))
  const first = await new Promise<string | null>((resolve) => {
    let text = ''
    child.stdout.on('data', (data: Buffer) => {
      text += String(data)
      // The site's logger may write there too.
      const line = text.split('\n').find((one) => one.startsWith('{"origin":') && one.endsWith('}'))
      if (line !== undefined) resolve(line)
    })
    child.once('exit', () => resolve(null))
  })
  const errors = (): string[] => {
    const lines = stripVTControlCharacters(said).split('\n')
    said = ''
    return [...new Set(lines.filter((line) => /error|unhandled/i.test(line)))].slice(0, 8)
  }
  if (first === null) throw new Error(`the site did not start: ${errors().join(' | ')}`)
  const { origin, api, users } = JSON.parse(first) as { origin: string; api: string; users: string }
  let token: string | null = null
  const ask: PayloadSite['ask'] = async (method, at, body) => {
    const answer = await fetch(origin + api + at, {
      method,
      signal: AbortSignal.timeout(60_000),
      headers: {
        ...(token !== null && { authorization: `JWT ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, json: await answer.json().catch(() => null) }
  }
  const tokenOf = (json: unknown): string | null => {
    const found: unknown = Reflect.get(Object(json), 'token')
    return typeof found === 'string' ? found : null
  }
  let person = FIRST
  for (person of PEOPLE) {
    const { identifier, password } = person
    const key = identifier.includes('@') ? 'email' : 'username'
    token = tokenOf((await ask('POST', `/${users}/login`, { [key]: identifier, password })).json)
    if (token !== null) break
  }
  if (token === null) {
    person = FIRST
    const { identifier: email, password } = person
    const data = { email, username: 'dev', password, 'confirm-password': password }
    token = tokenOf((await ask('POST', `/${users}/first-register`, data)).json)
  }
  const stop = (): void => void child.kill('SIGKILL')
  if (token === null) {
    stop()
    throw new Error('nobody could sign in')
  }
  return { origin, ask, person, errors, isRunning: () => child.exitCode === null, stop }
}
