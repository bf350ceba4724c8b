import { expect, test } from 'vitest'
import { valuesAt } from '../../../main/store/lists/list-values.ts'
import { fromPlain } from '../../../renderer/richtext/features/clipboard/from-plain.ts'
import type { RowsChange } from '../../../shared/document/change.ts'
import { coalesceChanges } from '../../../shared/document/coalesce.ts'
import { changesBetween } from '../../../shared/document/diff.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { isOfOtherShape } from '../../../shared/sync/schema-fit.ts'
import { array, group, richText, text, textEditor } from '../shared/build-fields.ts'

/** More than a call can be given as arguments. */
const MANY = 150_000
const ids = Array.from({ length: MANY }, (_one, at) => `r${at}`)
const rowsOf = (value: string): JsonObject[] => ids.map((id) => ({ id, name: value }))
const names = array('names', [text('name')])
const of = (value: string): JsonObject => ({ id: 'row', names: rowsOf(value) })
const rows = (more: Partial<RowsChange>): RowsChange => ({
  kind: 'rows',
  locale: null,
  path: 'list',
  from: [],
  to: [],
  added: {},
  removed: {},
  ...more,
})

test('F72 as many values as a field has are there to be filtered', () => {
  const data = { tags: ids }
  const found = valuesAt(
    [text('tags', { hasMany: true })],
    { id: '1', data, updatedAt: null, status: null },
    'tags',
    null,
  )
  expect(found.values).toHaveLength(MANY)
})

test('F72 as many changes as there are between two documents are found', () => {
  const [before, after] = [{ all: of('a') }, { all: of('b') }]
  expect(changesBetween([group('all', [names])], before, after)).toHaveLength(MANY)
})

test('F72 a row that is back has as many edits as were made in it', () => {
  const gone = rows({ from: ['row'], removed: { row: of('a') } })
  const back = rows({ to: ['row'], added: { row: of('b') } })
  const fields = [array('list', [names])]
  expect(coalesceChanges(fields, { list: [of('a')] }, [gone], [back])).toHaveLength(MANY)
})

test('F72 as many nodes as a paragraph has are looked at', () => {
  const children = ids.map((): Json => ({ type: 'text', text: 'a' }))
  const body = { root: { type: 'root', children: [{ type: 'paragraph', children }] } }
  const change = { kind: 'set', locale: null, path: 'body', from: null, to: null } as const
  const schema = { fields: [richText('body', { editor: textEditor() })], localization: null }
  expect(isOfOtherShape(schema, { body }, [change])).toBe(false)
})

test('F72 as many tabs as are pasted are in the paragraph', () => {
  const [first] = fromPlain(`a${'\t'.repeat(MANY)}\n\nb`, { format: 0, autoLinks: false })
  expect(Object(first).children).toHaveLength(MANY + 1)
})
