import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { $getRoot, $getSelection, $isElementNode, $isTextNode, getNearestEditorFromDOMNode } from 'lexical'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SHOW_EVENT } from '../../../../renderer/ui/focus/focus-place.ts'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import type { Json } from '../../../../shared/json.ts'
import { richText } from '../../shared/build-fields.ts'
import { cell, table } from '../../shared/rich-text/build-nodes.ts'
import { viewOf } from '../form/form-fixtures.ts'
import { showFields } from '../fields/show-fields.tsx'
import { inOneBurst } from '../support/in-one-burst.ts'
import { everything, para, rich } from './rich-text-fixtures.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const body = (more = {}) => richText('body', { label: 'Body', editor: everything, ...more })
const box = () => screen.getByRole('textbox', { name: 'Body' })
const isEdited = () => box().isContentEditable || box().getAttribute('contenteditable') === 'true'

function editorOf() {
  const editor = getNearestEditorFromDOMNode(box())
  if (editor === null) throw new Error('it is not edited')
  return editor
}

/** Types at the end of the top-level node at an index. */
function type(index: number, text: string): void {
  act(() => {
    editorOf().update(
      () => {
        const top = $getRoot().getChildAtIndex(index)
        if (!$isElementNode(top)) throw new Error('no text there')
        const last = top.getLastDescendant()
        const selection = $isTextNode(last) ? last.select() : top.select()
        selection.insertText(text)
      },
      { discrete: true },
    )
  })
}

/** Types behind a text, wherever it is. */
function typeBehind(words: string, text: string): void {
  act(() => {
    editorOf().update(
      () => {
        const node = $getRoot()
          .getAllTextNodes()
          .find((one) => one.getTextContent() === words)
        node?.select().insertText(text)
      },
      { discrete: true },
    )
  })
}

