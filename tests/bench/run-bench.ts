import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { goTo } from '../e2e/support/addresses.ts'
import { login, newDataFolder, startGalley } from '../e2e/support/galley-app.ts'
import { startBenchSite, type BenchSite } from './bench-site.ts'
import { calibrate } from './calibrate.ts'
import { measureMemory, measureOpenMemory, type Memory } from './measure-memory.ts'
import { measureLists } from './measure-lists.ts'
import { measureMedia } from './measure-media.ts'
import { measureModel } from './measure-model.ts'
import { measureRelations } from './measure-relations.ts'
import { measureReplay } from './measure-replay.ts'
import { measureRichText } from './measure-rich-text.ts'
import { measureRows } from './measure-rows.ts'
import { measureSaving } from './measure-saving.ts'
import { measureScreens, type Warm } from './measure-screens.ts'
import { measureSecondLocale } from './measure-second-locale.ts'
import { measureStart } from './measure-start.ts'
import { measureStore } from './measure-store.ts'
import { measureTyping, type Typing } from './measure-typing.ts'
import { measureVersions } from './measure-versions.ts'
import { reasonsNotToWrite, stricter, type Around } from './quiet-machine.ts'
import {
  beside,
  calibration,
  machine,
  ms,
  table,
  timed,
  writePage,
  type Line,
  type Scale,
  type Unscaled,
} from './report.ts'
import { fieldsOnScreen } from './sights.ts'

const parts = [
  'start',
  'screens',
  'versions',
  'typing',
  'rows',
  'rich-text',
  'model',
  'memory',
  'saving',
  'relations',
  'lists',
  'media',
  'store',
  'replay',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '9' }, write: { type: 'boolean', default: false } },
})
const wanted = positionals.length > 0 ? positionals : parts
const stranger = wanted.find((name) => !parts.includes(name))
if (stranger !== undefined) throw new Error(`there is no part "${stranger}", only: ${parts.join(', ')}`)
if (values.write && positionals.length > 0) throw new Error('--write takes the figures of all parts')

const loadBefore = loadavg()[0] ?? Number.NaN
const site = await startBenchSite()
try {
  const { unscaled, around, electron } = await measureAll(site, Number(values.runs))
  const speed = stricter(around.before, around.after)
  const lines = unscaled.map((line) => (typeof line === 'function' ? line(speed) : line))
  process.stdout.write(`\n${table(lines, speed)}\n\n${calibration(speed)}\nOn ${machine(electron)}\n`)
  const reasons = reasonsNotToWrite(around)
  for (const reason of reasons) say(`no judge of the bars: ${reason}`)
  if (values.write && reasons.length > 0) process.exitCode = 1
  else if (values.write) await writePage(lines, speed, machine(electron))
} finally {
  await site.dispose()
}

type Measured = { unscaled: (Line | Unscaled)[]; around: Around; electron: string }

