import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { PATIENCE } from '../../support/wait.ts'
import { inPackaging } from '../run-packaging.ts'

/** An ordinary user of this computer. */
export const user = 65534

/** `path`: the folder as that user sees it, perhaps in a root of its own. */
export type Home = { folder: string; path: string; log: () => string; remove: () => void }

/** Makes the deb, quickly; `version` replaces its own. */
export function makeDeb(output: string, version?: string): string {
  const how = JSON.stringify({ arch: 'x64', release: false, fast: true, output, version })
  const [file = ''] = inPackaging('make-packages.mjs', `lib.makePackages(['deb'], ${how})`) as string[]
  rmSync(join(output, 'linux-unpacked'), { recursive: true, force: true })
  return file
}

/** Removes an installation, also of an aborted run: the same version would not be installed again. */
export function purge(): void {
  spawnSync('dpkg', ['--purge', 'galley'])
}

/** Runs apt as an administrator; throws its output on failure. */
export function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['-y', '--no-install-recommends', ...args], { env, stdio: 'pipe' })
}

/** Creates an empty home of that user. */
export function makeHome(root = ''): Home {
  // Short, since it holds sockets.
  const folder = mkdtempSync(`${root}/tmp/galley-home-`)
  mkdirSync(join(folder, 'run'), { mode: 0o700 })
  for (const path of [folder, join(folder, 'run')]) chownSync(path, user, user)
  return {
    folder,
    path: folder.slice(root.length),
    log: () => readFileSync(join(folder, '.config/Galley/logs/galley.log'), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export type InstalledGalley = {
  page: Page
  child: ChildProcess
  /** Closes the window like a person, and resolves to the exit code. */
  quit: () => Promise<number | null>
  /** Kills it like a power cut. */
  kill: () => Promise<void>
}

type More = {
  /** Arguments, and below environment variables, besides those that the tests always set. */
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** Prefix of the start command. */
  within?: readonly string[]
  /** Path of the program, if it is not installed. */
  program?: string
}

/** Runs a program as that user. */
export function asUser(
  home: Home,
  command: readonly string[],
  env: More['env'] = {},
  within: More['within'] = [],
): ChildProcess {
  const as = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
  const [first = '', ...args] = [...within, ...as, ...command]
  return spawn(first, args, {
    cwd: '/',
    env: {
      HOME: home.path,
      XDG_RUNTIME_DIR: join(home.path, 'run'),
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      DISPLAY: process.env['DISPLAY'] ?? '',
      GALLEY_LOG: 'debug',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * Starts the installed program as that user, like its menu entry. It is driven by Chromium's debugging port: a fuse
 * disables that of Node.
 */
export async function startInstalled(home: Home, server: string, more: More = {}): Promise<InstalledGalley> {
  const name = more.program ?? 'galley'
  const program = [name, `--server=${server}`, '--remote-debugging-port=0', ...(more.args ?? [])]
  const child = asUser(home, program, more.env, more.within)
  child.stdout?.resume()
  const address = await new Promise<string>((resolve, reject) => {
    let words = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      words += chunk.toString()
      const match = /DevTools listening on (ws:\S+)/.exec(words)
      if (match?.[1] !== undefined) resolve(match[1])
    })
    child.once('exit', (code) => reject(new Error(`galley has ended with ${code}:\n${words}`)))
  })
  const browser = await chromium.connectOverCDP(address)
  const context = browser.contexts()[0]
  if (context === undefined) throw new Error('the program has no windows')
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  page.setDefaultTimeout(PATIENCE)
  await page.waitForLoadState('domcontentloaded')
  return {
    page,
    child,
    async quit() {
      const gone = once(child, 'exit') as Promise<[number | null]>
      await page.close()
      return (await gone)[0]
    },
    async kill() {
      const gone = once(child, 'exit')
      // Its renderers and services end with it.
      for (const pid of [child.pid ?? 0, ...processesBelow(child.pid ?? 0)]) killOne(pid)
      await gone
    },
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Returns the kernel's view of the renderer processes: seccomp filter, and user namespace. */
export function sandboxOfPages(
  galley: InstalledGalley,
): { filtered: boolean; ownNamespace: boolean; user: number }[] {
  const main = galley.child.pid ?? 0
  const own = readlinkSync(`/proc/${main}/ns/user`)
  return processesBelow(main)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer'))
    .map((pid) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return {
        filtered: /^Seccomp:\s+2$/m.test(status),
        ownNamespace: readlinkSync(`/proc/${pid}/ns/user`) !== own,
        user: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]),
      }
    })
}

function processesBelow(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'latin1')
          .replace(/^.*\) /s, '')
          .split(' ')
        return [[Number(name), Number(fields[1])] as const]
      } catch {
        // It has ended already.
        return []
      }
    })
  const below = (of: number): number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}
