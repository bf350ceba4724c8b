import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../../shared/document/apply.ts'
import { cellKey } from '../../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../../shared/document/coalesce.ts'
import { queuedDocument } from '../../../../../shared/document/effective.ts'
import type { TypedInput } from '../../../../../shared/document/typed-input.ts'
import { jsonObject } from '../../../../../shared/json.ts'
import { commit } from '../../../../../shared/sync/record/commit.ts'
import { copyOf } from '../../../../../shared/sync/record/copy-of.ts'
import { tries } from '../../../../support/tries.ts'
import { collection, locales } from '../../build-fields.ts'
import { generated } from '../../generated.ts'
import { allPlaces, Dice, dice, randomChanges } from '../../random-documents.ts'
import { expectSame } from '../../same-data.ts'
import { recordOf, siteOf } from './build-record.ts'

const runs = tries(150)
/** Fields that the server sets for each document, and its order key. */
const OWN = { id: '1', createdAt: '2026', updatedAt: '2026', _status: 'published', _order: 'a1' }

/** A deleted document with a waiting save, later edits, and unreadable input. */
const documents = fc
  .record({ document: generated, saved: dice, typed: dice, places: fc.array(fc.nat(), { maxLength: 4 }) })
  .map(({ document: { fields, base }, saved, typed, places }) => {
    const site = { ...siteOf(fields), orders: () => ['_order'] }
    const edit = (under: typeof base, roll: Dice) =>
      coalesceChanges(fields, under, [], randomChanges(fields, under, locales, roll))
    const write = { mode: 'draft', locale: 'en', changes: edit(base, new Dice(saved, 's')) } as const
    const { record } = commit(recordOf(base), write, site)
    if (record === null) throw new Error('the document is gone')
    const queued = queuedDocument(fields, base, record.entries)
    const changes = edit(queued, new Dice(typed, 't'))
    const data = applyChanges(fields, queued, changes)
    const all = allPlaces(fields, data)
    const texts = places.flatMap((at): TypedInput[] => {
      const place = all[at % all.length]
      if (place === undefined) return []
      const { path, locale } = place
      return [{ kind: 'text', path, locale, text: `${at}`, error: { key: 'galley:no.number' } }]
    })
    const draft = { changes, lost: {}, typed: texts, savedAt: site.now }
    const here = { ...record, base: { ...record.base, data: { ...base, ...OWN }, isGone: true }, draft }
    return { fields, site, record: here, data, texts }
  })

/** Replaces the copy's row ids in a text by the original ones. New ids are long, and contain no other. */
function asOf(old: readonly string[], own: readonly string[], text: string): string {
  return own.reduce((left, id, at) => left.replaceAll(id, old[at] ?? ''), text)
}

function rowsIn(fields: Parameters<typeof allPlaces>[0], data: Parameters<typeof allPlaces>[1]): string[] {
  return [...new Set(allPlaces(fields, data).flatMap(({ rows }) => rows ?? []))]
}

describe('making a document anew', () => {
  it('SY10 DM6 holds all that is here of the old one but what is its alone, in rows of its own', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(documents, ({ fields, site, record, data }) => {
        const { changes, lacksFile } = copyOf(record, collection(fields), undefined, site)
        const made = applyChanges(fields, {}, changes)
        const [old, own] = [rowsIn(fields, data), rowsIn(fields, made)]
        expect(own).toHaveLength(old.length)
        expect(own.filter((id) => old.includes(id))).toEqual([])
        const content = v.parse(jsonObject, JSON.parse(asOf(old, own, JSON.stringify(made))))
        expectSame(content, data)
        for (const name of Object.keys(OWN)) expect(Object.keys(made)).not.toContain(name)
        expect(lacksFile).toBe(false)
      }),
      runs,
    )
  })

  it('SY1 keeps what is typed and is no value where it was typed', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(documents, ({ fields, site, record, data, texts }) => {
        const { changes, typed } = copyOf(record, collection(fields), undefined, site)
        const made = applyChanges(fields, {}, changes)
        expect(typed.map((one) => (one.kind === 'text' ? one.text : null))).toEqual(
          texts.map((one) => (one.kind === 'text' ? one.text : null)),
        )
        const [old, own] = [rowsIn(fields, data), rowsIn(fields, made)]
        expect(typed.map((one) => asOf(old, own, cellKey(one)))).toEqual(texts.map(cellKey))
        const here = new Set(allPlaces(fields, made).map(cellKey))
        expect(typed.map(cellKey).filter((cell) => !here.has(cell))).toEqual([])
      }),
      runs,
    )
  })
})
