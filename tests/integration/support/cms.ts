import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { resolve as resolvePath } from 'node:path'
import { newDataDir, root, serveScript } from './cms-template.ts'
import type { Seed } from './cms-template.ts'

export { newDataDir } from './cms-template.ts'
export type { Seed } from './cms-template.ts'

/** Password of all accounts of the demo. */
export const DEMO_PASSWORD = 'galley-demo'
export const ADMIN = 'admin@example.com'
export const EDITOR = 'editor@example.com'
export const READER = 'reader@example.com'

export type CmsOptions = {
  /** An existing data folder, kept on `dispose`. Without it a seeded copy is created and removed. */
  readonly dataDir?: string
  /** By default 0, a free port. */
  readonly port?: number
  /** False: without the companion plugin. */
  readonly plugin?: boolean
  /** Content of a new data folder; by default `small`. */
  readonly seed?: Seed
  /**
   * The plugin's `deadAfterSeconds`, for tests that wait for a dead process or a turn; under 3 is too short on a busy
   * machine. Only the demo and the plugin tests' sites accept it.
   */
  readonly deadAfterSeconds?: number
  /** Script of another site, with the same arguments; it needs a `dataDir`. */
  readonly script?: string
  /** More arguments of the command. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** An answer of the CMS; `json` is undefined if the body is none. */
export type CmsAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
  readonly text: string
}

export type RequestOptions = {
  readonly token?: string
  /** Sent as JSON, unless it is a form, a string or bytes. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Cms = {
  /** Such as http://127.0.0.1:43210, without /api. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly pid: number
  /** Ends the process and waits for that; the data stays. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Ends the process and removes a data folder that it created. */
  readonly dispose: () => Promise<void>
  /** Signs in, by user name if the collection needs it; throws on failure. */
  readonly login: (
    name?: string,
    password?: string,
    collection?: string,
  ) => Promise<{ token: string; user: Record<string, unknown> }>
  /** Sends a request to `/api` + path. */
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<CmsAnswer>
}

/** Returns the value at a path of keys and indexes; undefined if there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = Reflect.get(current, key)
  }
  return current
}

/** Returns a string at a path; throws the actual value otherwise. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path)
  if (typeof found !== 'string')
    throw new Error(`no text at ${path.join('.')}: ${JSON.stringify(value).slice(0, 500)}`)
  return found
}

/** Returns a list at a path; throws otherwise. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  if (!Array.isArray(found))
    throw new Error(`no list at ${path.join('.')}: ${JSON.stringify(value).slice(0, 500)}`)
  return found
}

/** Returns the code of a refusal by the plugin. */
export const codeOf = (answer: CmsAnswer): unknown => at(answer.json, 'errors', 0, 'data', 'code')

/** Returns the answer; throws the server's message for a refusal, so that a test shows the reason. */
export function ok(answer: CmsAnswer): CmsAnswer {
  if (answer.status >= 400) throw new Error(`refused with ${answer.status}: ${answer.text.slice(0, 500)}`)
  return answer
}

/** Returns the status codes in ascending order, for concurrent answers. */
export const statuses = (answers: readonly CmsAnswer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

const LISTENING = /galley-cms listening (http:\/\/127\.0\.0\.1:(\d+))/

function waitForAddress(child: ChildProcess): Promise<{ url: string; port: number }> {
  return new Promise((resolve, reject) => {
    let out = ''
    let errors = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const match = LISTENING.exec(out)
      if (match?.[1] !== undefined) resolve({ url: match[1], port: Number(match[2]) })
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4000)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`the CMS ended with ${String(code)} before it listened:\n${errors}`)),
    )
  })
}

async function requestOf(
  url: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<CmsAnswer> {
  const headers = new Headers(options.headers)
  if (options.token !== undefined) headers.set('authorization', `JWT ${options.token}`)
  const raw =
    options.body instanceof FormData || typeof options.body === 'string' || options.body instanceof Uint8Array
  if (options.body !== undefined && !raw) headers.set('content-type', 'application/json')
  const body =
    options.body === undefined ? undefined : raw ? (options.body as BodyInit) : JSON.stringify(options.body)
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, headers: response.headers, json, text }
}

const keepPackages = new URL('../../support/keep-packages.ts', import.meta.url).href

/** Payload requires one version of lexical in the whole tree; the app has a newer one. */
const CHILD_ENV = {
  NODE_ENV: '',
  PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
  // Payload is compiled and resolved once, not in each of a hundred starts.
  NODE_COMPILE_CACHE: resolvePath(root, process.env['GALLEY_TEST_CACHE'] ?? '.cache/vitest', 'compiled'),
}

/** Starts the real demo CMS as a process that ends with this one. */
export async function startCms(options: CmsOptions = {}): Promise<Cms> {
  const dataDir = options.dataDir ?? (await newDataDir(options.seed))
  const child = spawn(
    process.execPath,
    [
      `--import=${keepPackages}`,
      options.script ?? serveScript,
      `--port=${options.port ?? 0}`,
      `--data=${dataDir}`,
      '--seed=none',
      ...(options.deadAfterSeconds === undefined ? [] : [`--dead-after=${options.deadAfterSeconds}`]),
      ...(options.plugin === false ? ['--no-plugin'] : []),
      ...(options.args ?? []),
    ],
    // A piped stdin: the CMS ends when this process is gone.
    { cwd: root, stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...CHILD_ENV, ...options.env } },
  )
  const ended = once(child, 'exit')
  const { url, port } = await waitForAddress(child)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  const request: Cms['request'] = (method, path, requestOptions) =>
    requestOf(url, method, path, requestOptions)
  return {
    url,
    port,
    dataDir,
    pid: child.pid ?? -1,
    stop,
    dispose: async () => {
      await stop()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
    login: async (name = ADMIN, password = DEMO_PASSWORD, collection = 'users') => {
      const key = collection === 'members' ? 'username' : 'email'
      const answer = await request('POST', `/${collection}/login`, { body: { [key]: name, password } })
      const user = at(answer.json, 'user')
      if (answer.status !== 200 || typeof user !== 'object' || user === null)
        throw new Error(`login failed: ${answer.text}`)
      return { token: textAt(answer.json, 'token'), user: { ...user } }
    },
    request,
  }
}