describe('a field of rich text', () => {
  const value = rich(para('Kiruna'), para('Narvik', { mine: 1 }))

  it('is only shown until it is approached, then edited in its place, and nothing has changed', async () => {
    const { form } = await showFields([body()], { data: { body: value } })
    expect(box().textContent).toBe('KirunaNarvik')
    expect(isEdited()).toBe(false)
    fireEvent.pointerEnter(box())
    expect(isEdited()).toBe(true)
    expect(box().textContent).toBe('KirunaNarvik')
    expect(form.changes()).toEqual([])
  })

  it('becomes an editor with the focus in it when the focus comes', async () => {
    await showFields([body()], { data: { body: value } })
    act(() => box().focus())
    expect(isEdited()).toBe(true)
    expect(document.activeElement).toBe(box())
  })

  it('what is typed is an edit of its node, and undo takes it back and puts the caret there', async () => {
    const { form, document: opened } = await showFields([body()], { data: { body: value } })
    act(() => box().focus())
    inOneBurst(() => {
      type(0, '!')
      type(0, '?')
    })
    const [change] = form.changes()
    expect(change?.kind === 'set' && topNodes(change.to)).toEqual([
      para('Kiruna!?'),
      para('Narvik', { mine: 1 }),
    ])
    type(1, ' by night')
    act(() => void opened.undo())
    expect(box().textContent).toBe('Kiruna!?Narvik')
    act(() => void opened.undo())
    expect(form.changes()).toEqual([])
    expect(box().textContent).toBe('KirunaNarvik')
    act(() => void opened.redo())
    expect(box().textContent).toBe('Kiruna!?Narvik')
  })

  it('U27 (part) one undo takes back what was typed in one cell of a table, not in all of them', async () => {
    // jsdom lays nothing out, so nothing is ever resized.
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    const cells = table([[cell('Train'), cell('From')]])
    const { document: opened } = await showFields([body()], { data: { body: rich(cells) } })
    act(() => box().focus())
    typeBehind('Train', ' 12')
    typeBehind('From', ' Boden')
    act(() => void opened.undo())
    expect(box().textContent).toBe('Train 12From')
    act(() => void opened.undo())
    expect(box().textContent).toBe('TrainFrom')
  })

  it('a newer version of the document is shown in the editor, beside what was typed', async () => {
    const { form, document: opened } = await showFields([body()], { data: { body: value } })
    act(() => box().focus())
    type(0, '!')
    act(() => opened.receive(viewOf({ id: 7, body: rich(para('Kiruna'), para('Narvik, Norway')) })))
    expect(box().textContent).toBe('Kiruna!Narvik, Norway')
    type(1, '.')
    expect(topNodes(form.getField('body').value)).toEqual([para('Kiruna!'), para('Narvik, Norway.')])
  })

  it('an empty text says what to do, in the words of the site where it has any', async () => {
    const first = await showFields([body()], { data: { body: null } })
    expect(screen.getByText("Start typing, or press '/' for commands...")).toBeTruthy()
    act(() => box().focus())
    expect(screen.getByText("Start typing, or press '/' for commands...")).toBeTruthy()
    type(0, 'a')
    expect(screen.queryByText(/^Start typing/)).toBeNull()
    first.screen.unmount()
    await showFields([body({ editor: { ...everything, placeholder: 'Tell the story' } })], {
      data: { body: null },
    })
    expect(screen.getByText('Tell the story')).toBeTruthy()
  })

  it('S5.27 (part) one that may not be written is read and never edited', async () => {
    await showFields([body()], { data: { body: value }, scope: { mayWrite: () => false } })
    const read = screen.getByRole('document', { name: 'Body' })
    fireEvent.pointerEnter(read)
    act(() => read.focus())
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(read.textContent).toBe('KirunaNarvik')
  })

  it('one whose editor the site does not tell stays as it is, and says why', async () => {
    await showFields([body({ editor: null })], { data: { body: value } })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText(/names no editor for this text/)).toBeTruthy()
  })

  it('somebody who is led to what an undo changed in a text that is only shown stands there', async () => {
    const { form, document: opened } = await showFields([body()], { data: { body: value } })
    act(() => form.setField('body', rich(para('Kiruna'), para('Narvik by night', { mine: 1 }))))
    act(() => void opened.undo())
    act(() => void box().dispatchEvent(new CustomEvent(SHOW_EVENT, { cancelable: true })))
    expect(document.activeElement).toBe(box())
    const at = editorOf().read(() => $getSelection()?.getNodes()[0]?.getTextContent())
    expect(at).toBe('Narvik')
  })

  it('in two locales side by side each has its text, and its own edits', async () => {
    const { form } = await showFields([body({ localized: true })], {
      data: { body: { en: rich(para('north')), de: rich(para('Norden')) } },
      beside: {},
    })
    const [english, german] = screen.getAllByRole('textbox')
    expect([english?.textContent, german?.textContent]).toEqual(['north', 'Norden'])
    act(() => german?.focus())
    const editing = screen.getAllByRole('textbox')[1]
    const editor = editing === undefined ? null : getNearestEditorFromDOMNode(editing)
    act(() => editor?.update(() => $getRoot().selectEnd().insertText('!'), { discrete: true }))
    expect(form.changes()).toMatchObject([{ path: 'body', locale: 'de', to: rich(para('Norden!')) }])
  })

  it('an editor that fails leaves the text to be read, and says so', async () => {
    const { form } = await showFields([body()], { data: { body: value } })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(MutationObserver.prototype, 'observe').mockImplementation(() => {
      throw new Error('no such luck')
    })
    fireEvent.pointerEnter(box())
    vi.restoreAllMocks()
    expect(screen.getByText('This text can’t be edited here. It stays as it is.')).toBeTruthy()
    expect(screen.getByRole('document', { name: 'Body' }).textContent).toBe('KirunaNarvik')
    expect(form.changes()).toEqual([])
  })

  it('rich text that all locales share is another one in each of them as soon as it is edited', async () => {
    const caption = (text: Json) => ({ type: 'autolink', id: 'u', fields: { caption: text }, children: [] })
    const { form, german } = await showFields([body({ innerLocales: ['en', 'de'] })], {
      data: { body: rich(para('Kiruna'), caption({ en: 'North', de: 'Nord' })) },
    })
    let told = 0
    german.subscribeField('body', () => {
      told += 1
    })
    expect(topNodes(german.getField('body').value)).toEqual([para('Kiruna'), caption('Nord')])
    act(() => form.setField('body', rich(para('Kiruna!'), caption('North'))))
    expect(told).toBe(1)
    expect(topNodes(german.getField('body').value)).toEqual([para('Kiruna!'), caption('Nord')])
  })
})
