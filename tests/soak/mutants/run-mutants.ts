import { parseArgs } from 'node:util'
import { isQuickTest, reachIn } from './asked-tests.ts'
import { failingTests, firstFailing, soakFindings, type SoakFindings } from './ask.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'
import { copyProject, type Copy } from './plant.ts'

/*
 * Plants one fault at a time in a copy of the project, and runs the quick tests that reach the file, then its
 * integration tests, then the soak, until one fails. An unnoticed fault is a gap; a misplaced one an error.
 */

const FINDINGS: Mutant['findings'] = [
  'lost',
  'duplicated',
  'changed',
  'torn',
  'untrue',
  'unexpected',
  'trouble',
  'database',
]
/** The test of the mutants' own places, which would notice each of them for that alone. */
const KNOWS_PLACES = 'tests/unit/soak/mutants.test.ts'

type Row = { mutant: Mutant; by: string | null; seconds: number }

const { values: args } = parseArgs({
  options: {
    /** Mutants by name or beginning of a name, separated by commas; empty: all. */
    mutants: { type: 'string', default: '' },
    /** Runs only the soak, for each of them. */
    'soak-only': { type: 'boolean', default: false },
    /** Runs only the tests. */
    'tests-only': { type: 'boolean', default: false },
    /** Number of nearest tests to run: enough to see quick detections. */
    nearest: { type: 'string', default: '10000' },
    /** Skips the run without a fault. */
    'no-control': { type: 'boolean', default: false },
  },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const names = args.mutants.split(',').filter((name) => name !== '')
const chosen = mutants.filter(
  ({ name }) => names.length === 0 || names.some((beginning) => name.startsWith(beginning)),
)
if (chosen.length === 0) throw new Error(`there is no fault called ${args.mutants}`)

const copy = await copyProject()
const reach = reachIn(copy.folder)
const quickTestsOf = ({ edits }: Mutant): string[] =>
  reach
    .testsOf(edits.map(({ file }) => file))
    .filter((file) => isQuickTest(file) && file !== KNOWS_PLACES)
    .slice(0, Number(args.nearest))
let survivors: Row[]
try {
  if (!args['no-control']) await askWithoutFault(copy)
  const rows: Row[] = []
  for (const mutant of chosen) {
    const row = await tryOne(copy, mutant).catch((error: unknown): Row => {
      say(`${mutant.name}: ${error instanceof Error ? error.message : String(error)}`)
      return { mutant, by: null, seconds: 0 }
    })
    rows.push(row)
    say(
      `${row.by === null ? 'SURVIVES' : 'caught  '} ${mutant.name}, ${row.seconds} s${row.by === null ? '' : `: ${row.by}`}`,
    )
  }
  printTable(rows)
  survivors = rows.filter(({ by }) => by === null)
} finally {
  await copy.remove()
}
if (survivors.length > 0) say(`\nNobody notices: ${survivors.map(({ mutant }) => mutant.name).join(', ')}`)
process.exit(survivors.length > 0 ? 1 : 0)

/** A test that fails without a fault would count as noticing each. */
async function askWithoutFault({ folder }: Copy): Promise<void> {
  const files = [
    ...new Set(chosen.flatMap((mutant) => [...quickTestsOf(mutant), ...(mutant.integration ?? [])])),
  ]
  if (files.length > 0 && !args['soak-only']) {
    for (const { file, name } of await failingTests(folder, files, { bail: 0 }))
      if ((await failingTests(folder, [file])).length > 0) throw new Error(`fails without any fault: ${name}`)
  }
  for (const plan of soakPlans(chosen.filter(isForSoak))) {
    const found = counted(await soakFindings(folder, plan), undefined)
    if (found.length > 0) throw new Error(`the soak finds without any fault: ${found[0]?.text ?? ''}`)
  }
  say('without a fault nobody has anything to say')
}

/** Returns each soak run that the mutants need, once. */
function soakPlans(asked: readonly Mutant[]): Pick<Mutant, 'app' | 'often'>[] {
  const plans = asked.map(({ app = false, often }) => (often === undefined ? { app } : { app, often }))
  return [...new Map(plans.map((plan) => [JSON.stringify(plan), plan])).values()]
}

/** True if the soak has to notice alone. */
function isForSoak(mutant: Mutant): boolean {
  if (args['tests-only']) return false
  return args['soak-only'] || mutant.soakToo === true || mutant.app === true
}

async function tryOne({ folder, plant }: Copy, mutant: Mutant): Promise<Row> {
  const began = performance.now()
  const takeOut = await plant(mutant.edits)
  try {
    const byTests = args['soak-only'] ? null : await noticedByTests(folder, mutant)
    const asksSoak = isForSoak(mutant) || (byTests === null && !args['tests-only'])
    const bySoak = asksSoak ? await noticedBySoak(folder, mutant) : null
    const isNoticed = bySoak !== null || (byTests !== null && !isForSoak(mutant))
    const by = isNoticed ? [byTests, bySoak].filter((who) => who !== null).join('; ') : null
    return { mutant, by, seconds: Math.round((performance.now() - began) / 1000) }
  } finally {
    await takeOut()
  }
}

async function noticedByTests(folder: string, mutant: Mutant): Promise<string | null> {
  const failing =
    (await firstFailing(folder, quickTestsOf(mutant))) ??
    (await firstFailing(folder, mutant.integration ?? []))
  return failing === null ? null : `_${failing.name}_ (${failing.file.replace(/^tests\//, '')})`
}

async function noticedBySoak(folder: string, mutant: Mutant): Promise<string | null> {
  const [first] = counted(await soakFindings(folder, mutant), mutant.findings)
  return first ? `soak: ${first.kind}, ${first.text.slice(0, 160)}` : null
}

function counted(found: SoakFindings, findings: Mutant['findings']): SoakFindings {
  return found.filter(({ kind }) => (findings ?? FINDINGS)?.includes(kind))
}

function printTable(rows: readonly Row[]): void {
  say('\n| mutant | fault | caught by | seconds |\n| --- | --- | --- | --- |')
  for (const { mutant, by, seconds } of rows)
    say(`| ${mutant.name} | ${mutant.fault} | ${(by ?? '**nobody**').replaceAll('|', '\\|')} | ${seconds} |`)
}
