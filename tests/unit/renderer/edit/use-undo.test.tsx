import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../../../shared/json.ts'
import { array, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { showFields } from '../fields/show-fields.tsx'
import { viewOf } from '../form/form-fixtures.ts'

beforeEach(() => void vi.stubGlobal('galley', { call: () => undefined, on: () => () => undefined }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const fields = [
  text('title', { label: 'Title' }),
  text('slug', { label: 'Slug' }),
  array('links', [text('label', { label: 'Label' })], { label: 'Links' }),
]
const stored: JsonObject = { title: 'A', slug: 'a', links: [{ id: 'r1', label: 'One' }] }

/** Renders the fields of a document with undo, and the toasts. */
async function show() {
  const { useUndo } = await import('../../../../renderer/screens/edit/use-undo.ts')
  const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
  const { ToastRegion } = await import('../../../../renderer/ui/toast/toast-region.tsx')
  const { toastQueue } = await import('../../../../renderer/ui/toast/toast-queue.ts')
  const { commands } = await import('../../../../renderer/commands/command-registry.ts')
  for (const { key } of toastQueue.visibleToasts) toastQueue.close(key)
  function Undo() {
    useUndo(useRef(document.body))
    return <ToastRegion />
  }
  const opened = await showFields(fields, {
    data: stored,
    above: (
      <MemoryRouter>
        <SchemaProvider value={site}>
          <Undo />
        </SchemaProvider>
      </MemoryRouter>
    ),
  })
  const run = (id: string) =>
    act(() =>
      commands
        .all()
        .find((one) => one.id === id)
        ?.run(),
    )
  const saved = async (data: JsonObject) => {
    await act(() => opened.document.commit('save', 'en'))
    act(() => opened.document.receive(viewOf({ id: 7, ...data })))
  }
  return { ...opened, saved, undo: () => run('edit.undo'), redo: () => run('edit.redo') }
}

const input = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } })
/** Sends the system's request to an input; returns true if the input may handle it itself. */
const asks = (name: string, inputType: string) =>
  fireEvent(input(name), new InputEvent('beforeinput', { bubbles: true, cancelable: true, inputType }))

describe('DM7 undo on the screen', () => {
  it('DM7 says which field it passed over, because it holds something else by now', async () => {
    const { undo, saved } = await show()
    type('Slug', 'mine')
    await saved({ ...stored, slug: 'theirs' })
    undo()
    expect(screen.getByText('Not undone: Slug')).toBeTruthy()
    expect(input('Slug').value).toBe('theirs')
  })

  it('DM7 says which rows it passed over, by their numbers', async () => {
    const { undo, saved, form } = await show()
    act(() => {
      form.rows.insert('links', 1, [
        { id: 'r2', label: 'Two' },
        { id: 'r3', label: 'Three' },
        { id: 'r4', label: 'Four' },
      ])
    })
    const theirs = ['One', 'Two, by them', 'Three', 'Four, by them']
    await saved({ ...stored, links: theirs.map((label, index) => ({ id: `r${index + 1}`, label })) })
    undo()
    expect(form.getRows('links').rows.map(({ id }) => id)).toEqual(['r1', 'r2', 'r4'])
    expect(screen.getByText('Not undone: Links 02, Links 03')).toBeTruthy()
  })

  it('DM7 says nothing where it passed over nothing', async () => {
    const { undo, redo } = await show()
    type('Slug', 'mine')
    undo()
    expect(input('Slug').value).toBe('a')
    redo()
    expect(input('Slug').value).toBe('mine')
    expect(screen.queryByText(/Not undone/)).toBeNull()
  })

  it('DM7 is the document’s where the system asks for it in an input, not the input’s own', async () => {
    const { document: opened } = await show()
    type('Title', 'B')
    type('Slug', 'b')
    expect(asks('Title', 'historyUndo')).toBe(false)
    expect([input('Title').value, input('Slug').value]).toEqual(['B', 'a'])
    expect(asks('Title', 'historyUndo')).toBe(false)
    expect(input('Title').value).toBe('A')
    expect(asks('Title', 'historyUndo')).toBe(false)
    expect(opened.changes()).toEqual([])
    expect(asks('Slug', 'historyRedo')).toBe(false)
    expect(input('Title').value).toBe('B')
    expect(asks('Slug', 'insertText')).toBe(true)
    expect([input('Title').value, input('Slug').value]).toEqual(['B', 'a'])
  })
})
