import { act, cleanup, fireEvent } from '@testing-library/react'
import { COMMAND_PRIORITY_CRITICAL, DELETE_LINE_COMMAND } from 'lexical'
import { afterEach, expect, it } from 'vitest'
import { para, rich } from '../rich-text-fixtures.ts'
import { openField } from './open-field.tsx'

afterEach(cleanup)

/** Which way the line is deleted by a key; and whether the browser does something else with it, too. */
async function deletes(key: string, more: Partial<KeyboardEventInit>) {
  const { box, caret, editor } = await openField(rich(para('Kiruna')))
  caret(0)
  const ways: boolean[] = []
  editor().registerCommand(
    DELETE_LINE_COMMAND,
    (isBackward) => {
      ways.push(isBackward)
      return true
    },
    COMMAND_PRIORITY_CRITICAL,
  )
  let isLeft = false
  act(() => {
    isLeft = fireEvent.keyDown(box(), { key, ...more })
  })
  return { ways, isLeft }
}
const modified = { ctrlKey: true, shiftKey: true }

it.each([
  ['Backspace', modified, [true], false],
  ['Delete', modified, [false], false],
  ['k', modified, [], true],
  ['Backspace', { ...modified, altKey: true }, [], true],
])('F66 (part) %s with %j deletes a line: backwards %j', async (key, more, ways, isLeft) => {
  expect(await deletes(key, more)).toEqual({ ways, isLeft })
})
