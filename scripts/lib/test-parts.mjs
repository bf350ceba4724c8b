// The parts of npm test. Each returns how much passed and failed; none throws for a failing test.
import { mkdirSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { inCache, inRoot, say } from './project.mjs'
import { end, ended, killStrays, start } from './processes.mjs'
import { ensureTools } from '../../packaging/tools.mjs'
import { ensureBuild } from './build.mjs'
import { ensureDisplays } from './display.mjs'
import { ensureElectron } from './electron.mjs'
import { prepareNobody, worldWritable } from './nobody.mjs'
import { canSandbox, isRoot } from './sandbox.mjs'
import { ensureSystemLibraries } from './system-libraries.mjs'
import { weakerThanRelease } from './weaker.mjs'
import { countReport } from './vitest-report.mjs'

const linted = ['main', 'preload', 'renderer', 'shared', 'server', 'scripts', 'packaging', 'tests']
const typed = ['shared', 'main', 'preload', 'renderer', 'server', 'tests', 'tsconfig.tooling.json']
const inModules = (...parts) => inRoot('node_modules', ...parts)
/** A runner that hangs is ended after this many milliseconds, and counts as failed. */
const patience = 40 * 60 * 1000

/** Runs a tool of ours; what it says comes as remarks, as others may run at the same time. */
async function runNode(...args) {
  const child = start(process.execPath, args, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'pipe'] })
  // It has what the tests leave of the processor.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const said = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => said.push(text))
  const closed = new Promise((resolve) => child.once('close', resolve))
  const code = await ended(child)
  if (child.pid !== undefined) await closed
  const remarks = said.join('').trim()
  return { code, remarks: remarks === '' ? [] : [remarks] }
}
const one = (...runs) => {
  const failed = runs.some(({ code }) => code !== 0)
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, remarks: runs.flatMap(({ remarks }) => remarks) }
}

async function lint() {
  const rules = await runNode(inModules('oxlint', 'bin', 'oxlint'), '--type-aware', ...linted)
  const walls = await runNode(inRoot('scripts', 'check-walls.mjs'))
  return one(rules, walls)
}

async function format() {
  // By content: what was well formed, and is as it was, is not parsed again.
  const kept = ['--cache', '--cache-strategy=content', `--cache-location=${inCache('prettier.json')}`]
  const prettier = inModules('prettier', 'bin', 'prettier.cjs')
  return one(await runNode(prettier, '--check', '--log-level=warn', ...kept, '.'))
}

async function types() {
  const sum = { passed: 0, failed: 0, remarks: [] }
  for (const project of typed) {
    const { code, remarks } = await runNode(inModules('typescript', 'bin', 'tsc'), '-p', project)
    sum.remarks.push(...remarks)
    sum.passed += code === 0 ? 1 : 0
    if (code === 0) continue
    sum.failed += 1
    sum.remarks.push(`type errors in ${project}`)
  }
  return sum
}

const unit = (filters) => vitest(['unit', 'ui'], filters)
const integration = (filters) => vitest(['integration'], filters)

/** e2e files that run at once, each on a display of its own. They mostly wait, for the server and for the display. */
const filesAtOnce = Number(process.env.GALLEY_E2E_AT_ONCE ?? 3)

async function e2e(filters) {
  const result = await runE2e(filters)
  const open = worldWritable()
  if (open.length === 0) return result
  const remark = `F77 anybody on this computer may write what the run left behind: ${open.join(', ')}`
  return { ...result, failed: result.failed + 1, remarks: [...result.remarks, remark] }
}

let preparing
/** Fetches Electron and builds the app, once; what is wrong is said where e2e asks for it. */
export function prepareE2e() {
  preparing ??= ensureElectron().then(async (electron) => {
    await ensureBuild()
    return electron
  })
  preparing.catch(() => undefined)
  return preparing
}

async function runE2e(filters) {
  const electron = await prepareE2e()
  const weaker = weakerThanRelease({ electron, sandbox: true })
  if (weaker !== null) say(weaker)
  ensureSystemLibraries(electron.executable, { pointer: true })
  const display = await ensureDisplays(filesAtOnce)
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

export async function vitest(
  projects,
  filters,
  { env = process.env, as = [], node = process.execPath } = {},
) {
  const report = inCache(projects.includes('e2e') ? 'e2e' : 'reports', `${projects[0]}.json`)
  const unhandled = report.replace(/json$/, 'unhandled.json')
  for (const path of [report, unhandled]) rmSync(path, { force: true })
  const [command, ...args] = [
    ...as,
    node,
    inModules('vitest', 'vitest.mjs'),
    'run',
    '--configLoader=runner',
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--reporter=${inRoot('scripts', 'lib', 'unhandled-reporter.mjs')}`,
    `--outputFile.json=${report}`,
    ...filters,
  ]
  const child = start(command, args, {
    cwd: inRoot(),
    env: { ...env, GALLEY_UNHANDLED_REPORT: unhandled },
    patience: 3000,
  })
  const limit = setTimeout(() => {
    say(`${projects[0]} has been running for ${patience / 60_000} minutes and is ended`)
    void end(child)
  }, patience)
  const code = await ended(child)
  clearTimeout(limit)
  await end(child)
  killStrays()
  return countReport(report, code, unhandled)
}

async function packaging(filters) {
  await prepareE2e()
  if (process.platform === 'linux') ensureTools('gpg', 'gpg-agent')
  return vitest(['package'], filters)
}

/** Parts that only read the sources, and share nothing: they run beside the others from the start. */
export const readers = ['lint', 'format', 'types']

/** In the order in which they are heard. What reads the sources ends while the unit tests run. */
export const parts = { unit, lint, format, types, integration, package: packaging, e2e }
