import { parseArgs } from 'node:util'
import { failingTests, soakFindings, type SoakFindings } from './ask.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'
import { copyProject, type Copy } from './plant.ts'

/*
 * Plants one fault at a time in a copy of the project and asks who notices: the quick tests, and where they do not, the
 * soak. One that nobody notices is a hole in the proof; one that cannot be planted any more is an error.
 */

const FINDINGS: Mutant['findings'] = ['lost', 'duplicated', 'changed', 'untrue', 'unexpected', 'database']

type Row = { mutant: Mutant; by: string | null; seconds: number }

const { values: args } = parseArgs({
  options: {
    /** One of them, by its name; empty: all. */
    mutants: { type: 'string', default: '' },
    /** Asks the soak only. */
    'soak-only': { type: 'boolean', default: false },
    /** Leaves out those of which the soak is asked. */
    'tests-only': { type: 'boolean', default: false },
  },
})
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const chosen = mutants
  .filter(({ name }) => args.mutants === '' || name === args.mutants)
  .filter((mutant) => !args['tests-only'] || !asksSoak(mutant))
if (chosen.length === 0) throw new Error(`there is no fault called ${args.mutants}`)

const copy = await copyProject()
let survivors: Row[]
try {
  await askWithoutFault(copy)
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

/** What fails without any fault would count as noticed with each. */
async function askWithoutFault({ folder }: Copy): Promise<void> {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))]
  if (files.length > 0 && !args['soak-only']) {
    const failing = await failingTests(folder, files)
    if (failing.length > 0) throw new Error(`fails without any fault: ${failing.join(' | ')}`)
  }
  for (const plan of soakPlans(chosen.filter(asksSoak))) {
    const found = counted(await soakFindings(folder, plan), undefined)
    if (found.length > 0) throw new Error(`the soak finds without any fault: ${found[0]?.text ?? ''}`)
  }
  say('without a fault nobody has anything to say')
}

/** Each soak that these are asked of, once. */
function soakPlans(asked: readonly Mutant[]): Pick<Mutant, 'app' | 'often'>[] {
  const plans = asked.map(({ app = false, often }) => (often === undefined ? { app } : { app, often }))
  return [...new Map(plans.map((plan) => [JSON.stringify(plan), plan])).values()]
}

function asksSoak({ tests, soakToo }: Mutant): boolean {
  return args['soak-only'] || tests.length === 0 || soakToo === true
}

async function tryOne({ folder, plant }: Copy, mutant: Mutant): Promise<Row> {
  const began = performance.now()
  const takeOut = await plant(mutant.edits)
  try {
    const failing =
      mutant.tests.length === 0 || args['soak-only'] ? [] : await failingTests(folder, mutant.tests)
    const byTests = failing[0] === undefined ? null : `test “${failing[0]}”`
    // Asked where it has to be, and where nobody else has noticed.
    const bySoak = asksSoak(mutant) || byTests === null ? await noticedBySoak(folder, mutant) : null
    const hasAll = bySoak !== null || (byTests !== null && !asksSoak(mutant))
    const by = hasAll ? [byTests, bySoak].filter((who) => who !== null).join('; ') : null
    return { mutant, by, seconds: Math.round((performance.now() - began) / 1000) }
  } finally {
    await takeOut()
  }
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
