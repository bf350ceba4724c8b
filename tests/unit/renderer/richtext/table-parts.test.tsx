import { LexicalComposerContext, createLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { $setSelection } from 'lexical'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tables } from '../../../../renderer/richtext/features/tables/tables.ts'
import { TableParts } from '../../../../renderer/richtext/features/tables/table-parts.tsx'
import { isJsonObject } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { cell, paragraph, table } from '../../shared/rich-text/build-nodes.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { commandsOf } from './support/commands-of.tsx'
import { openText } from './support/open-text.ts'
import type { OpenText } from './support/open-text.ts'

/** jsdom lays nothing out, so nothing is ever resized. */
class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResize)
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function show(...nodes: Json[]): Promise<OpenText> {
  const shown = openText(nodes, [tables])
  await renderInEnglish(
    <LexicalComposerContext value={[shown.editor, createLexicalComposerContext(null, null)]}>
      <TableParts />
    </LexicalComposerContext>,
  )
  return shown
}

const run = async (shown: OpenText, id: string) => {
  const command = (await commandsOf(tables)).find((one) => one.id === id)
  act(() => {
    command?.run(shown.editor)
    shown.change(() => undefined)
  })
}

function sizeOf(node: JsonObject | undefined): number[] {
  const rows = Array.isArray(node?.['children']) ? node['children'].filter(isJsonObject) : []
  return rows.map(({ children }) => (Array.isArray(children) ? children.length : 0))
}

async function openMenu(shown: OpenText): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(shown.root))
  act(() => shown.press('F10', { shiftKey: true }))
}
/** An item of a menu; what it does to the text is done when this is. */
function choose(shown: OpenText, name: string, role = 'menuitem'): void {
  fireEvent.click(screen.getByRole(role, { name }))
  act(() => shown.change(() => undefined))
}

describe('the table command', () => {
  it('S4.26 does nothing in a table; elsewhere it opens Create Table, which requires rows and columns, 5 of each', async () => {
    const shown = await show(paragraph('x'), table([[cell('a'), cell('b')]]))
    const before = shown.nodes()
    act(() => shown.caret('a'))
    await run(shown, 'insert.table')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(shown.nodes()).toEqual(before)

    act(() => shown.caret('x', 1))
    await run(shown, 'insert.table')
    const drawer = screen.getByRole('dialog', { name: 'Create Table' })
    const [rows, columns] = ['Rows', 'Columns'].map((name) => within(drawer).getByRole('textbox', { name }))
    if (rows === undefined || columns === undefined) throw new Error('no inputs')
    for (const input of [rows, columns]) {
      expect(input.getAttribute('value')).toBe('5')
      expect(input.getAttribute('aria-required')).toBe('true')
    }
    const insert = () => fireEvent.click(within(drawer).getByRole('button', { name: 'Insert table' }))
    fireEvent.change(rows, { target: { value: '' } })
    fireEvent.change(columns, { target: { value: '2.5' } })
    insert()
    expect(within(drawer).getByText('This field is required.')).toBeDefined()
    expect(within(drawer).getByText('Enter a whole number from 1 to 50.')).toBeDefined()
    expect(shown.nodes()).toEqual(before)
    fireEvent.change(rows, { target: { value: '3' } })
    fireEvent.change(columns, { target: { value: '2' } })
    insert()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sizeOf(shown.nodes()[1])).toEqual([2, 2, 2])
    await waitFor(() => expect(document.activeElement).toBe(shown.root))
  })

  it('makes five rows of five columns if nothing else is said', async () => {
    const shown = await show(paragraph('x'))
    act(() => shown.caret('x', 1))
    await run(shown, 'insert.table')
    fireEvent.click(screen.getByRole('button', { name: 'Insert table' }))
    await waitFor(() => expect(sizeOf(shown.nodes()[1])).toEqual([5, 5, 5, 5, 5]))
  })
})

