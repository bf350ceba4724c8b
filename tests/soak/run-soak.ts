import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../../shared/json.ts'
import { createAttention } from './attention.ts'
import { createCampaign } from './campaign.ts'
import { checkDatabase } from './check-database.ts'
import { makeDocuments } from './documents.ts'
import { judge, tornBy } from './judge.ts'
import { createLedger } from './ledger.ts'
import { createOtherEditor } from './other-editor.ts'
import { seeded } from './random.ts'
import { report } from './report.ts'
import { openSite } from './site.ts'
import { createEditorActions } from './editor-actions.ts'
import { valuesOf } from './values.ts'
import { createFaultSchedule } from './fault-schedule.ts'

/*
 * The soak (docs/soak.md): an editor that is killed, a network that breaks, a server that is killed, somebody else who
 * edits the same documents; at the end nothing may be lost or done twice.
 */

const { values: args } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Ends earlier, after so many steps. */
    steps: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '5' },
    /** How many seconds the outbox may take to drain once everything works again. */
    drain: { type: 'string', default: '240' },
    /** Ends earlier, after so many kills and faults. */
    faults: { type: 'string', default: '1000' },
    /** One of `diskFull` and `withoutCompanion`: most of the time. */
    often: { type: 'string' },
    /** Keeps the folder with the databases. */
    keep: { type: 'boolean', default: false },
    /** Writes everything that happened to a file. */
    trace: { type: 'string' },
    /** Writes what was found to a file, as JSON. */
    findings: { type: 'string' },
  },
})
const seed = Number(args.seed)
const until = performance.now() + Number(args.minutes) * 60_000
const random = seeded(seed)
process.stdout.write(`soak: seed ${seed}\n`)

const ledger = createLedger()
const folder = await mkdtemp(path.join(tmpdir(), 'galley-soak-'))
const site = await openSite()
let failed: boolean
try {
  await makeDocuments(site, ledger, random)
  const values = valuesOf('mine', random)
  const other = createOtherEditor({ site, ledger, random, values: valuesOf('theirs', seeded(seed + 1)) })
  const attention = createAttention(ledger, random)
  const faultSchedule = createFaultSchedule({
    proxy: site.proxy,
    random,
    note: (text) => ledger.note(text),
    hasCompanion: site.hasCompanion,
    meanwhile: () => other.disturb(attention.pick()),
  })
  const campaign = await createCampaign({
    site,
    ledger,
    random,
    faultSchedule,
    file: path.join(folder, 'account.sqlite'),
  })
  const authors = (await site.ask('GET', '/authors?limit=1&depth=0')).json?.['docs'] as { id: Json }[]
  const author = authors[0]?.id ?? null
  const actions = createEditorActions({
    ledger,
    random,
    attention,
    values,
    give: campaign.give,
    author: () => author,
  })
  await campaign.meet()

  let steps = 0
  const killsAndFaults = () =>
    campaign.kills() + [...faultSchedule.struck.values()].reduce((sum, count) => sum + count, 0)
  let said = performance.now()
  while (performance.now() < until && steps < Number(args.steps) && killsAndFaults() < Number(args.faults)) {
    steps += 1
    if (performance.now() - said > 30_000) {
      said = performance.now()
      process.stdout.write(
        `soak: ${steps} steps, ${ledger.edits.length} edits, ${killsAndFaults()} kills and faults\n`,
      )
    }
    const step = random.weighted({
      edit: 60,
      save: 12,
      undo: 14,
      unpublish: 1,
      create: 3,
      bulk: 1,
      takeBack: 2,
      remove: 0.4,
      restore: 0.4,
      leave: 2,
      resolve: 3,
      refresh: 8,
      refreshList: 0.7,
      sendNow: 4,
      other: 12,
      otherRemoves: 0.3,
      fault: 24,
      kill: 0.8,
      quit: 0.4,
      killInFlight: 1.2,
      cmsEnds: 0.25,
      expire: 0.6,
      strike: 4,
      clockJumps: 0.5,
      secondServer: 0.15,
      diskFull: args.often === 'diskFull' ? 8 : 0.5,
      withoutCompanion: args.often === 'withoutCompanion' ? 8 : 0.2,
    })
    switch (step) {
      case 'edit':
      case 'save':
      case 'undo':
      case 'unpublish':
      case 'create':
      case 'bulk':
      case 'takeBack':
      case 'remove':
      case 'restore':
      case 'leave':
      case 'refresh':
        campaign.background(actions[step]())
        break
      case 'resolve':
        campaign.background(campaign.resolve())
        break
      case 'refreshList': {
        const slug = random.pick(['posts', 'pages', 'notes', 'kitchen-sink'])
        campaign.background(campaign.give('refreshList', { slug }))
        break
      }
      case 'sendNow':
        campaign.background(campaign.give('sendNow', null))
        break
      case 'other': {
        const doc = attention.pick()
        const isSeen = random.chance(0.4)
        const disturb = async (): Promise<void> => {
          await other.disturb(doc)
          if (isSeen) await campaign.give('refresh', { ref: doc.ref }, doc)
        }
        campaign.background(disturb())
        break
      }
      case 'otherRemoves':
        campaign.background(other.remove(random.pick(ledger.docs)))
        break
      case 'fault':
        faultSchedule.strike()
        break
      case 'kill':
        await campaign.kill()
        break
      case 'quit':
        await campaign.quit()
        break
      case 'killInFlight':
        await campaign.killInFlight()
        break
      case 'cmsEnds':
        campaign.background(campaign.endCms())
        break
      case 'expire':
        campaign.background(campaign.expire())
        break
      case 'strike':
        site.witness.strike(
          random.weighted({ 'throw-before': 2, 'throw-after': 3, change: 2, narrow: 2, deny: 1 }),
        )
        break
      case 'clockJumps':
        campaign.background(campaign.clockJumps())
        break
      case 'secondServer':
        campaign.background(campaign.secondServer())
        break
      case 'withoutCompanion':
        campaign.background(campaign.withoutCompanion())
        break
      case 'diskFull':
        campaign.background(campaign.diskFull())
        break
    }
    await pause(random.int(0, 45))
  }

  process.stdout.write(`soak: ${steps} steps done, everything heals\n`)
  const drained = await campaign.heal(Number(args.drain) * 1000)
  const findings = [
    ...campaign.troubles,
    ...drained,
    ...checkDatabase(path.join(folder, 'account.sqlite')),
    ...(await judge({ site, ledger, give: campaign.give })),
  ]
  await campaign.end()
  const plain = findings.map(({ kind, text }) => ({ kind, text }))
  if (args.findings !== undefined) await writeFile(args.findings, JSON.stringify(plain))
  failed = await report({
    seed,
    steps,
    findings,
    ledger,
    site,
    faultSchedule,
    campaign,
    traceFile: args.trace ?? null,
    torn: tornBy({ site, ledger }),
  })
} finally {
  await site.close()
  if (!args.keep) await rm(folder, { recursive: true, force: true })
  else process.stdout.write(`soak: ${folder}\n`)
}
process.exit(failed ? 1 : 0)
