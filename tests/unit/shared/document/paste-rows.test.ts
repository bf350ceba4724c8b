import { describe, expect, it } from 'vitest'
import { rowId } from '../../../../shared/cms/fields.ts'
import type { RowsField } from '../../../../shared/cms/schema-model.ts'
import { copyRows, readCopiedRows } from '../../../../shared/document/copied-rows.ts'
import type { CopiedField, CopiedRow } from '../../../../shared/document/copied-rows.ts'
import { pasteRows, type PasteTarget } from '../../../../shared/document/paste-rows.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { array, block, blocks, group, number, relation, select, text } from '../build-fields.ts'

const stops = array('stops', [
  text('name', { localized: true }),
  number('nights'),
  group('at', [text('place', { localized: true })]),
  array('trains', [text('line')]),
])
const row: JsonObject = {
  id: 'a',
  name: { en: 'Narvik', de: 'Narvik (de)' },
  nights: 2,
  at: { place: { en: 'harbour' } },
  trains: [{ id: 't', line: 'Ofoten' }],
}

let made = 0
const newId = () => `new-${(made += 1)}`

function paste(from: RowsField, rows: JsonObject[], to: RowsField, more: Partial<PasteTarget> = {}) {
  const copied = readCopiedRows(JSON.stringify(copyRows(from, rows, (one) => rowId(one) ?? '', 'nordlys')))
  if (copied === null) throw new Error('not readable')
  return pasteCopied(copied.rows, to, more, copied.server)
}

function pasteCopied(
  copied: CopiedRow[],
  to: RowsField,
  more: Partial<PasteTarget> = {},
  server: string | null = null,
) {
  made = 0
  const target: PasteTarget = {
    types: fieldTypes,
    list: to,
    server: 'nordlys',
    path: 'list',
    locale: 'en',
    locales: ['en', 'de'],
    room: null,
    mayWrite: () => true,
    ...more,
  }
  return pasteRows(target, { format: 'galley/rows/1', server, rows: copied }, newId)
}

describe('copied rows', () => {
  it('DM6 come back whole in all locales, with ids of their own all the way down', () => {
    const { rows, misfits } = paste(stops, [row], stops)
    expect(misfits).toEqual([])
    expect(rows).toEqual([{ ...row, id: 'new-1', trains: [{ id: 'new-2', line: 'Ofoten' }] }])
  })

  it('keep their block and its name', () => {
    const list = blocks('layout', [block('hero', [text('heading')])])
    const hero = { id: 'h', blockType: 'hero', blockName: 'Opening', heading: 'Dawn' }
    expect(paste(list, [hero], list)).toEqual({ rows: [{ ...hero, id: 'new-1' }], misfits: [] })
  })

  it('leave a block behind that the list does not have, and say so, wherever it is', () => {
    const hero = block('hero', [text('heading')])
    const columns = (inside: typeof hero) => block('columns', [blocks('content', [inside])])
    const from = blocks('layout', [hero, columns(hero)])
    const to = blocks('layout', [columns(block('quote', [text('by')]))])
    const rows = [
      { id: 'h', blockType: 'hero', heading: 'Dawn' },
      { id: 'c', blockType: 'columns', content: [{ id: 'x', blockType: 'hero', heading: 'Noon' }] },
    ]
    expect(paste(from, rows, to)).toEqual({
      rows: [{ id: 'new-1', blockType: 'columns', content: [] }],
      misfits: [
        { reason: 'block', row: 1, label: 'h', what: ['hero'] },
        { reason: 'block', row: 2, label: 'c', what: ['content', 'hero'] },
      ],
    })
  })

  it('go from an array into an array of other fields as far as these are the same', () => {
    const to = array('other', [text('name'), text('nights')])
    const { rows, misfits } = paste(stops, [row], to)
    expect(rows).toEqual([{ id: 'new-1', name: 'Narvik' }])
    expect(misfits.map(({ reason, what }) => [reason, ...what])).toEqual([
      ['locales', 'name'],
      ['value', 'nights'],
      ['field', 'at'],
      ['field', 'trains'],
    ])
  })

  it('are never taken from an array for blocks, or the other way round', () => {
    const list = blocks('layout', [block('stop', [text('name')])])
    expect(paste(stops, [row], list)).toMatchObject({ rows: [], misfits: [{ reason: 'block' }] })
    const stop = { id: 's', blockType: 'stop', name: 'Narvik' }
    expect(paste(list, [stop], stops)).toMatchObject({ rows: [], misfits: [{ reason: 'block' }] })
  })

  it('put what is not localized into the locale that the person is in', () => {
    const plain = array('plain', [text('name')])
    const to = array('other', [text('name', { localized: true })])
    expect(paste(plain, [{ id: 'a', name: 'Abisko' }], to, { locale: 'de' }).rows).toEqual([
      { id: 'new-1', name: { de: 'Abisko' } },
    ])
  })

  it('say which languages the site does not have', () => {
    expect(paste(stops, [row], stops, { locales: ['en'] })).toMatchObject({
      rows: [{ name: { en: 'Narvik' } }],
      misfits: [{ reason: 'locales', what: ['name'] }],
    })
  })

  it('keep out what the field does not take', () => {
    const from = array('from', [
      select('side', ['start', 'end']),
      relation('by', { relationTo: ['authors'] }),
      relation('poly', { relationTo: ['authors', 'posts'], polymorphic: true }),
    ])
    const to = array('to', [
      select('side', ['top']),
      relation('by', { relationTo: ['places'] }),
      relation('poly', { relationTo: ['posts', 'pages'], polymorphic: true }),
    ])
    const rows = [{ id: 'a', side: 'end', by: 5, poly: { relationTo: 'posts', value: 7 } }]
    expect(paste(from, rows, to)).toMatchObject({
      rows: [{ poly: { relationTo: 'posts', value: 7 } }],
      misfits: [
        { reason: 'value', what: ['side'] },
        { reason: 'value', what: ['by'] },
      ],
    })
  })

  it.each([
    ['another server', 'other'],
    ['a server that is not known', null],
  ])('leave behind what points at documents of %s', (_what, server) => {
    const list = array('list', [text('name'), relation('by', { relationTo: ['authors'] })])
    const rows = [{ id: 'a', name: 'Abisko', by: 5 }]
    expect(paste(list, rows, list).rows).toEqual([{ id: 'new-1', name: 'Abisko', by: 5 }])
    expect(paste(list, rows, list, { server })).toEqual({
      rows: [{ id: 'new-1', name: 'Abisko' }],
      misfits: [{ reason: 'server', row: 1, label: 'a', what: ['by'] }],
    })
  })

  it('S5.27 (part) keep out what the account may not write', () => {
    const mayWrite = (path: string) => !path.endsWith('.nights')
    const { rows, misfits } = paste(stops, [row], stops, { mayWrite })
    expect(rows[0]).not.toHaveProperty('nights')
    expect(misfits).toEqual([{ reason: 'denied', row: 1, label: 'a', what: ['nights'] }])
  })

  it('are no more than the list still takes', () => {
    const { rows, misfits } = paste(stops, [row, { ...row, id: 'b' }], stops, { room: 1 })
    expect(rows).toHaveLength(1)
    expect(misfits).toEqual([{ reason: 'full', row: 2, label: 'b', what: [] }])
  })
})

