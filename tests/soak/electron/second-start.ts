import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { launchOptions } from '../../e2e/support/electron-path.ts'

/** Longest milliseconds in which a second start must exit. */
const REFUSED_WITHIN_MS = 60_000
/** Milliseconds for which the remaining process is watched. */
const WATCHED_MS = 1000

/** Starts the app without a driver, like a second click on its icon. */
function startPlain(server: string, dataFolder: string): ChildProcess {
  const { executablePath, args, env } = launchOptions(dataFolder, [`--server=${server}`])
  return spawn(executablePath, args, { env, stdio: 'ignore' })
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function ends(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  await Promise.race([once(child, 'exit'), pause(REFUSED_WITHIN_MS, null, { ref: false })])
}

/** Checks that a second start exits in order. Null: it did; else the observed result. */
export async function secondStart(server: string, dataFolder: string): Promise<string | null> {
  const second = startPlain(server, dataFolder)
  await ends(second)
  if (second.exitCode === 0) return null
  const is = hasEnded(second) ? `ended with ${second.exitCode ?? second.signalCode}` : 'goes on'
  await kill(second)
  return `a second start on the same data ${is}`
}

/**
 * Checks that of two simultaneous starts one remains, which is then killed. Null: so it was; else the observed
 * result.
 */
export async function twoStarts(server: string, dataFolder: string): Promise<string | null> {
  const both = [startPlain(server, dataFolder), startPlain(server, dataFolder)]
  await Promise.race(both.map(ends))
  await pause(WATCHED_MS)
  const left = both.filter((child) => !hasEnded(child))
  const codes = both.map(({ exitCode, signalCode }) => String(exitCode ?? signalCode))
  await Promise.all(both.map(kill))
  const isRefused = both.length - left.length === 1 && codes.includes('0')
  return isRefused ? null : `of two starts at once ${left.length} went on (${codes.join(', ')})`
}
