// npm test [-- PART… [FILTER…]]: all checks, or the named parts. What failed is said once more at the end.
// The last line is "N passed, N failed".
import { Stop } from './lib/project.mjs'
import { endAll } from './lib/processes.mjs'
import { parts, prepareE2e, readers } from './lib/test-parts.mjs'
import { launch, setUp } from './lib/setup.mjs'

launch(async () => {
  const { names, filters } = chosen(process.argv.slice(2))
  await setUp({ electron: false })
  const sum = { passed: 0, failed: 0 }
  const failures = []
  const begun = new Map()
  for (const name of names.filter((part) => readers.includes(part))) begun.set(name, timed(name, filters))
  if (names.includes('e2e')) void prepareE2e()
  for (const name of names) {
    process.stdout.write(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}\n`)
    const { passed, failed, remarks, seconds } = await (begun.get(name) ?? timed(name, filters))
    for (const remark of remarks) process.stdout.write(`${remark}\n`)
    if (failed > 0) failures.push(`── ${name}`, ...remarks)
    process.stdout.write(`── ${name}: ${passed} passed, ${failed} failed, ${seconds} s\n`)
    sum.passed += passed
    sum.failed += failed
  }
  await endAll()
  for (const line of failures) process.stdout.write(`${line}\n`)
  process.exitCode = sum.failed === 0 ? 0 : 1
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`)
})

/** Parts come first; what follows them is handed to Vitest. */
function chosen(args) {
  const first = args.findIndex((arg) => !Object.hasOwn(parts, arg))
  const names = first === -1 ? args : args.slice(0, first)
  const filters = first === -1 ? [] : args.slice(first)
  if (names.length === 0 && filters.length > 0) {
    throw new Stop(`name a part before "${filters[0]}": ${Object.keys(parts).join(', ')}`)
  }
  return { names: names.length > 0 ? names : Object.keys(parts), filters }
}

/** Runs a part, and says how long it took. */
async function timed(name, filters) {
  const began = Date.now()
  const answer = await parts[name](filters).catch(crashed)
  return { ...answer, seconds: ((Date.now() - began) / 1000).toFixed(1) }
}

function crashed(error) {
  return {
    passed: 0,
    failed: 1,
    remarks: [error instanceof Stop ? error.message : String(error?.stack ?? error)],
  }
}
