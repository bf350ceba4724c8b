import { describe, expect, it } from 'vitest'
import { applyChange } from '../../../../shared/document/apply.ts'
import { rowIds } from '../../../../shared/document/row-index.ts'
import { listAt, moveRows, removeRows } from '../../../../shared/document/row-operations.ts'
import { patchBody } from '../../../../shared/document/sparse-body.ts'
import type { Json } from '../../../../shared/json.ts'
import { rows, set } from '../build-change.ts'
import { array, text } from '../build-fields.ts'

const fields = [array('list', [text('word')])]
const place = { path: 'list', locale: null }
const [first, second, other] = [
  { id: 'a', word: 'first' },
  { id: 'a', word: 'second' },
  { id: 'b', word: 'other' },
]

describe('two rows with one id', () => {
  const data = { list: [first, second, other] }

  it('are both there after their list is ordered anew', () => {
    const list = listAt(fields, data, place)
    expect(applyChange(fields, data, moveRows(list, ['b'], 0))).toEqual({ list: [other, first, second] })
    expect(applyChange(fields, data, removeRows(list, ['b']))).toEqual({ list: [first, second] })
  })

  it('go one by one', () => {
    const change = removeRows(listAt(fields, data, place), ['a'])
    expect(applyChange(fields, data, change)).toEqual({ list: [other, second] })
  })

  it('are both sent, and an edit of one is not sent as one of the other', () => {
    expect(patchBody(fields, data, [set('list.a.word', 'first', 'new')], null)).toEqual({
      list: [{ id: 'a', word: 'new' }, second, { id: 'b' }],
    })
  })
})

describe('rows whose id cannot be part of a path', () => {
  const odd: Json[] = [
    { id: '', word: 'empty' },
    { id: 'x.y', word: 'dotted' },
    { id: 0.5, word: 'half' },
    { id: { of: 'what' }, word: 'object' },
    { word: 'none' },
  ]

  it('are not named, and are neither lost nor doubled when the list is ordered anew', () => {
    const data = { list: [...odd, other] }
    expect(rowIds(data.list)).toEqual(['b'])
    const added = rows('list', ['b'], ['n', 'b'], { added: { n: { id: 'n' } } })
    expect(applyChange(fields, data, added)).toEqual({ list: [{ id: 'n' }, other, ...odd] })
  })

  it('are sent as they are', () => {
    const data = { list: [...odd, other] }
    expect(patchBody(fields, data, [set('list.b.word', 'other', 'new')], null)).toEqual({
      list: [...odd, { id: 'b', word: 'new' }],
    })
  })

  it('0 is an id as any other', () => {
    const data = { list: [{ id: 0, word: 'zero' }, other] }
    const change = moveRows(listAt(fields, data, place), ['b'], 0)
    expect(applyChange(fields, data, change)).toEqual({ list: [other, { id: 0, word: 'zero' }] })
  })
})
