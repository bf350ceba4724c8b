import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../shared/json.ts'
import { cellsOfAll } from '../../soak/cells.ts'
import { judge } from '../../soak/judge.ts'
import { createLedger } from '../../soak/ledger.ts'
import type { SeenWrite } from '../../soak/witness.ts'
import { text } from '../shared/build-fields.ts'
import { ref, write } from './history.ts'

const fields = [text('title'), text('word')]
const initial = { title: 'theirs 1', word: 'theirs 2' }

/** Returns a write that made a document of that revision. */
const seen = (nr: number, updatedAt: string, more: Partial<SeenWrite>): SeenWrite => ({
  ...write('other', updatedAt, {}).write,
  nr,
  answer: { id: 1, updatedAt },
  ...more,
})

/** Returns the judge's findings after these writes: `now` is the server's document, `here` the program's. */
async function found(writes: SeenWrite[], now: JsonObject | null, here: JsonObject = now ?? {}) {
  const ledger = createLedger()
  ledger.add('note', ref, { initial: cellsOfAll(fields, initial) })
  const base = { data: here, updatedAt: here['updatedAt'] ?? null }
  const view = { base, differences: [], entries: [], draft: null, state: { kind: 'saved' } }
  const site = {
    witness: { writes },
    fieldsOf: () => fields,
    read: async () => now,
    ask: async () => ({ status: 200, json: { totalDocs: 1 } }),
  }
  const findings = await judge({ site, ledger, give: async () => ({ view }) } as unknown as Parameters<
    typeof judge
  >[0])
  return findings.map(({ kind, text: says }) => `${kind}: ${says}`)
}

describe('a document that is not there any more', () => {
  test('was deleted by somebody, or it is lost', async () => {
    expect(await found([seen(1, '2', { method: 'DELETE' })], null)).toEqual([])
    expect(await found([seen(1, '2', { body: { deletedAt: '2026-01-01' } })], null)).toEqual([])
    const lost = [expect.stringContaining('is gone and nobody deleted it')]
    expect(await found([], null)).toEqual(lost)
  })

  test('is lost where it was taken out of the trash', async () => {
    const lost = [expect.stringContaining('is gone and nobody deleted it')]
    const [into, out] = [{ deletedAt: '2026-01-01' }, { deletedAt: null }]
    expect(await found([seen(1, '2', { body: out })], null)).toEqual(lost)
    expect(await found([seen(1, '2', { body: into }), seen(2, '3', { body: out })], null)).toEqual(lost)
  })
})

describe('what the end of a server tore', () => {
  const ended = (left: JsonObject, more: Partial<SeenWrite> = {}): SeenWrite =>
    seen(1, '9', {
      outcome: 'unknown',
      happened: false,
      answer: null,
      body: { word: 'theirs 3' },
      left,
      ...more,
    })

  test('is a part of what was to be written, or gone; anything else is nothing that it did', async () => {
    const torn = { word: null, title: 'theirs 1', updatedAt: '1' }
    expect(await found([ended(torn)], torn)).toEqual([])
    const half = { ...torn, word: 'theirs 3' }
    expect(await found([ended(half)], half)).toEqual([])
    const other = { ...torn, title: 'mine 7' }
    expect(await found([ended(other)], other)).toEqual([
      expect.stringContaining('torn: notes/1 title@* was left as'),
    ])
  })

  test('is unknown here under that revision only, and as long as nobody wrote it again', async () => {
    const torn = { title: 'theirs 1', word: null, updatedAt: '1' }
    const before = { ...torn, word: 'theirs 2' }
    expect(await found([ended(torn)], torn, before)).toEqual([])
    // The word never was `theirs 9`.
    expect(await found([ended(torn)], torn, { ...torn, word: 'theirs 9' })).toEqual([
      expect.stringContaining('untrue: notes/1 word@*'),
    ])
    const again = { ...torn, word: 'theirs 4', updatedAt: '2' }
    const wrote = seen(2, '2', { body: { word: 'theirs 4' } })
    expect(await found([ended(torn), wrote], again)).toEqual([])
    expect(await found([ended(torn), wrote], again, { ...again, word: null })).toEqual([
      expect.stringContaining('untrue: notes/1 word@*'),
    ])
  })
})
