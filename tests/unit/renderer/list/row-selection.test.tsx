import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useRowSelection } from '../../../../renderer/screens/list/use-row-selection.ts'
import type { ListRow } from '../../../../shared/ipc.ts'

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
  const { result, rerender } = renderHook(({ rows }) => useRowSelection(rows, 'all'), {
    initialProps: { rows: [row('1', 'first'), row('2', 'first'), row('3', 'first')] },
  })
  act(() => result.current.rows.onSelect('1', true, false))
  act(() => result.current.rows.onSelect('2', true, false))
  expect(result.current.shown).toEqual({ '1': 'first', '2': 'first' })
  rerender({ rows: [row('1', 'second'), row('4', 'first')] })
  expect(result.current.shown).toEqual({ '1': 'second', '2': 'first' })
  act(() => result.current.rows.onSelectPage(false))
  expect([...result.current.ids]).toEqual(['2'])
  act(() => result.current.rows.onSelect('4', true, false))
  expect(result.current.shown).toEqual({ '2': 'first', '4': 'first' })
})
