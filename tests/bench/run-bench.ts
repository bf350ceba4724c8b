import { parseArgs } from 'node:util'
import { goTo } from '../e2e/support/addresses.ts'
import { login, newDataFolder, startGalley } from '../e2e/support/galley-app.ts'
import { startBenchSite, type BenchSite } from './bench-site.ts'
import { measureMemory } from './measure-memory.ts'
import { measureReplay } from './measure-replay.ts'
import { measureSaving } from './measure-saving.ts'
import { measureScreens } from './measure-screens.ts'
import { measureStart } from './measure-start.ts'
import { measureTyping } from './measure-typing.ts'
import { machine, ms, table, timed, writePage, type Line } from './report.ts'

const parts = ['start', 'screens', 'typing', 'memory', 'saving', 'replay']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '9' }, write: { type: 'boolean', default: false } },
})
const wanted = positionals.length > 0 ? positionals : parts
const stranger = wanted.find((name) => !parts.includes(name))
if (stranger !== undefined) throw new Error(`there is no part "${stranger}", only: ${parts.join(', ')}`)
if (values.write && positionals.length > 0) throw new Error('--write takes the figures of all parts')

const site = await startBenchSite()
try {
  const { lines, electron } = await measureAll(site, Number(values.runs))
  process.stdout.write(`\n${table(lines)}\n\nOn ${machine(electron)}\n`)
  if (values.write) await writePage(lines, machine(electron))
} finally {
  await site.dispose()
}

async function measureAll({ ...all }: BenchSite, runs: number): Promise<{ lines: Line[]; electron: string }> {
  const lines: Line[] = []
  const dataFolder = newDataFolder()
  const galley = await startGalley({ server: all.cms.url, dataFolder })
  const { page } = galley
  const electron = await galley.app.evaluate(() => process.versions['electron'] ?? '')
  try {
    await login(page, 'admin@example.com')
    // From here on it is on this computer.
    await goTo(page, `/collections/posts/${all.bigId}`)
    await page.locator('[id^="form-"][id$="-title"]').waitFor()
    if (wanted.includes('screens')) {
      say('lists, documents and versions')
      const screens = await measureScreens(page, all, runs)
      lines.push(
        timed('list of 25 rows, click to painted', 40, screens.list25, '–'),
        timed('list of 100 rows, click to painted', 40, screens.list100, '243 ms'),
        timed('back to a list of 100 rows, click to painted', 40, screens.list100Again, '–'),
        timed('small document, click to editable', 30, screens.small, '77 ms'),
        timed('big document, click to editable', 60, screens.big, '478 ms'),
        timed('list of versions, click to painted', 40, screens.versions, '111 ms'),
      )
    }
    if (wanted.includes('typing')) {
      say('keystrokes')
      const typing = await measureTyping(page, all, 20 * runs)
      lines.push(
        timed('keystroke in the title of the big document, p95: work of the page', 8, typing.work, '–'),
        {
          what: 'the same to the painted frame, with the wait for the display at 60 Hz',
          bar: '–',
          measured: ms(typing.painted),
          web: '64 ms',
          meets: null,
        },
      )
    }
    if (wanted.includes('memory')) {
      say('memory')
      const { heapMb, elements } = await measureMemory(page, all)
      lines.push({
        what: 'heap of the page with the big document, scrolled through',
        bar: '40 MB',
        measured: `${heapMb.toFixed(1)} MB, ${elements} elements`,
        web: '42 MB',
        meets: heapMb <= 40,
      })
    }
    if (wanted.includes('saving')) {
      say('Save Draft')
      const saving = await measureSaving(page, all, runs)
      const factor = saving.acknowledged / saving.raw
      lines.push(timed('Save Draft of the big document, click to durable', 30, saving.durable, '–'), {
        what: 'Save Draft of the big document, click to acknowledged',
        bar: `1.3 x raw (${ms(saving.raw)})`,
        measured: `${ms(saving.acknowledged)}, ${factor.toFixed(2)} x`,
        web: '863 ms',
        meets: factor <= 1.3,
      })
    }
  } finally {
    await galley.close()
  }
  if (wanted.includes('start')) {
    say('cold starts')
    const start = await measureStart(dataFolder, all, runs)
    lines.unshift(
      timed('cold start to the first thing in the window', 400, start.window, '–'),
      timed('cold start to the dashboard', 900, start.dashboard, '–'),
      timed('cold start to the big document editable, by its address', 900, start.big, '1,787 ms'),
    )
  }
  if (wanted.includes('replay')) {
    say('replay, which takes some minutes')
    const { queued, sent, ms: taken, rawMs } = await measureReplay(all)
    const factor = taken / rawMs
    lines.push({
      what: `replay of ${queued.toLocaleString('en')} queued edits`,
      bar: `1.3 x raw (${(rawMs / 1000).toFixed(1)} s)`,
      measured: `${(taken / 1000).toFixed(1)} s, ${factor.toFixed(2)} x, ${sent.toLocaleString('en')} requests`,
      web: '–',
      meets: factor <= 1.3,
    })
  }
  return { lines, electron }
}

function say(what: string): void {
  process.stdout.write(`galley: measuring ${what}\n`)
}
