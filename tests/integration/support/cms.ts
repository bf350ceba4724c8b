import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { resolve as resolvePath } from 'node:path'
import { newDataDir, root, serveScript } from './cms-template.ts'
import type { Seed } from './cms-template.ts'

export { newDataDir } from './cms-template.ts'
export type { Seed } from './cms-template.ts'

/** Password of every account of the demo. */
export const DEMO_PASSWORD = 'galley-demo'
export const ADMIN = 'admin@example.com'
export const EDITOR = 'editor@example.com'
export const READER = 'reader@example.com'

export type CmsOptions = {
  /** An existing data folder, kept on `dispose`. Without it a seeded copy is made and removed. */
  readonly dataDir?: string
  /** 0, the default, is a free port. */
  readonly port?: number
  /** false: a CMS without the companion plugin. */
  readonly plugin?: boolean
  /** What a new data folder contains; `small` by default. */
  readonly seed?: Seed
  /**
   * What the plugin is told as `deadAfterSeconds`, for tests that wait until a process is taken for dead, or for
   * somebody's turn; less than 3 is too little on a busy machine. The demo and the sites of plugin tests know it.
   */
  readonly deadAfterSeconds?: number
  /** Another site than the demo, which takes the same arguments; it needs a `dataDir`. */
  readonly script?: string
  /** Further arguments of the command. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** An answer of the CMS; `json` is undefined where the body is none. */
export type CmsAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
  readonly text: string
}

export type RequestOptions = {
  readonly token?: string
  /** Sent as JSON, unless it is a form or a text. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Cms = {
  /** Such as http://127.0.0.1:43210, without /api. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly pid: number
  /** Ends the process and waits for its end; the data stays. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Ends the process and removes the data folder if it was made here. */
  readonly dispose: () => Promise<void>
  /** Signs in, by user name where the collection says so; throws unless it works. */
  readonly login: (
    name?: string,
    password?: string,
    collection?: string,
  ) => Promise<{ token: string; user: Record<string, unknown> }>
  /** Asks `/api` + path. */
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<CmsAnswer>
}

/** The value at a path of keys and indexes; undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = Reflect.get(current, key)
  }
  return current
}

/** A text at a path; throws where there is none, with what was there instead. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path)
  if (typeof found !== 'string')
    throw new Error(`no text at ${path.join('.')}: ${JSON.stringify(value).slice(0, 500)}`)
  return found
}

/** A list at a path; throws where there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  if (!Array.isArray(found))
    throw new Error(`no list at ${path.join('.')}: ${JSON.stringify(value).slice(0, 500)}`)
  return found
}

/** The code of a refusal of the plugin. */
export const codeOf = (answer: CmsAnswer): unknown => at(answer.json, 'errors', 0, 'data', 'code')

/** The same answer; throws with the server's words where it is a refusal, so that a test says what was wrong. */
export function ok(answer: CmsAnswer): CmsAnswer {
  if (answer.status >= 400) throw new Error(`refused with ${answer.status}: ${answer.text.slice(0, 500)}`)
  return answer
}

/** Status codes in ascending order, for answers that raced. */
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

/** Payload wants one version of lexical in the whole tree; the app has a newer one for itself. */
const CHILD_ENV = {
  NODE_ENV: '',
  PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
  // Payload is compiled once, and its packages are found once, not in each of a hundred starts.
  NODE_COMPILE_CACHE: resolvePath(root, process.env['GALLEY_TEST_CACHE'] ?? '.cache/vitest', 'compiled'),
}

/** Starts the real demo CMS as a process of its own; it ends with this one, whatever happens. */
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
    // A piped stdin: the CMS stops when this process is gone.
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
