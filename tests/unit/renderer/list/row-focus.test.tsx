import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useMemo, useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { RowCheckbox } from '../../../../renderer/fields/document-rows/row-checkbox.tsx'
import { useRowFocus } from '../../../../renderer/fields/document-rows/use-row-focus.ts'
import { useSelectedRows } from '../../../../renderer/fields/document-rows/use-selected-rows.ts'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(() => {
  cleanup()
  getSelection()?.removeAllRanges()
})

const opened = vi.fn<(id: string) => void>()
const onMenu = vi.fn<(id: string) => void>()
const ALL = ['1', '2', '3', '4', '5']

function Rows({ chooses = true, ids = ALL }: { chooses?: boolean; ids?: string[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useMemo(
    () => ids.map((id) => ({ ref: makeRef('collection', 'posts', id), updatedAt: null })),
    [ids],
  )
  const { rows: selection } = useSelectedRows(rows, 'all')
  const { activeIndex, bodyProps } = useRowFocus({
    ids,
    body,
    selection: chooses ? selection : null,
    order: null,
    onMenu,
  })
  return (
    <table>
      <tbody ref={body} {...bodyProps}>
        {ids.map((id, index) => (
          <tr key={id} data-row={id} aria-selected={selection.ids.has(id)}>
            <td>
              <RowCheckbox
                id={id}
                title={id}
                selected={selection.ids.has(id)}
                onSelect={selection.onSelect}
              />
              <button data-open="" tabIndex={index === activeIndex ? 0 : -1} onClick={() => opened(id)}>
                {`Open ${id}`}
              </button>
            </td>
            <td>{`Words of ${id}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

async function show(chooses = true): Promise<(ids: string[]) => void> {
  opened.mockClear()
  onMenu.mockClear()
  const { rerender } = await renderInEnglish(<Rows chooses={chooses} />)
  screen.getByRole('button', { name: 'Open 2' }).focus()
  return (ids) => rerender(<Rows ids={ids} />)
}
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const at = () => document.activeElement?.textContent
const chosen = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => row.dataset['row'])
const words = (id: string) => screen.getByText(`Words of ${id}`)

it.each([
  ['ArrowDown', {}, 'Open 3'],
  ['ArrowUp', {}, 'Open 1'],
  ['j', { code: 'KeyJ' }, 'Open 3'],
  ['k', { code: 'KeyK' }, 'Open 1'],
  // On an Arabic keyboard.
  ['ت', { code: 'KeyJ' }, 'Open 3'],
  ['Home', {}, 'Open 1'],
  ['End', {}, 'Open 5'],
  ['PageDown', {}, 'Open 5'],
  ['PageUp', {}, 'Open 1'],
  // Those belong to others.
  ['ArrowDown', { ctrlKey: true }, 'Open 2'],
  ['k', { code: 'KeyK', ctrlKey: true }, 'Open 2'],
])('U32 (part) %s %j goes from the second of five rows to %s', async (key, more, to) => {
  await show()
  press(key, more)
  expect(at()).toBe(to)
})

it('U27 (part) Shift with a key that moves chooses the rows that are passed, back again lets go of them', async () => {
  await show()
  press('ArrowDown', { shiftKey: true })
  press('J', { code: 'KeyJ', shiftKey: true })
  expect([at(), ...chosen()]).toEqual(['Open 4', '2', '3', '4'])
  press('ArrowUp', { shiftKey: true })
  expect([at(), ...chosen()]).toEqual(['Open 3', '2', '3'])
  press('ArrowDown')
  press('End', { shiftKey: true })
  expect(chosen()).toEqual(['2', '3', '4', '5'])
})

it('U27 (part) Shift with a click chooses from the row with the focus, opens nothing and changes no check box of its own', async () => {
  await show()
  fireEvent.click(words('4'), { shiftKey: true })
  expect([at(), ...chosen()]).toEqual(['Open 4', '2', '3', '4'])
  fireEvent.click(screen.getByRole('button', { name: 'Open 1' }), { shiftKey: true })
  expect([at(), ...chosen()]).toEqual(['Open 1', '1', '2'])
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select 3' })
  fireEvent.click(box, { shiftKey: true })
  expect(chosen()).toEqual(['2', '3'])
  expect(box.checked).toBe(true)
  expect(opened).not.toHaveBeenCalled()
})

it('U32 (part) a click anywhere on a row opens it, one on a control or with a key of the system does not', async () => {
  await show()
  fireEvent.click(words('3'))
  expect(opened.mock.calls).toEqual([['3']])
  expect(at()).toBe('Open 3')
  fireEvent.click(words('4'), { ctrlKey: true })
  fireEvent.click(words('4'), { metaKey: true })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select 4' }))
  expect(opened).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Open 5' }))
  expect(opened.mock.calls).toEqual([['3'], ['5']])
})

it('U32 (part) text of a row can be selected without opening it, and has its own menu', async () => {
  await show()
  getSelection()?.selectAllChildren(words('3'))
  fireEvent.click(words('3'))
  expect(opened).not.toHaveBeenCalled()
  expect(fireEvent.contextMenu(words('3'))).toBe(true)
  expect(onMenu).not.toHaveBeenCalled()
  fireEvent.click(words('4'))
  expect(opened.mock.calls).toEqual([['4']])
})

it('U32 (part) a right click asks for the menu of the row, which has the focus then', async () => {
  await show()
  expect(fireEvent.contextMenu(words('4'), { clientX: 30, clientY: 40 })).toBe(false)
  expect(onMenu.mock.calls).toEqual([['4', { x: 30, y: 40 }]])
  expect(at()).toBe('Open 4')
})

it('where nothing can be chosen Space is the row’s own, and Shift chooses nothing', async () => {
  await show(false)
  expect(press(' ')).toBe(true)
  press('ArrowDown', { shiftKey: true })
  expect(at()).toBe('Open 2')
})

it('where the row with the focus goes away, the one in its place has it', async () => {
  const showOnly = await show()
  showOnly(['1', '3', '4', '5'])
  expect(at()).toBe('Open 3')
  press('End')
  showOnly(['1', '3', '4'])
  expect(at()).toBe('Open 4')
  expect(screen.getAllByRole('button').map((one) => one.tabIndex)).toEqual([-1, -1, 0])
})

it('Shift with a click chooses the row alone where the one with the focus is not on the page any more', async () => {
  const showOnly = await show()
  showOnly(['3', '4', '5'])
  fireEvent.click(words('4'), { shiftKey: true })
  expect(chosen()).toEqual(['4'])
})
