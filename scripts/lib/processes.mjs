// Child processes that can be ended completely: each is the leader of a process group of its own,
// so that ending it also ends what it started (browser helpers, shells, test workers).
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

const windows = process.platform === 'win32'
/** Leaders we started and have not yet seen the end of their whole group, with their patience in ms. */
const groups = new Map()
/** Every started process has this in its environment, wherever it moves to. */
const mark = `GALLEY_RUN=${process.pid}-${Date.now()}`
process.env.GALLEY_RUN = mark.slice('GALLEY_RUN='.length)

/**
 * Runs a command to its end and collects its output.
 * @returns {{code: number, out: string}} out is stdout + stderr; code is 127, and out the reason, when it could not be
 *   started, took too long or said too much
 */
export function capture(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options })
  if (result.error) return { code: 127, out: result.error.message }
  return { code: result.status ?? 1, out: result.stdout + result.stderr }
}

/**
 * Starts a command as leader of a new process group; {@link endAll} ends it. `patience`: milliseconds until it must
 * have ended when asked, so that the app can write its input (SY1).
 */
export function start(command, args, { patience = 8000, ...options } = {}) {
  const child = spawn(command, args, { stdio: 'inherit', detached: !windows, ...options })
  if (child.pid !== undefined) groups.set(child.pid, patience)
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

/** Ends one child with everything in its group: asks first, and kills when its patience is over. */
export async function end(child) {
  const pid = child?.pid
  if (pid === undefined || !groups.has(pid)) return
  signalGroup(pid, 'SIGTERM')
  if (await gone(pid, groups.get(pid))) return
  signalGroup(pid, 'SIGKILL')
  await gone(pid, 2000)
}

/** Ends everything started here, the youngest first: the app before its server, the display last. */
export async function endAll() {
  for (const pid of [...groups.keys()].toReversed()) await end({ pid })
  killStrays()
}

/**
 * Kills processes that have left their group, such as the browsers of a test runner that died. They have `mark` in
 * their environment, which only Linux shows.
 */
export function killStrays() {
  if (process.platform !== 'linux') return
  for (const pid of readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )) {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)) continue
      const group = statOf(pid)[2]
      if (!groups.has(Number(group))) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // the process has ended, or is not ours to read
    }
  }
}

/** At once and without asking, for the last moment of this process. */
function killAll() {
  for (const pid of groups.keys()) signalGroup(pid, 'SIGKILL')
}
process.on('exit', killAll)

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Calls `stop` when this process is asked to end: by Ctrl-C, SIGTERM, a closed terminal, or because the
 * npm that runs it is gone. npm hands a SIGTERM on to its shell only, which dies of it without a word.
 */
export function whenAskedToEnd(stop) {
  for (const signal of signals) process.on(signal, () => stop(signal))
  const forebears = parentAndGrandparent()
  if (windows || forebears.startsWith('1 ') || process.env.npm_lifecycle_event === undefined) return
  const look = setInterval(() => {
    if (parentAndGrandparent() === forebears) return
    clearInterval(look)
    stop('SIGTERM')
  }, 250)
  look.unref()
}

/** The shell that runs us, and, where Linux shows it, the npm that runs the shell. */
function parentAndGrandparent() {
  const parent = process.ppid
  try {
    return `${parent} ${statOf(parent)[1]}`
  } catch {
    return `${parent} `
  }
}

/** Fields of a process after its name in brackets: state, parent, group and so on. Throws outside Linux. */
function statOf(pid) {
  return readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
}

/** Ends everything on the first signal, then exits with `code`. On a second one it does not wait. */
export function endOnSignals(code) {
  let since
  whenAskedToEnd(() => {
    // npm passes a signal on that the terminal has already given us: that is not asking again.
    if (since !== undefined && Date.now() - since > 500) process.exit(code)
    if (since !== undefined) return
    since = Date.now()
    void endAll().then(() => process.exit(code))
  })
}
