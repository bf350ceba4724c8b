// Child processes that can be ended completely: each is the leader of a process group of its own,
// so that ending it also ends what it started (browser helpers, shells, test workers).
import { execFileSync, spawn, spawnSync } from 'node:child_process'

const windows = process.platform === 'win32'
/** Leaders we started and have not yet seen the end of their whole group. */
const groups = new Set()

/**
 * Runs a command to its end and collects its output.
 * @returns {{code: number, out: string}} code is 127 when it could not be started; out is stdout + stderr
 */
export function capture(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options })
  if (result.error) return { code: 127, out: String(result.error.message) }
  return { code: result.status ?? 1, out: result.stdout + result.stderr }
}

/** Starts a command as the leader of a new process group; {@link endAll} ends it if it still runs. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', detached: !windows, ...options })
  if (child.pid !== undefined) groups.add(child.pid)
  child.on('error', () => {})
  return child
}

/**
 * Runs a command in its own process group to its end.
 * @returns {Promise<number>} its exit code; 127 when it could not be started, 1 when a signal ended it
 */
export function run(command, args, options = {}) {
  return ended(start(command, args, options))
}

/** The exit code of a child, once it has ended. */
export function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? 1)
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** True while any process of the group led by `pid` lives. */
function groupLives(pid) {
  if (windows) {
    return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' }).includes(
      String(pid),
    )
  }
  try {
    process.kill(-pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function signalGroup(pid, signal) {
  try {
    if (windows) spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore' })
    else process.kill(-pid, signal)
  } catch {
    // already gone
  }
}

async function gone(pid, patience) {
  const until = Date.now() + patience
  while (groupLives(pid)) {
    if (Date.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  groups.delete(pid)
  return true
}

/**
 * Ends one child with everything in its group: asks first, and kills after `patience` ms, so that
 * the app has time to write down what was typed (SY1).
 */
export async function end(child, patience = 8000) {
  const pid = child?.pid
  if (pid === undefined || !groups.has(pid)) return
  signalGroup(pid, 'SIGTERM')
  if (await gone(pid, patience)) return
  signalGroup(pid, 'SIGKILL')
  await gone(pid, 2000)
}

/** Ends everything started here, the youngest first: the app before its server, the display last. */
export async function endAll() {
  for (const pid of [...groups].reverse()) await end({ pid })
}

/** At once and without asking, for the last moment of this process. */
function killAll() {
  for (const pid of groups) signalGroup(pid, 'SIGKILL')
}
process.on('exit', killAll)

/**
 * On Ctrl-C, SIGTERM or a closed terminal: ends everything, then exits with `code`.
 * A second signal does not wait for anyone.
 */
export function endOnSignals(code) {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // npm passes a signal on that the terminal has already given us: that is not a second one.
      if (asked) return
      asked = true
      setTimeout(() => {
        for (const again of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
          process.removeAllListeners(again)
          process.on(again, () => process.exit(code))
        }
      }, 500).unref()
      void endAll().then(() => process.exit(code))
    })
  }
}
