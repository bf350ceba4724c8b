// The parts of npm test. Each returns how much passed and failed; none throws for a failing test.
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { changedFiles } from './changed-files.mjs'
import { inCache, inRoot, say, Stop } from './project.mjs'
import { end, ended, killStrays, start } from './processes.mjs'
import { ensureTools } from '../../packaging/tools.mjs'
import { ensureBuild } from './build.mjs'
import { ensureDisplays } from './display.mjs'
import { ensureElectron } from './electron.mjs'
import { prepareNobody, worldWritable } from './nobody.mjs'
import { countProcessorTime } from './processor-time.mjs'
import { countRun, lastHeard, runningTests } from './run-report.mjs'
import { canSandbox, isRoot } from './sandbox.mjs'
import { ensureSystemLibraries } from './system-libraries.mjs'
import { weakerThanRelease } from './weaker.mjs'

const linted = ['main', 'preload', 'renderer', 'shared', 'server', 'scripts', 'packaging', 'tests']
const typed = ['shared', 'main', 'preload', 'renderer', 'server', 'tests', 'tsconfig.tooling.json']
const inModules = (...parts) => inRoot('node_modules', ...parts)
/**
 * Milliseconds without a test beginning or ending after which a runner counts as hanging: it is ended, and has
 * failed.
 */
const patience = 5 * 60 * 1000

/** Runs one of our tools; its output comes as remarks, as others may run at the same time. */
async function runNode(...args) {
  const child = start(process.execPath, args, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'pipe'] })
  const processorSeconds = countProcessorTime(child.pid)
  // It gets the processor time that the tests leave.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const said = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => said.push(text))
  const closed = new Promise((resolve) => child.once('close', resolve))
  const code = await ended(child)
  if (child.pid !== undefined) await closed
  const remarks = said.join('').trim()
  return { code, remarks: remarks === '' ? [] : [remarks], processor: processorSeconds() }
}
const one = (...runs) => {
  const failed = runs.some(({ code }) => code !== 0)
  return {
    passed: failed ? 0 : 1,
    failed: failed ? 1 : 0,
    remarks: runs.flatMap(({ remarks }) => remarks),
    processor: total(runs.map(({ processor }) => processor)),
  }
}
/** The sum of numbers; null if one is not known. */
const total = (numbers) => (numbers.includes(null) ? null : numbers.reduce((sum, number) => sum + number, 0))

const lint = () => lintPaths(linted)
async function lintPaths(paths) {
  const rules = await runNode(inModules('oxlint', 'bin', 'oxlint'), '--type-aware', ...paths)
  const walls = await runNode(inRoot('scripts', 'check-walls.mjs'))
  const regexps = await runNode(inRoot('scripts', 'check-regexps.mjs'))
  const words = await runNode(inRoot('scripts', 'check-words.mjs'))
  return one(rules, walls, regexps, words)
}

const format = () => formatPaths(['.'])
async function formatPaths(paths) {
  // Cached by content, so that unchanged, well-formed files are not parsed again.
  const kept = ['--cache', '--cache-strategy=content', `--cache-location=${inCache('prettier.json')}`]
  const prettier = inModules('prettier', 'bin', 'prettier.cjs')
  return one(await runNode(prettier, '--check', '--ignore-unknown', '--log-level=warn', ...kept, ...paths))
}

