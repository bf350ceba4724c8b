import { writeFile } from 'node:fs/promises'
import type { Campaign } from './campaign.ts'
import type { Finding } from './finding.ts'
import { canonical } from './canonical.ts'
import { describeWrite } from './done-writes.ts'
import type { Ledger } from './ledger.ts'
import type { Site } from './site.ts'
import type { FaultSchedule } from './fault-schedule.ts'

const SHOWN = 12
const LINES = 60

/** Says what was done and found. True: something must not be. */
export async function report(options: {
  seed: number
  steps: number
  findings: Finding[]
  ledger: Ledger
  site: Site
  faultSchedule: FaultSchedule
  campaign: Campaign
  traceFile: string | null
  torn: { documents: number; cells: number }
}): Promise<boolean> {
  const { torn } = options
  const { seed, steps, findings, ledger, site, faultSchedule, campaign, traceFile } = options
  const say = (text: string): void => void process.stdout.write(`${text}\n`)
  const count = (kind: Finding['kind']): number => findings.filter((finding) => finding.kind === kind).length
  const edits = ledger.edits.filter(({ what }) => what !== 'create')
  const acked = edits.filter(({ fate }) => fate === 'acked').length
  const faults = [...faultSchedule.struck.values()].reduce((sum, times) => sum + times, 0)
  const writes = site.witness.writes
  const of = (who: 'me' | 'other') => writes.filter((write) => write.who === who)
  const problems = new Map<string, number>()
  for (const { entry } of ledger.verdicts) {
    const code = entry.problem?.code ?? ''
    problems.set(code, (problems.get(code) ?? 0) + 1)
  }
  const list = (map: ReadonlyMap<string, number>): string =>
    [...map].map(([name, times]) => `${name} ${times}`).join(', ')
  say('')
  say(`seed ${seed}: ${steps} steps`)
  say(
    `edits            ${edits.length} (${acked} acknowledged), creations ${ledger.docs.filter(({ madeHere }) => madeHere).length}, publications ${edits.filter(({ what }) => what === 'publish').length}, deletions ${edits.filter(({ what }) => what === 'delete').length}`,
  )
  say(`other editor     ${of('other').length} writes`)
  say(
    `server saw of us ${of('me').length} writes: ${list(tally(of('me').map(({ outcome }) => outcome)))}; refused ${list(
      tally(
        of('me')
          .filter(({ outcome }) => outcome === 'refused')
          .map(({ status }) => String(status)),
      ),
    )}`,
  )
  say(
    `kills            ${campaign.counts.kills} (${campaign.counts.killsInFlight} in flight), quit ${campaign.counts.quits}, CMS ended ${campaign.counts.cmsEnds}, sessions expired ${campaign.counts.expiries}, databases checked ${campaign.counts.checks + 1}`,
  )
  say(`faults           ${faults}: ${list(faultSchedule.struck)}`)
  const strikes = tally(writes.flatMap(({ strike }) => (strike === null ? [] : [strike.kind])))
  say(
    `site's own code  ${list(strikes)}; second server processes ${campaign.counts.secondServers}, clock jumps ${campaign.counts.clockJumps}, times without the companion ${campaign.counts.withoutCompanion} (${of('me').filter(({ checked }) => !checked).length} writes)`,
  )
  say(
    `disk             full ${campaign.counts.fullDisks} times, edits that were said to be unwritten ${campaign.counts.unwritten}`,
  )
  say(`parked           ${ledger.verdicts.length}: ${list(problems)}`)
  say(
    `torn by the end of a server (SQLite, no transactions): ${torn.cells} places in ${torn.documents} documents`,
  )
  say(`kills and faults ${campaign.counts.kills + campaign.counts.cmsEnds + faults}`)
  say(
    `lost ${count('lost')}, duplicated ${count('duplicated')}, changed ${count('changed')}, torn ${count('torn')}, untrue ${count('untrue')}, other ${findings.length - count('lost') - count('duplicated') - count('changed') - count('torn') - count('untrue')}`,
  )

  if (traceFile) await writeFile(traceFile, `${everything(ledger, site).join('\n')}\n`)
  for (const finding of findings.slice(0, SHOWN)) {
    say(`\n${finding.kind.toUpperCase()} ${finding.text}`)
  }
  const docs = [...new Set(findings.flatMap(({ doc }) => (doc ? [doc] : [])))]
  for (const doc of docs.slice(0, 2)) {
    say(`\nWhat happened to ${JSON.stringify(ledger.realRef(doc.ref))}, last ${LINES} lines:`)
    for (const line of everything(ledger, site, doc).slice(-LINES)) say(`  ${line.slice(0, 600)}`)
  }
  if (findings.length > 0) say(`\nAgain with: npm run soak -- --seed=${seed}`)
  return findings.length > 0
}

function tally(words: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
  return times
}

/** Edits, verdicts, kills, faults and writes in the order of time; of one document where it is given. */
function everything(ledger: Ledger, site: Site, doc: Ledger['docs'][number] | null = null): string[] {
  const ref = doc ? ledger.realRef(doc.ref) : null
  const id = ref?.kind === 'collection' ? ref.id : ''
  const tempId = doc?.ref.kind === 'collection' ? doc.ref.id : ''
  const notes = ledger.trace.filter(
    (line) =>
      doc === null ||
      line.doc === doc ||
      (line.doc === null && (!/strikes/.test(line.text) || line.text.includes(`/${id}?`))),
  )
  const writes = site.witness.writes.filter(
    (write) =>
      ref === null ||
      (write.slug === ref.slug &&
        (write.id === id || write.id === tempId || canonical(write.answer?.['id']) === id)),
  )
  return [
    ...notes.map(({ at, text, doc: of }) => ({
      at,
      text: `${of ? `[${of.ref.slug} ${of.ref.kind === 'collection' ? of.ref.id : ''}] ` : ''}${text}`,
    })),
    ...writes.map((write) => ({
      at: write.at,
      text: `write until ${Math.round(write.endedAt ?? 0)} ${describeWrite(write)}`,
    })),
  ]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => `${Math.round(at)} ${text}`)
}
