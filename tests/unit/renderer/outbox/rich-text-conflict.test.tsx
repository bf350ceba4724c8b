import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useT } from '../../../../renderer/i18n/use-t.ts'
import { forgetChoicesWithAccount } from '../../../../renderer/unsent/made-choices.ts'
import { ConflictChoices } from '../../../../renderer/unsent/conflict-choices.tsx'
import { useConflictChoices } from '../../../../renderer/unsent/use-conflict-choices.ts'
import type { Conflict } from '../../../../shared/document/change.ts'
import type { ConflictChoice } from '../../../../shared/document/conflict-choice.ts'
import { richText } from '../../shared/build-fields.ts'
import { heading, list, listItem, paragraph, rich, text } from '../../shared/rich-text/build-nodes.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { valueContext } from '../support/value-context.ts'

/** Each test has an entry of its own. */
let entry = ''
let entries = 0
beforeEach(() => {
  entries += 1
  entry = `entry-${entries}`
})
afterEach(cleanup)

const base = rich(heading('North'), paragraph('The ferry leaves at nine.'), paragraph('Bring a coat.'))
const mine = rich(
  heading('Far north'),
  paragraph('The ferry leaves at ten.'),
  paragraph('Bring a warm coat.'),
)
const theirs = rich(
  heading('North'),
  paragraph('The ferry leaves at eight.'),
  paragraph('Bring a long coat.'),
  paragraph('Sleep on board.'),
)
const conflict: Conflict = { path: 'body', locale: null, base, mine, theirs }
const field = richText('body', { label: 'Body' })

/** The present answer, and the number of open fields. */
let answer: { choices: Record<string, ConflictChoice>; open: number } = { choices: {}, open: 0 }

function Choosing({ conflicts }: { conflicts: Conflict[] }) {
  const { chosen, choices, open, choose } = useConflictChoices(entry, conflicts)
  useEffect(() => {
    answer = { choices, open }
  })
  const words = useT()
  return (
    <ConflictChoices
      conflicts={conflicts}
      chosen={chosen}
      onChoose={choose}
      labelOf={() => 'Body'}
      document={{ fields: [field], data: {} }}
      context={{ ...valueContext(), t: words.t, ...words.valueWords }}
      textOf={() => 'plain text'}
      times={{ mine: null, theirs: null }}
    />
  )
}
const show = (one: Conflict = conflict) => renderInEnglish(<Choosing conflicts={[one]} />)
const passage = (name: string) => within(screen.getByRole('group', { name }))
const choose = (of: ReturnType<typeof passage>, name: string | RegExp) =>
  act(async () => fireEvent.click(of.getByRole('radio', { name })))

it('SY7 a rich text in conflict shows the passages that both changed as rich text, and a choice for each', async () => {
  await show()
  const first = passage('Passage 1 of 2')
  expect(first.getByText('The ferry leaves at nine.').closest('p')).toBeTruthy()
  expect([...document.querySelectorAll('ins')].map((mark) => mark.textContent)).toEqual([
    'ten',
    'eight',
    'warm',
    'long',
  ])
  expect(screen.queryByText('plain text')).toBeNull()
  // A change by one side needs no decision.
  expect(screen.queryByText('Sleep on board.')).toBeNull()

  await choose(first, 'Yours')
  expect(screen.getByText('1 of 2 passages still to decide')).toBeTruthy()
  expect(answer).toEqual({ choices: {}, open: 1 })
  await choose(passage('Passage 2 of 2'), 'Theirs')
  expect(screen.getByText('All passages decided')).toBeTruthy()
  expect(answer).toEqual({ choices: { body: { parts: ['mine', 'theirs'] } }, open: 0 })

  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Show the merged text' })))
  const merged = document.body.textContent ?? ''
  expect(merged).toContain('2 unchanged passages')
  expect(merged).toContain('Far north')
})

it('SY7 one of the two texts can be taken as a whole, and that can be taken back for a passage', async () => {
  await show()
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'All of theirs' })))
  expect(answer).toEqual({ choices: { body: 'theirs' }, open: 0 })
  await choose(passage('Passage 1 of 2'), 'Yours')
  expect(answer).toEqual({ choices: {}, open: 1 })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All of theirs' }).checked).toBe(false)
})

it('a passage that one side removed says so', async () => {
  await show({ ...conflict, theirs: rich(heading('North'), paragraph('Bring a coat.')) })
  expect(passage('Passage 1 of 1').getByText('This passage was removed')).toBeTruthy()
})

