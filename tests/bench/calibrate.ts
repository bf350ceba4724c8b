import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright'
import { median, repeat } from './figures.ts'

/**
 * Milliseconds of the two pieces of work below on the reference machine: 2 cores of an Intel Xeon (method:
 * docs/performance.md). Measure again when the work changes.
 */
const REFERENCE = { page: 105, worker: 98 }
const RUNS = 9

/** The machine's slowness relative to the reference: 2 means that everything takes twice as long. */
export type Speed = { page: number; worker: number; pageMs: number; workerMs: number }

/** Measures a fixed piece of work in the page and outside of it, so that bars are equally hard on any machine. */
export async function calibrate(page: Page): Promise<Speed> {
  await page.evaluate(pageWork)
  const inPage = await repeat(RUNS, () => page.evaluate(pageWork))
  workerWork()
  const inWorker = await repeat(RUNS, () => Promise.resolve(workerWork()))
  const [pageMs, workerMs] = [median(inPage), median(inWorker)]
  return { pageMs, workerMs, page: pageMs / REFERENCE.page, worker: workerMs / REFERENCE.worker }
}

/** Runs in the page: JSON of the size of a long document, elements, and two layouts. Returns milliseconds. */
function pageWork(): number {
  const began = performance.now()
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    id: `row-${at}`,
    blockType: at % 2 === 0 ? 'quote' : 'text',
    text: { en: `Station ${at}, `.repeat(8), de: `Bahnhof ${at}, `.repeat(8) },
  }))
  let text = JSON.stringify(rows)
  for (let round = 0; round < 10; round++) text = JSON.stringify(JSON.parse(text))
  const place = document.createElement('div')
  place.style.cssText = 'position: fixed; inset: 0; visibility: hidden; overflow: auto; contain: strict'
  for (const { id, blockType } of rows) {
    const row = document.createElement('div')
    row.style.cssText = 'display: grid; grid-template-columns: 2rem 1fr auto; gap: 4px; padding: 6px'
    for (const part of [id, `${blockType} of the line, from one station to the next`, 'more']) {
      const cell = document.createElement('span')
      cell.textContent = part
      row.append(cell)
    }
    place.append(row)
  }
  document.body.append(place)
  let height = place.scrollHeight
  place.style.width = '50%'
  height += place.scrollHeight
  place.remove()
  if (height === 0) throw new Error('nothing was laid out')
  return performance.now() - began
}

/** The store's kind of work: JSON, and rows written and read in SQLite in memory. Returns milliseconds. */
function workerWork(): number {
  const began = performance.now()
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE documents (id INTEGER PRIMARY KEY, slug TEXT, data TEXT) STRICT')
  database.exec('CREATE INDEX by_slug ON documents (slug)')
  const insert = database.prepare('INSERT INTO documents (slug, data) VALUES (?, ?)')
  const read = database.prepare('SELECT data FROM documents WHERE slug = ?')
  const data = JSON.stringify({ title: { en: 'Station', de: 'Bahnhof' }, text: 'A short stop. '.repeat(40) })
  database.exec('BEGIN')
  for (let at = 0; at < 20_000; at++) insert.run(`slug-${at}`, data)
  database.exec('COMMIT')
  let length = 0
  for (let at = 0; at < 20_000; at++) {
    const row = read.get(`slug-${at}`)
    length += JSON.stringify(JSON.parse(String(row?.['data']))).length
  }
  database.close()
  if (length === 0) throw new Error('nothing was read')
  return performance.now() - began
}
