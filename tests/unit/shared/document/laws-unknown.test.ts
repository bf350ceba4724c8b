import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dataField, dataFields, isRows, rowFields } from '../../../../shared/cms/fields.ts'
import type { Field, Localization } from '../../../../shared/cms/schema-model.ts'
import { createBody, patchBody, ROW_NAMES } from '../../../../shared/document/sparse-body.ts'
import { splitByLocale } from '../../../../shared/document/split-by-locale.ts'
import { isPlainJson, type Json, type JsonObject } from '../../../../shared/json.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import { fitToSchema } from '../../../../shared/sync/schema-fit.ts'
import { block, blocks, locales, text } from '../build-fields.ts'
import { modelPatch } from '../model-server.ts'
import { dice, Dice, randomChanges, randomDocument } from '../random-documents.ts'
import { randomSchema } from '../random-schema.ts'
import { expectSame } from '../same-data.ts'
import { tries } from '../../../support/tries.ts'

/*
 * The site's schema is newer than the app's: fields and blocks besides those that the app knows, at every level. The
 * person edits what the app knows.
 */

const localization: Localization = {
  defaultLocale: 'en',
  locales: locales.map((code) => ({ code, label: code, rtl: false, fallbacks: [] })),
}
const newer = block('newer', [text('words', { localized: true })])

/** The schema of the site: the app's, and at each level some fields more; some lists have a block more. */
function grown(fields: Field[], roll: Dice): Field[] {
  const same = fields.map((field): Field => {
    if (field.type === 'array' || field.type === 'row' || field.type === 'group')
      return { ...field, fields: grown(field.fields, roll) }
    if (field.type === 'blocks') {
      const known = field.blocks.map((one) => ({ ...one, fields: grown(one.fields, roll) }))
      return { ...field, blocks: roll.below(2) === 0 ? [...known, newer] : known }
    }
    return field
  })
  const more = roll.below(2) === 0 ? [text('later', { localized: true })] : []
  return roll.below(4) === 0 ? [...same, ...more, blocks('added', [newer])] : [...same, ...more]
}

/** The names in a body that the schema does not have; a row of an unknown block may be a stub. */
function unknownIn(fields: Field[], body: JsonObject, isRow = false): string[] {
  return Object.entries(body).flatMap(([name, value]): string[] => {
    const node = dataField(fields, name)
    if (node === null) return isRow && ROW_NAMES.has(name) ? [] : [name]
    if (node.type === 'nested') return isPlainJson(value) ? unknownIn(node.fields, value) : []
    if (!isRows(node) || !Array.isArray(value)) return []
    return value.filter(isPlainJson).flatMap((row) => {
      const inRow = rowFields(node, row)
      return inRow === null
        ? Object.keys(row).filter((key) => key !== 'id' && key !== 'blockType')
        : unknownIn(inRow, row, true)
    })
  })
}

/** All that the app’s schema does not have, of rows that are on both sides, in all locales. */
function unknownParts(app: Field[], data: JsonObject, at = ''): [string, Json][] {
  const hidden = Object.entries(data).flatMap(([name, value]): [string, Json][] =>
    dataField(app, name) === null && !ROW_NAMES.has(name) ? [[`${at}.${name}`, value]] : [],
  )
  const inside = dataFields(app).flatMap((node): [string, Json][] => {
    const value = data[node.name]
    const slots: [string, Json][] =
      node.localized && isPlainJson(value) ? Object.entries(value) : [['', value ?? null]]
    return slots.flatMap(([code, slot]) => {
      const path = `${at}.${node.name}(${code})`
      if (node.type === 'nested') return isPlainJson(slot) ? unknownParts(node.fields, slot, path) : []
      if (!isRows(node) || !Array.isArray(slot)) return []
      return slot.filter(isPlainJson).flatMap((row) => {
        const here = `${path}.${JSON.stringify(row['id'])}`
        const inRow = rowFields(node, row)
        return inRow === null ? [[here, row] as [string, Json]] : unknownParts(inRow, row, here)
      })
    })
  })
  return [...hidden, ...inside]
}

const entryOf = (changes: OutboxEntry['changes'], locale: string | null): OutboxEntry => ({
  key: 'k',
  seq: 1,
  ref: { kind: 'collection', slug: 'posts', id: '1' },
  create: false,
  mode: 'save',
  locale,
  changes,
  state: 'waiting',
  problem: null,
  attempts: 0,
  createdAt: '',
  updatedAt: '',
  group: null,
  waitsFor: [],
})

test('F81 SY13 whatever is edited, no body names what the schema does not have, and all of that stays on the server', () => {
  fc.assert(
    fc.property(dice, dice, dice, fc.boolean(), (schemaDice, dataDice, editDice, wholeRows) => {
      const app = randomSchema(new Dice(schemaDice, 's'))
      const site = grown(app, new Dice(dataDice, 'g'))
      let server = randomDocument(site, new Dice(dataDice, 'd'))
      const changes = randomChanges(app, server, 'en', new Dice(editDice, 'e'))
      for (const part of splitByLocale(app, server, changes, 'en')) {
        const schema = { fields: app, localization }
        const { goes } = fitToSchema(schema, server, entryOf(part.changes, part.locale))
        const body = patchBody(app, server, goes ?? [], part.locale, { wholeRows })
        expect(unknownIn(app, body)).toEqual([])
        const before = new Map(unknownParts(app, server))
        server = modelPatch(site, server, body, part.locale ?? 'en')
        for (const [path, value] of unknownParts(app, server))
          if (before.has(path)) expectSame(before.get(path), value)
      }
      expect(unknownIn(app, createBody(app, server, 'en'))).toEqual([])
    }),
    tries(150),
  )
})
