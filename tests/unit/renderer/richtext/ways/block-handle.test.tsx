import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { para, rich } from '../rich-text-fixtures.ts'
import { openField } from './open-field.tsx'

afterEach(cleanup)

/** The buttons beside the block under the pointer. */
async function tools(hides: { add: boolean; handle: boolean }): Promise<string[]> {
  const { box } = await openField(rich(para('Kiruna')), { hides })
  const shown = () =>
    ['Add Below', 'Move or change this part'].filter(
      (name) => screen.queryByRole('button', { name }) !== null,
    )
  act(() => void fireEvent.pointerMove(box()))
  await act(() => new Promise(requestAnimationFrame))
  return shown()
}

it('the margin beside a block has what the site leaves in it', async () => {
  expect(await tools({ add: false, handle: false })).toEqual(['Add Below', 'Move or change this part'])
  cleanup()
  expect(await tools({ add: true, handle: false })).toEqual(['Move or change this part'])
  cleanup()
  expect(await tools({ add: false, handle: true })).toEqual(['Add Below'])
})
