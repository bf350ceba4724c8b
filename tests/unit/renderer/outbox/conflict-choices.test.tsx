import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { format } from 'date-fns/format'
import { afterEach, expect, it } from 'vitest'
import { array, number } from '../../shared/build-fields.ts'
import { valueContext } from '../support/value-context.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { ConflictChoices } from '../../../../renderer/unsent/conflict-choices.tsx'
import type { Conflict } from '../../../../shared/document/change.ts'

afterEach(cleanup)

const conflict: Conflict = {
  path: 'hours',
  locale: null,
  base: 'The ferry from Oban lands here twice a day.',
  mine: 'The ferry from Oban lands here twice a day, three times in July.',
  theirs: 'The ferry from Kilchoan lands here twice a day.',
}

async function show(one: Conflict = conflict, mine = '2026-11-20T08:49:00'): Promise<void> {
  await renderInEnglish(
    <ConflictChoices
      conflicts={[one]}
      chosen={{}}
      onChoose={() => undefined}
      labelOf={() => 'Opening hours'}
      document={{ fields: null, data: {} }}
      context={valueContext()}
      textOf={(of, side) => {
        const value = of[side]
        return typeof value === 'string' ? value : null
      }}
      times={{ mine, theirs: '2026-11-20T08:44:00' }}
    />,
  )
}
const chosenSides: unknown[] = []
const marks = () => [...document.querySelectorAll('ins')].map((mark) => mark.textContent)

it('U8 (part) a conflict marks the words that each side changed, and says when', async () => {
  await show()
  expect(marks()).toEqual([', three times in July', 'Kilchoan'])
  expect(screen.getByRole('radio', { name: /^Yours Nov 20, (2026, )?8:49 AM/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^Theirs Nov 20, (2026, )?8:44 AM/ })).toBeTruthy()
  cleanup()
  const now = new Date()
  await show(conflict, now.toISOString())
  expect(screen.getByRole('radio', { name: new RegExp(`^Yours ${format(now, 'h:mm a')}`) })).toBeTruthy()
})

it('marks whole words, and nothing where a side has no text or another one altogether', async () => {
  await show({ ...conflict, base: 'Daily 9-17', mine: 'Daily 9-18', theirs: null })
  expect(marks()).toEqual(['18'])
  cleanup()
  await show({ ...conflict, base: 'Daily', mine: 'Closed', theirs: '' })
  expect(marks()).toEqual([])
})

it('F64 values of many can both be kept, and are shown so; a single value cannot', async () => {
  const node = number('hours', { hasMany: true })
  await renderInEnglish(
    <ConflictChoices
      conflicts={[{ ...conflict, base: [1, 1], mine: [1, 3], theirs: [1, 1, 2] }]}
      chosen={{}}
      onChoose={(path, chosen) => chosenSides.push([path, chosen])}
      labelOf={() => 'Years'}
      document={{ fields: [node], data: {} }}
      context={valueContext()}
      textOf={(of, side) => JSON.stringify(of[side])}
      times={{ mine: null, theirs: null }}
    />,
  )
  fireEvent.click(screen.getByRole('radio', { name: /^Both *\[1,1,2,3\]$/ }))
  expect(chosenSides).toEqual([['hours', 'both']])
  cleanup()
  await show()
  expect(screen.getAllByRole('radio')).toHaveLength(2)
})

it('F64 a row that both sides edited can stand twice; where the list is full that is said instead', async () => {
  const one = { ...conflict, path: 'stops.a.nights', base: 1, mine: 2, theirs: 4 }
  const other = { ...one, path: 'stops.b.nights' }
  const chosen: unknown[] = []
  const showRows = (maxRows: number, already: Record<string, 'both'> = {}) =>
    renderInEnglish(
      <ConflictChoices
        conflicts={[one, other]}
        chosen={already}
        onChoose={(path, side) => chosen.push([path, side])}
        labelOf={(path) => path}
        document={{
          fields: [array('stops', [number('nights')], { maxRows })],
          data: { stops: [{ id: 'a' }, { id: 'b' }] },
        }}
        context={valueContext()}
        textOf={(of, side) => JSON.stringify(of[side])}
        times={{ mine: null, theirs: null }}
      />,
    )
  const both = (path: string) =>
    within(screen.getByRole('group', { name: path })).getByRole<HTMLInputElement>('radio', { name: /^Both/ })
  await showRows(3)
  fireEvent.click(both('stops.a.nights'))
  expect(screen.getAllByText('Two rows: theirs, then yours')).toHaveLength(2)
  expect(chosen).toEqual([['stops.a.nights', 'both']])
  cleanup()
  // There is room for one of them only.
  await showRows(3, { 'stops.a.nights': 'both' })
  expect([both('stops.a.nights').disabled, both('stops.b.nights').disabled]).toEqual([false, true])
  expect(screen.getByRole('radio', { name: /^Both *No more than 3 allowed here$/ })).toBeTruthy()
  cleanup()
  await showRows(2)
  expect(screen.getAllByRole('radio', { name: /^Both *No more than 2 allowed here$/ })).toHaveLength(2)
})
