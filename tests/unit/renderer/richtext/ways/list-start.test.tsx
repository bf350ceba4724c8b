import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { topNodes } from '../../../../../shared/fields/richText/nodes.ts'
import { list, listItem, paragraph, text } from '../../../shared/rich-text/build-nodes.ts'
import { rich } from '../rich-text-fixtures.ts'
import { outline } from '../support/open-text.ts'
import { openField } from './open-field.tsx'

afterEach(cleanup)

const numbers = (...words: string[]) =>
  list(
    'number',
    words.map((one, at) => listItem([text(one)], at + 1)),
  )

it('F69 (part: numbers) the number that a list begins with is set in a dialog, shown, and stored as its start', async () => {
  const { caret, type, press, nodes, box, form, opened } = await openField(
    rich(numbers('a', 'b'), paragraph('p')),
  )
  const lines = () => outline(topNodes(form.getField('body').value))
  caret(0)
  type(' /start')
  press('Enter')
  const dialog = await screen.findByRole('dialog', { name: 'Start numbering at…' })
  const input = within(dialog).getByRole('textbox', { name: 'First number' })
  expect(input.getAttribute('value')).toBe('1')
  const apply = (value: string) => {
    fireEvent.change(input, { target: { value } })
    fireEvent.blur(input)
    act(() => void fireEvent.submit(dialog.querySelector('form') ?? dialog))
  }
  for (const [bad, said] of [
    ['', 'This field is required.'],
    ['-1', 'Enter a whole number from 0 to 999,999,999'],
    ['2.5', 'Enter a whole number from 0 to 999,999,999'],
  ] as const) {
    apply(bad)
    expect(within(dialog).getByText(said)).toBeTruthy()
  }
  apply('7')
  await expect.poll(lines).toEqual(['7. a', '8. b', 'paragraph: p'])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(nodes()[0]).toMatchObject({ type: 'list', listType: 'number', start: 7 })
  expect(box().querySelector('ol')?.start).toBe(7)
  act(() => void opened.undo())
  expect(lines()).toEqual(['1. a', '2. b', 'paragraph: p'])
})
