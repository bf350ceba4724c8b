import { expect, test } from 'vitest'
import { canDoField } from '../../../../shared/cms/permissions.ts'
import { schemaNames } from '../../../../shared/document/schema-names.ts'
import { array, block, blocks, group, tab, tabs, text } from '../build-fields.ts'

const fields = [
  tabs(
    tab(null, [array('stops', [text('name'), array('inner', [text('word')])])]),
    tab('meta', [group('box', [text('note')])]),
  ),
  array('lines', [text('word')], { localized: true }),
  blocks('layout', [block('quote', [text('by')]), block('list', [array('items', [text('word')])])]),
]
const data = {
  stops: [{ id: 'r1', name: 'Boden', inner: [{ id: 'r2', word: 'steam' }] }],
  lines: { en: [{ id: 'e1', word: 'slow' }], de: [{ id: 'd1', word: 'langsam' }] },
  layout: [
    { id: 'b1', blockType: 'quote', by: 'Ines' },
    { id: 'b2', blockType: 'list', items: [{ id: 'i1', word: 'one' }] },
  ],
}
const names = (path: string, locale = 'en'): string => schemaNames(fields, data, path, locale)

test('rows are left out, blocks are named by their slug, and what only lays out has no name', () => {
  expect(names('stops')).toBe('stops')
  expect(names('stops.r1.name')).toBe('stops.name')
  expect(names('stops.r1.inner.r2.word')).toBe('stops.inner.word')
  expect(names('meta.box.note')).toBe('meta.box.note')
  expect(names('lines.d1.word', 'de')).toBe('lines.word')
  expect(names('layout.b1.by')).toBe('layout.quote.by')
  expect(names('layout.b2.items.i1.word')).toBe('layout.list.items.word')
})

test('a row that is not there yet is one of its list, a block by its slug', () => {
  expect(names('stops.new.name')).toBe('stops.name')
  expect(names('layout.quote.by')).toBe('layout.quote.by')
  expect(names('layout.list.items.new.word')).toBe('layout.list.items.word')
  expect(names('nowhere.at.all')).toBe('nowhere.at.all')
})

test('S5.27 (part) S5.28 (part) who may only read reads what is in rows and blocks, and writes none of it', () => {
  const read = { read: true }
  const permissions = {
    collections: {
      posts: {
        ...read,
        fields: {
          stops: { ...read, fields: { name: read, inner: { ...read, fields: { word: read } }, id: read } },
          layout: { ...read, blocks: { quote: { ...read, fields: { by: {} } }, list: read } },
        },
      },
    },
  }
  const may = (path: string, op: 'read' | 'update'): boolean =>
    canDoField(permissions, 'collection', 'posts', names(path), op)
  for (const path of ['stops.r1.name', 'stops.r1.inner.r2.word', 'layout.b2.items.i1.word'])
    expect([path, may(path, 'read'), may(path, 'update')]).toEqual([path, true, false])
  expect(may('layout.b1.by', 'read')).toBe(false)
})