describe('a clipboard that somebody else filled', () => {
  const value = (name: string, held: Json): CopiedField => ({
    name,
    type: 'text',
    relationTo: [],
    slots: [{ locale: null, kind: 'value', value: held }],
  })
  const rowsOf = (name: string, type: 'array' | 'blocks', held: CopiedRow[]): CopiedField => ({
    name,
    type,
    relationTo: [],
    slots: [{ locale: null, kind: 'rows', rows: held }],
  })

  it('DM6 names no row and no block: ids are new at every level', () => {
    const hero = block('hero', [text('id'), text('blockType'), text('heading')])
    const days = array('days', [text('id'), text('title'), blocks('layout', [hero])])
    const inner: CopiedRow = {
      blockType: 'hero',
      label: '',
      fields: [value('id', 'taken'), value('blockType', 'quote'), value('heading', 'Dawn')],
    }
    const outer: CopiedRow = {
      blockType: null,
      label: '',
      fields: [value('id', 'taken'), value('title', 'First'), rowsOf('layout', 'blocks', [inner, inner])],
    }
    expect(pasteCopied([outer], days)).toEqual({
      rows: [
        {
          id: 'new-1',
          title: 'First',
          layout: [
            { id: 'new-2', blockType: 'hero', heading: 'Dawn' },
            { id: 'new-3', blockType: 'hero', heading: 'Dawn' },
          ],
        },
      ],
      misfits: [],
    })
  })

  it('leaves a field that is called blockType where it is no block that has it', () => {
    const list = array('list', [text('blockType')])
    const copied: CopiedRow = { blockType: null, label: '', fields: [value('blockType', 'sand')] }
    expect(pasteCopied([copied], list).rows).toEqual([{ id: 'new-1', blockType: 'sand' }])
  })
})

describe('what the clipboard holds', () => {
  it.each([
    'no JSON',
    '{}',
    '{"format":"galley/rows/1","rows":[]}',
    '{"format":"galley/rows/2","rows":[{"blockType":null,"label":"","fields":[]}]}',
    '{"format":"galley/rows/1","rows":[{"blockType":5,"label":"","fields":[]}]}',
    '['.repeat(100_000),
  ])('is looked at before it is believed: %.40s', (held) => {
    expect(readCopiedRows(held)).toBeNull()
  })
})