async function types() {
  const tsc = inModules('typescript', 'bin', 'tsc')
  const results = []
  for (const project of typed) {
    const kept = ['--incremental', '--tsBuildInfoFile', inCache('types', `${project}.tsbuildinfo`)]
    const result = one(await runNode(tsc, '-p', project, ...kept))
    if (result.failed > 0) result.remarks.push(`type errors in ${project}`)
    results.push(result)
  }
  const sum = (key) => results.reduce((count, result) => count + result[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    remarks: results.flatMap(({ remarks }) => remarks),
    processor: total(results.map(({ processor }) => processor)),
  }
}

const unit = (filters) => vitest(['unit', 'ui'], filters)
const integration = (filters) => vitest(['integration'], filters)

/**
 * Number of e2e files that run at once, each on its own display: with more than processors every wait gets longer.
 */
const filesAtOnce = Number(process.env.GALLEY_E2E_AT_ONCE ?? availableParallelism())

async function e2e(filters) {
  const result = await runE2e(filters)
  const open = worldWritable()
  if (open.length === 0) return result
  const remark = `F77 anybody on this computer may write what the run left behind: ${open.join(', ')}`
  return { ...result, failed: result.failed + 1, remarks: [...result.remarks, remark] }
}

let preparing
/** Fetches Electron and builds the app, once; errors are reported where e2e asks for it. */
export function prepareE2e() {
  preparing ??= ensureElectron().then(async (electron) => {
    await ensureBuild()
    return electron
  })
  preparing.catch(() => undefined)
  return preparing
}

let displays

/** Programs that an e2e file starts, by the name of the file. */
const toolsOf = { 'company-networks': ['squid'], 'tls-inspection': ['mitmdump', 'certutil'] }

/** Installs the programs of `toolsOf` as root, since the tests run as nobody. A file whose program is missing tells. */
function ensureToolsOf(filters) {
  if (process.env.GALLEY_SUITE === 'core' || process.platform !== 'linux' || !isRoot()) return
  const runs = (name) =>
    filters.length === 0 || filters.some((filter) => `tests/e2e/${name}.test.ts`.includes(filter))
  try {
    for (const [name, tools] of Object.entries(toolsOf)) if (runs(name)) ensureTools(...tools)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    say(error.message)
  }
}

async function runE2e(filters) {
  ensureToolsOf(filters)
  const electron = await prepareE2e()
  const weaker = weakerThanRelease({ electron, sandbox: true })
  if (weaker !== null) say(weaker)
  ensureSystemLibraries(electron.executable, { pointer: true })
  displays ??= ensureDisplays(filesAtOnce)
  const display = await displays
  const env = { ...electron.env, ...display.env, GALLEY_TEST_CACHE: inCache('e2e', 'vitest') }
  mkdirSync(inCache('e2e'), { recursive: true })
  const user = isRoot() ? prepareNobody(electron.executable) : undefined
  try {
    if (user?.as && canSandbox(user.as)) {
      say('e2e runs as user nobody, with the sandbox on')
      return await vitest(['e2e'], filters, {
        env: { ...user.env, ...passedOn(), ...env },
        as: user.as,
        node: user.node,
      })
    }
    if (canSandbox()) return await vitest(['e2e'], filters, { env: { ...process.env, ...env } })
    const why = user?.reason ?? 'user namespaces are switched off here'
    say(`e2e runs with --no-sandbox: ${why}`)
    return await vitest(['e2e'], filters, { env: { ...process.env, ...env, GALLEY_E2E_NO_SANDBOX: '1' } })
  } finally {
    user?.cleanUp?.()
  }
}

/** Variables of the caller that reach the tests although they run in an environment of their own. */
function passedOn() {
  const names = Object.keys(process.env).filter((name) =>
    /^(GALLEY_\w+|CI|TZ|DISPLAY|WAYLAND_DISPLAY)$/.test(name),
  )
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

/** Runs projects of Vitest, filtered by parts of paths, and counts the results. */
export async function vitest(
  projects,
  filters,
  { command = 'run', env = process.env, as = [], node = process.execPath } = {},
) {
  const events = inCache(projects.includes('e2e') ? 'e2e' : 'reports', `${projects[0]}.jsonl`)
  rmSync(events, { force: true })
  const [program, ...args] = [
    ...as,
    node,
    inModules('vitest', 'vitest.mjs'),
    command,
    '--run',
    // A project may have no test that imports the changed files.
    ...(command === 'related' ? ['--passWithNoTests'] : []),
    '--configLoader=runner',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    `--reporter=${inRoot('scripts', 'lib', 'run-reporter.mjs')}`,
    ...filters,
  ]
  const child = start(program, args, {
    cwd: inRoot(),
    env: { ...env, GALLEY_TEST_EVENTS: events },
    patience: 3000,
  })
  const processorSeconds = countProcessorTime(child.pid)
  const stopWatching = watch(events, () => void end(child))
  const code = await ended(child)
  const isHung = stopWatching()
  await end(child)
  const processor = processorSeconds()
  killStrays()
  const result = countRun(events, code, { mayBeEmpty: command === 'related' })
  return { ...result, processor, ...(isHung && { files: [] }) }
}

/**
 * Calls `hangs` when nothing has been heard of a run for too long.
 * @returns {() => boolean} ends watching, and says whether it was called
 */
function watch(events, hangs) {
  let isHung = false
  let heard = Date.now()
  let looked = heard
  const timer = setInterval(() => {
    const now = Date.now()
    // A computer that was asleep has not been waiting.
    heard = Math.max(heard + (now - looked > patience / 2 ? now - looked : 0), lastHeard(events) ?? 0)
    looked = now
    if (isHung || now - heard < patience) return
    isHung = true
    say(`no test has begun or ended for ${patience / 60_000} minutes: the run is ended. These were running:`)
    for (const test of runningTests(events)) say(`  ${test}`)
    hangs()
  }, 5000)
  return () => {
    clearInterval(timer)
    return isHung
  }
}

async function packaging(filters) {
  await prepareE2e()
  if (process.platform === 'linux') ensureTools('gpg', 'gpg-agent')
  return vitest(['package'], filters)
}

/**
 * The checks of what has been changed and not landed: lint and format of these files, types, and the unit, ui and
 * integration tests that import them. Of integration, the core.
 * @param {string | undefined} since see changed-files.mjs
 */
export function changedParts(since) {
  const files = changedFiles(since)
  const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  say(`${files.length} files have been changed, ${code.length} of them code`)
  if (code.length === 0) return files.length === 0 ? {} : { format: () => formatPaths(files) }
  return {
    unit: () => vitest(['unit', 'ui'], code, { command: 'related' }),
    lint: () => lintPaths(code),
    format: () => formatPaths(files),
    types,
    integration: () => vitest(['integration'], code, { command: 'related' }),
  }
}

/** Parts that only read the sources and share nothing: they run beside the others from the start. */
export const readers = ['lint', 'format', 'types']

/** Parts whose files use other programs: a file that fails is run once more, alone. */
export const repeated = ['integration', 'e2e']

/** All parts in running order. Those that only read the sources end while the unit tests run. */
export const parts = { unit, lint, format, types, integration, package: packaging, e2e }