it('inserts the table where the caret was, also if the text loses its selection to the drawer', async () => {
  const shown = await show(paragraph('x'), paragraph('y'))
  act(() => shown.caret('x', 1))
  await run(shown, 'insert.table')
  act(() => shown.change(() => $setSelection(null)))
  act(() => shown.change(() => $setSelection(null)))
  fireEvent.click(screen.getByRole('button', { name: 'Insert table' }))
  await waitFor(() =>
    expect(shown.nodes().map(({ type }) => type)).toEqual(['paragraph', 'table', 'paragraph']),
  )
})

describe('the menu of a table', () => {
  it('opens by Shift+F10 and by its button, does what is chosen, and gives the focus back to the text', async () => {
    const shown = await show(table([[cell('a'), cell('b')]]))
    act(() => shown.caret('a'))
    await openMenu(shown)
    choose(shown, 'Insert row below')
    expect(sizeOf(shown.nodes()[0])).toEqual([2, 2])
    await waitFor(() => expect(document.activeElement).toBe(shown.root))
    fireEvent.click(screen.getByRole('button', { name: 'Table options', hidden: true }))
    choose(shown, 'Add header row')
    expect(JSON.stringify(shown.nodes()).match(/"headerState":1/g)).toHaveLength(2)
    await openMenu(shown)
    choose(shown, 'Remove header row')
    expect(JSON.stringify(shown.nodes())).not.toContain('"headerState":1')
    await openMenu(shown)
    choose(shown, 'Delete table')
    expect(shown.nodes()).toMatchObject([{ type: 'paragraph' }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Table options' })).toBeNull())
  })

  it('offers colours and alignments as choices, and keeps a colour that is none of them', async () => {
    const shown = await show(table([[cell('a', { backgroundColor: 'papayawhip', verticalAlign: 'bottom' })]]))
    act(() => shown.caret('a'))
    await openMenu(shown)
    choose(shown, 'Cell background')
    const choices = await screen.findAllByRole('menuitemradio')
    expect(choices.map((one) => [one.textContent, one.getAttribute('aria-checked')])).toEqual([
      ['None', 'false'],
      ['Grey', 'false'],
      ['Blue', 'false'],
      ['Green', 'false'],
      ['Amber', 'false'],
      ['Red', 'false'],
      ['Other: papayawhip✓', 'true'],
    ])
    choose(shown, 'Green', 'menuitemradio')
    expect(JSON.stringify(shown.nodes())).toContain('"backgroundColor":"#e0f2e6"')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await openMenu(shown)
    choose(shown, 'Vertical alignment')
    await screen.findByRole('menuitemradio', { name: 'Middle' })
    choose(shown, 'Middle', 'menuitemradio')
    expect(JSON.stringify(shown.nodes())).toContain('"verticalAlign":"middle"')
  })

  it('changes the width of a column by arrow keys, in both directions of text', async () => {
    for (const [direction, wider] of [
      ['ltr', 'ArrowRight'],
      ['rtl', 'ArrowLeft'],
    ] as const) {
      const shown = await show(table([[cell('a'), cell('b')]], { direction, colWidths: [100, 100] }))
      act(() => shown.caret('a'))
      await openMenu(shown)
      choose(shown, 'Change column width')
      const handle = await screen.findByRole('separator', { name: 'Width of column 1', hidden: true })
      await waitFor(() => expect(document.activeElement).toBe(handle))
      fireEvent.keyDown(handle, { key: wider })
      fireEvent.keyDown(handle, { key: wider, shiftKey: true })
      act(() => shown.change(() => undefined))
      expect(shown.nodes()[0]).toMatchObject({ colWidths: [160, 100] })
      await waitFor(() => expect(handle.getAttribute('aria-valuetext')).toBe('160 pixels'))
      fireEvent.keyDown(handle, { key: 'Escape' })
      await waitFor(() => expect(document.activeElement).toBe(shown.root))
      cleanup()
      shown.root.remove()
    }
  })

  it('is not there where a text is only read', async () => {
    const shown = await show(table([[cell('a')]]))
    act(() => shown.caret('a'))
    expect(screen.getByRole('button', { name: 'Table options' })).toBeDefined()
    act(() => shown.editor.setEditable(false))
    expect(screen.queryByRole('button', { name: 'Table options' })).toBeNull()
  })
})
