import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import * as v from 'valibot'
import { useSelectedRows } from '../../../../renderer/fields/document-rows/use-selected-rows.ts'
import { calls, type ListRow } from '../../../../shared/ipc.ts'

const row = (id: string, updatedAt: string): ListRow => ({
  ref: { kind: 'collection', slug: 'posts', id },
  data: {},
  updatedAt,
  isNew: false,
  status: 'draft',
  state: { kind: 'saved' },
  complete: true,
})

it('SY12 what is chosen is known as it is on the screen, and on other pages as it was chosen', () => {
  const { result, rerender } = renderHook(({ rows }) => useSelectedRows(rows, 'all'), {
    initialProps: { rows: [row('1', 'first'), row('2', 'first'), row('3', 'first')] },
  })
  act(() => result.current.rows.onSelect('1', true))
  act(() => result.current.rows.onSelect('2', true))
  expect(result.current.shown).toEqual({ '1': 'first', '2': 'first' })
  rerender({ rows: [row('1', 'second'), row('4', 'first')] })
  expect(result.current.shown).toEqual({ '1': 'second', '2': 'first' })
  act(() => result.current.rows.onSelectPage(false))
  expect([...result.current.ids]).toEqual(['2'])
  act(() => result.current.rows.onSelect('4', true))
  expect(result.current.shown).toEqual({ '2': 'first', '4': 'first' })
})

it('U27 (part) a range goes from where it was begun to where it ends now, and leaves alone what was chosen before', () => {
  const rows = ['1', '2', '3', '4', '5', '6'].map((id) => row(id, 'first'))
  const { result } = renderHook(() => useSelectedRows(rows, 'all'))
  const chosen = () => [...result.current.ids].toSorted()
  act(() => result.current.rows.onSelect('6', true))
  // From where the focus is: another range than the one that row 6 would begin.
  act(() => result.current.rows.onExtend('3', '2'))
  act(() => result.current.rows.onExtend('4', '3'))
  expect(chosen()).toEqual(['2', '3', '4', '6'])
  act(() => result.current.rows.onExtend('1', '4'))
  expect(chosen()).toEqual(['1', '2', '6'])
  // Wherever the focus has gone meanwhile.
  act(() => result.current.rows.onExtend('3', null))
  expect(chosen()).toEqual(['2', '3', '6'])
  act(() => result.current.rows.onSelect('2', false))
  act(() => result.current.rows.onExtend('4', '2'))
  expect(chosen()).toEqual(['2', '3', '4', '6'])
  act(() => result.current.clear())
  act(() => result.current.rows.onExtend('5', '5'))
  expect(chosen()).toEqual(['5'])
})

it('chooses all rows of a page of a thousand, and main takes them as one change', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => row(String(index), 'first'))
  const { result } = renderHook(() => useSelectedRows(rows, 'all'))
  act(() => result.current.rows.onSelectPage(true))
  expect(result.current.ids.size).toBe(1000)
  const { ids, shown } = result.current
  const input = { slug: 'posts', ids: [...ids], mode: 'publish', shown, locale: null, values: [] }
  expect(v.is(calls['documents.editMany'].input, input)).toBe(true)
})