it('what both wrote into an empty text is taken as a whole, both shown as rich text', async () => {
  await show({
    ...conflict,
    base: null,
    mine: rich(heading('Mine')),
    theirs: rich(heading('Theirs'), paragraph('More words')),
  })
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  expect(screen.getByRole('heading', { name: 'Mine' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Theirs' })).toBeTruthy()
  expect(document.body.textContent).toContain('Only in Theirs: More words')
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'All of yours' })))
  expect(answer).toEqual({ choices: { body: 'mine' }, open: 0 })
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Both texts, theirs first' })))
  expect(answer).toEqual({ choices: { body: 'both' }, open: 0 })
})

it('F64 both texts are offered where the store takes them both, and not of a text whose edits go together', async () => {
  await show({
    ...conflict,
    mine: rich(heading('Far north'), paragraph('The ferry leaves at nine.'), paragraph('Bring a coat.')),
    theirs: rich(heading('North'), paragraph('The ferry leaves at nine.'), paragraph('Bring a long coat.')),
  })
  expect(screen.queryByRole('group', { name: /^Passage/ })).toBeNull()
  expect(screen.getByRole('radio', { name: 'All of theirs' })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Both texts, theirs first' })).toBeNull()
})

it('F64 both of a passage can be kept, theirs first, and only where both sides have it', async () => {
  await show({ ...conflict, theirs: rich(heading('North'), paragraph('The ferry leaves at eight.')) })
  await choose(passage('Passage 1 of 2'), /^Both *Theirs, then yours$/)
  expect(passage('Passage 2 of 2').queryByRole('radio', { name: /^Both/ })).toBeNull()
  await choose(passage('Passage 2 of 2'), 'Theirs')
  expect(answer).toEqual({ choices: { body: { parts: ['both', 'theirs'] } }, open: 0 })
})

it('F64 an item of a list that both changed is a passage by itself, shown as a list', async () => {
  const of = (...items: string[]) =>
    rich(
      list(
        'bullet',
        items.map((one) => listItem([text(one)])),
      ),
    )
  await show({
    ...conflict,
    base: of('A coat', 'Boots', 'One book'),
    mine: of('A red coat', 'Boots', 'One book'),
    theirs: of('A blue coat', 'Boots', 'One long book'),
  })
  const only = passage('Passage 1 of 1')
  expect(only.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'A coat',
    'A red coat',
    'A blue coat',
  ])
  expect(screen.queryByText('Boots')).toBeNull()
})

it('what is no rich text is shown as text', async () => {
  await show({ ...conflict, theirs: 'odd' })
  expect(screen.getAllByText('plain text').length).toBeGreaterThan(0)
})

it('choices are gone where one of the texts has become another', async () => {
  const shown = await show()
  await choose(passage('Passage 1 of 2'), 'Yours')
  await choose(passage('Passage 2 of 2'), 'Yours')
  expect(answer.open).toBe(0)
  shown.rerender(<Choosing conflicts={[{ ...conflict, theirs: rich(paragraph('All new words.')) }]} />)
  expect(answer).toEqual({ choices: {}, open: 1 })
})

it('SY7 (part) what was chosen is still chosen after leaving the screen, as long as it is the same conflict of the same entry', async () => {
  await show()
  await choose(passage('Passage 1 of 2'), 'Yours')
  cleanup()
  await show()
  expect(passage('Passage 1 of 2').getByRole<HTMLInputElement>('radio', { name: 'Yours' }).checked).toBe(true)
  await choose(passage('Passage 2 of 2'), 'Theirs')
  expect(answer).toEqual({ choices: { body: { parts: ['mine', 'theirs'] } }, open: 0 })
  // Another account has none of it (SY2).
  let change = (): unknown => undefined
  forgetChoicesWithAccount({
    on: (_name, listener) => {
      change = listener as () => unknown
      return () => undefined
    },
  })
  act(() => void change())
  expect(answer).toEqual({ choices: {}, open: 1 })
  cleanup()
  await show()
  await choose(passage('Passage 1 of 2'), 'Yours')
  cleanup()
  await show({ ...conflict, theirs: rich(heading('North'), paragraph('The ferry does not leave.')) })
  expect(answer).toEqual({ choices: {}, open: 1 })
  cleanup()
  entry = 'another'
  await show()
  expect(answer).toEqual({ choices: {}, open: 1 })
})
