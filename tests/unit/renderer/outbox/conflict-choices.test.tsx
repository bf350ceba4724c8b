import { cleanup, fireEvent, screen } from '@testing-library/react'
import { format } from 'date-fns/format'
import { afterEach, expect, it } from 'vitest'
import { number } from '../../shared/build-fields.ts'
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
      nodeOf={() => null}
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
  expect(screen.getByRole('radio', { name: /^Yours November 20th 2026, 8:49 AM/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^Theirs November 20th 2026, 8:44 AM/ })).toBeTruthy()
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
  const node = number('years', { hasMany: true })
  await renderInEnglish(
    <ConflictChoices
      conflicts={[{ ...conflict, base: [1, 1], mine: [1, 3], theirs: [1, 1, 2] }]}
      chosen={{}}
      onChoose={(path, chosen) => chosenSides.push([path, chosen])}
      labelOf={() => 'Years'}
      nodeOf={() => node}
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
