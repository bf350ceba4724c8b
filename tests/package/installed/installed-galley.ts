import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { PATIENCE } from '../../support/wait.ts'
import { inPackaging } from '../run-packaging.ts'

/** An ordinary user of this computer. */
export const user = 65534

/** `path`: the folder as that user knows it, who may be in a root of its own. */
export type Home = { folder: string; path: string; log: () => string; remove: () => void }

/** Makes the deb, quickly; with another version than its own where one is named. */
export function makeDeb(output: string, version?: string): string {
  const how = JSON.stringify({ arch: 'x64', release: false, fast: true, output, version })
  const [file = ''] = inPackaging('make-packages.mjs', `lib.makePackages(['deb'], ${how})`) as string[]
  rmSync(join(output, 'linux-unpacked'), { recursive: true, force: true })
  return file
}

/** Takes away what is installed, also by a run that was cut off: the same version would not be installed anew. */
export function purge(): void {
  spawnSync('dpkg', ['--purge', 'galley'])
}

/** As an administrator does; what apt says is the reason where it fails. */
export function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['-y', '--no-install-recommends', ...args], { env, stdio: 'pipe' })
}

/** A home of that user, in which the program finds nothing. */
export function makeHome(root = ''): Home {
  // Short: sockets are made in it.
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
  /** Closes the window, as a person does, and answers with the exit code. */
  quit: () => Promise<number | null>
  /** Ends it as a power cut does. */
  kill: () => Promise<void>
}

type More = {
  /** Arguments and environment, beyond what the menu entry gives. */
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  /** The command that the program is started within. */
  within?: readonly string[]
  /** The file of the program, where it is not installed. */
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
 * Starts the installed program as that user, as its menu entry does. It is driven by way of Chromium's own debugging:
 * that of Node is closed for good by a fuse.
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
      // Its pages and services end with it.
      for (const pid of [child.pid ?? 0, ...processesBelow(child.pid ?? 0)]) killOne(pid)
      await gone
    },
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** What the kernel says of the processes that show pages: seccomp's filter on, and a namespace of their own. */
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
        // It has ended meanwhile.
        return []
      }
    })
  const below = (of: number): number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}