async function measureAll({ ...all }: BenchSite, runs: number): Promise<Measured> {
  const lines: (Line | Unscaled)[] = []
  const dataFolder = newDataFolder()
  const galley = await startGalley({ server: all.cms.url, dataFolder })
  const { page } = galley
  const electron = await galley.app.evaluate(() => process.versions['electron'] ?? '')
  say('what this machine can do')
  const before = await calibrate(page)
  const inPage = 'page'
  const inWorker = 'worker'
  let bigFields: string[] = []
  try {
    await login(page, 'admin@example.com')
    // From here on it is on this computer.
    await goTo(page, `/collections/posts/${all.bigId}`)
    await page.locator('[id^="form-"][id$="-title"]').waitFor()
    await page.waitForTimeout(1500)
    bigFields = await fieldsOnScreen(page)
    if (wanted.includes('screens')) {
      say('lists, documents and versions')
      const screens = await measureScreens(page, all, runs)
      lines.push(
        ...warmLines('list of 10 rows, press to all visible rows', 30, screens.list10),
        ...warmLines('list of 100 rows, press to all visible rows', 40, screens.list100, '243 ms'),
        timed('back to a list of 100 rows, press to all visible rows', 40, inPage, screens.list100Again, '–'),
        ...warmLines('dashboard, press to all documents of its cards', 40, screens.dashboard),
        ...warmLines('small document, press to all visible fields editable', 30, screens.small, '77 ms'),
        ...warmLines('big document, press to all visible fields editable', 60, screens.big, '478 ms'),
        ...warmLines('list of versions, press to all visible rows', 40, screens.versions, '111 ms'),
        beside('in a page that was just loaded: list of 25 rows', ms(screens.loaded.list25)),
        beside('list of 100 rows', ms(screens.loaded.list100)),
        beside('small document', ms(screens.loaded.small)),
        beside('big document', ms(screens.loaded.big)),
        beside('list of versions', ms(screens.loaded.versions)),
      )
    }
    if (wanted.includes('versions')) {
      say('versions compared, and the API view')
      const versions = await measureVersions(page, all, runs)
      lines.push(
        ...warmLines(
          'versions of a small document compared, press to the first difference',
          40,
          versions.small,
        ),
        ...warmLines(
          'versions of the big document compared, press to the first difference',
          80,
          versions.big,
        ),
        timed('a step on the line of time, key to the differences', 50, inPage, versions.step, '–'),
        ...warmLines('API view of the big document, press to all visible lines', 120, versions.api),
      )
    }
    if (wanted.includes('typing')) {
      say('keystrokes')
      const typing = await measureTyping(page, all, 20 * runs)
      lines.push(...typingLines('the title of the big document', typing, inPage, '64 ms'))
      say('keystrokes beside a second locale')
      const two = await measureSecondLocale(page, all, 4 * runs)
      const more = Math.max(0, two.beside - two.alone)
      lines.push(
        timed('second locale pane costs no keystroke more than 2 ms, p95 less p95', 2, inPage, more, '–'),
        beside('a keystroke with it, p95: work of the page', ms(two.beside)),
      )
    }
    if (wanted.includes('rows')) {
      say('blocks')
      const rows = await measureRows(page, all, runs)
      lines.push(
        ...typingLines('a text of its block 150', rows.typing, inPage, '–'),
        timed('add a block, choice to its fields editable, page warm', 60, inPage, rows.add, '–'),
        beside('the same, in a page that was just loaded', ms(rows.addAfterReload)),
        timed('move a block by Alt+↓, page warm', 40, inPage, rows.move, '–'),
        beside('the same, in a page that was just loaded', ms(rows.moveAfterReload)),
        timed('move a block by its menu, page warm', 40, inPage, rows.moveByMenu, '–'),
        beside('undo of a removed block, key to painted, page warm', ms(rows.undo)),
      )
    }
    if (wanted.includes('rich-text')) {
      say('rich text')
      const typing = await measureRichText(page, all, 20 * runs)
      lines.push(...typingLines('a rich text of 300 paragraphs with 20 blocks', typing, inPage, '–'))
    }
    if (wanted.includes('memory')) {
      say('memory')
      lines.push(
        memoryLine(
          'heap of the page with the big document, scrolled through',
          await measureMemory(page, all),
        ),
        memoryLine('the same with all 200 blocks open', await measureOpenMemory(page, all)),
      )
    }
    if (wanted.includes('saving')) {
      say('Save Draft')
      const saving = await measureSaving(page, all, runs)
      const factor = saving.acknowledged / saving.raw
      lines.push(
        timed('Save Draft of the big document, press to durable', 30, inWorker, saving.durable, '–'),
        {
          what: 'Save Draft of the big document, press to acknowledged',
          bar: `1.3 x raw (${ms(saving.raw)})`,
          measured: `${ms(saving.acknowledged)}, ${factor.toFixed(2)} x`,
          web: '863 ms',
          meets: factor <= 1.3,
        },
      )
    }
  } finally {
    await goTo(page, '/')
    await galley.close()
  }
  if (wanted.includes('start')) {
    say('cold starts')
    const start = await measureStart(dataFolder, all, bigFields, runs)
    lines.unshift(
      timed('cold start to the first thing in the window', 400, inPage, start.window, '–'),
      timed('cold start to the dashboard', 900, inPage, start.dashboard, '–'),
      timed('cold start to the big document editable, by its address', 900, inPage, start.big, '1,787 ms'),
    )
  }
  if (wanted.includes('relations')) {
    say('relationships')
    const relations = await measureRelations(all, runs)
    lines.push(
      timed(
        'search of a relationship in 5,000 documents here, key to painted',
        50,
        inPage,
        relations.search,
        '–',
      ),
      timed('document in a drawer, press to editable, page warm', 60, inPage, relations.drawer, '–'),
    )
  }
  if (wanted.includes('lists')) {
    say('lists of 100,000 documents, which takes two minutes')
    const { rows10, rows100, rows1000 } = await measureLists(all, runs)
    const of = 'of 100,000 documents here, press to all visible rows'
    lines.push(
      ...warmLines(`list of 10 rows ${of}`, 33, rows10),
      ...warmLines(`list of 100 rows ${of}`, 40, rows100),
      ...warmLines(`list of 1,000 rows ${of}`, 60, rows1000),
    )
  }
  if (wanted.includes('media')) {
    say('the grid of 10,000 pictures')
    const { grid, scroll } = await measureMedia(all, runs)
    lines.push(
      ...warmLines('grid of 500 of 10,000 pictures, press to all visible cards', 60, grid),
      timed('scrolling it: scripts, styles and layout of a frame, p95', 8, inPage, scroll, '–'),
    )
  }
  if (wanted.includes('model')) {
    say('the model alone')
    lines.push(
      timed('keystroke in the model alone, 2,000 fields, 500 edits, p95', 1, inWorker, measureModel(), '–'),
    )
  }
  if (wanted.includes('store')) {
    say('the store with 100,000 documents, which takes a minute')
    const store = await measureStore(all, runs)
    const of = '100,000 documents here'
    lines.push(
      timed(`search in ${of}`, 50, inWorker, store.search, '–'),
      beside('the same for two words', ms(store.searchTwoWords)),
      beside('the same right after a document was edited', ms(store.searchAfterEdit)),
      beside(`page of 100 rows of ${of}, in order`, ms(store.list)),
      beside('the same as the first thing after a start', ms(store.firstList)),
      timed(`a filter never asked before in ${of}`, 1000, inWorker, store.filterFirst, '–'),
      timed('the same asked again', 40, inWorker, store.filterAgain, '–'),
      timed(`an order never asked before of ${of}`, 1000, inWorker, store.sortFirst, '–'),
      timed('the same asked again', 40, inWorker, store.sortAgain, '–'),
      timed(`palette: first key in titles of ${of}`, 30, inWorker, store.findFirst, '–'),
      timed('the same, each further key, p95', 16, inWorker, store.findNext, '–'),
      beside('heads of 10,000 entries', ms(store.heads)),
      timed('what is typed, to the disk, p95', 20, inWorker, store.typed, '–'),
      timed('the same while lists and searches run', 20, inWorker, store.typedDuringLists, '–'),
      timed('the same while filters and orders are first asked', 20, inWorker, store.typedDuringFilters, '–'),
      timed('the same while documents arrive', 20, inWorker, store.typedDuringArrival, '–'),
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
  say('what this machine can do now')
  const again = await startGalley({ server: all.cms.url, dataFolder })
  const after = await calibrate(again.page)
  await again.close()
  return { unscaled: lines, around: { before, after, loadBefore }, electron }
}

/** How long a page in use needs when the pointer comes and presses at once, and when it has rested on the link before. */
function warmLines(what: string, bar: number, warm: Warm, web = '–'): (Line | Unscaled)[] {
  return [
    timed(`${what}, page warm`, bar, 'page', warm['at once'], web),
    timed('the same after the pointer rested on it for 400 ms', bar, 'page', warm.rests, '–'),
  ]
}

function typingLines(
  where: string,
  { work, painted, nextFrame }: Typing,
  scale: Scale,
  web: string,
): (Line | Unscaled)[] {
  const share = `${Math.floor(nextFrame * 100)} % in the next frame`
  return [
    timed(`keystroke in ${where}, p95: work of the page`, 8, scale, work, '–'),
    beside(
      'the same to the painted frame, with the wait for the display at 60 Hz',
      `${ms(painted)}, ${share}`,
      web,
    ),
  ]
}

function memoryLine(what: string, { heapMb, elements }: Memory): Line {
  const measured = `${heapMb.toFixed(1)} MB, ${elements.toLocaleString('en')} elements`
  return { what, bar: '40 MB', measured, web: '42 MB', meets: heapMb <= 40 }
}

function say(what: string): void {
  process.stdout.write(`galley: measuring ${what}\n`)
}
