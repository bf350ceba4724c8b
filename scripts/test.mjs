// npm test: what must pass before anything lands. npm run test:all: every test that there is.
// npm test -- PART… [FILTER…]: the named parts, whole or narrowed by parts of paths.
// npm test -- changed [REVISION]: what has been changed since the branch left its upstream, or since a revision.
// What failed is said once more at the end. The last line is "N passed, N failed".
import { readFileSync, readdirSync } from 'node:fs'
import { ensureNode } from './lib/node-version.mjs'
import { waitForOthers } from './lib/one-at-a-time.mjs'
import { endAll } from './lib/processes.mjs'
import { inRoot, say, Stop } from './lib/project.mjs'
import { launch, setUp } from './lib/setup.mjs'
import { changedParts, parts, prepareE2e, readers, repeated } from './lib/test-parts.mjs'

/** Most unsteady files that are reported and accepted. With more of them the run fails. */
const MOST_UNSTEADY = 3

launch(async () => {
  await ensureNode()
  await waitForOthers()
  const { runs, filters } = chosen(process.argv.slice(2))
  await setUp({ electron: false })
  const results = await runAll(runs, filters)
  const unsteady = await runAgain(results, runs)
  await endAll()
  for (const { name, failed, remarks } of results)
    if (failed > 0) for (const line of [`── ${name}`, ...remarks]) process.stdout.write(`${line}\n`)
  for (const line of unsteady) process.stdout.write(`${line}\n`)
  const [passed, failed] = [sum(results, 'passed'), sum(results, 'failed')]
  process.exitCode = failed === 0 ? 0 : 1
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
})

/** The parts to run, by name, and the path filters for Vitest. */
function chosen(args) {
  const [first] = args
  // Read by vitest.config.ts.
  if (first === undefined || first === 'changed') process.env.GALLEY_SUITE = 'core'
  else delete process.env.GALLEY_SUITE
  if (first === 'changed') return { runs: changedParts(args[1]), filters: [] }
  if (first === 'all') say(beyondCore())
  if (first === undefined || first === 'all') return { runs: parts, filters: [] }
  const end = args.findIndex((arg) => !Object.hasOwn(parts, arg))
  const names = end === -1 ? args : args.slice(0, end)
  if (names.length === 0)
    throw new Stop(`name a part before "${first}": ${Object.keys(parts).join(', ')}; or all, or changed`)
  const runs = Object.fromEntries(names.map((name) => [name, parts[name]]))
  return { runs, filters: end === -1 ? [] : args.slice(end) }
}

/** Describes in words the tests beyond the core. */
function beyondCore() {
  const core = JSON.parse(readFileSync(inRoot('tests/core.json'), 'utf8'))
  const more = Object.entries(core).map(([part, files]) => {
    const all = readdirSync(inRoot('tests', part)).filter((name) => name.endsWith('.test.ts'))
    return `${all.length - files.length} files of ${part}`
  })
  return `every test: beyond npm test, ${more.join(' and ')}`
}

/** Runs parts one after another; those that only read the sources run beside the others from the start. */
async function runAll(runs, filters) {
  const names = Object.keys(runs)
  const begun = new Map()
  for (const name of names.filter((part) => readers.includes(part)))
    begun.set(name, timed(name, runs[name], filters))
  if (names.includes('e2e')) void prepareE2e()
  const results = []
  for (const name of names) {
    process.stdout.write(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}\n`)
    const result = await (begun.get(name) ?? timed(name, runs[name], filters))
    for (const remark of result.remarks) process.stdout.write(`${remark}\n`)
    process.stdout.write(`── ${inWords(result)}\n`)
    results.push(result)
  }
  return results
}

/**
 * Runs each failed file of the `repeated` parts once more, alone, if they are few. If it passes, its failure is removed
 * from the results.
 * @returns {Promise<string[]>} a line for each test that failed the first time only
 */
async function runAgain(results, runs) {
  const again = results
    .filter(({ name }) => repeated.includes(name))
    .flatMap((result) => (result.files ?? []).map((file) => ({ result, file })))
  if (again.length > MOST_UNSTEADY) return []
  const unsteady = []
  for (const { result, file } of again) {
    process.stdout.write(`\n── once more, alone: ${file.file}\n`)
    const second = await timed(result.name, runs[result.name], [file.file])
    process.stdout.write(`── ${inWords(second)}\n`)
    if (second.failed > 0) continue
    result.passed += second.passed - file.passed
    result.failed -= file.failed
    result.remarks = result.remarks.filter((remark) => !file.remarks.includes(remark))
    const tests = file.tests.length > 0 ? file.tests : ['outside of its tests']
    unsteady.push(...tests.map((test) => `unsteady: ${file.file} › ${test}`))
  }
  return unsteady
}

/** Runs a part, and reports its duration. */
async function timed(name, run, filters) {
  const began = Date.now()
  const answer = await run(filters).catch(crashed)
  return { name, ...answer, seconds: (Date.now() - began) / 1000 }
}

function inWords({ name, passed, failed, seconds, processor, dearest = [] }) {
  const work = typeof processor === 'number' ? `, ${processor.toFixed(0)} processor seconds` : ''
  const files = dearest.length > 0 ? `\n   dearest: ${dearest.join(', ')}` : ''
  return `${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s${work}${files}`
}

const sum = (results, key) => results.reduce((total, result) => total + result[key], 0)

function crashed(error) {
  const words = error instanceof Stop ? error.message : String(error?.stack ?? error)
  return { passed: 0, failed: 1, remarks: [words] }
}
