import { EditorView } from '@codemirror/view'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeHeight } from '../../../../renderer/ui/code-editor/code-editor.tsx'
import { code, json } from '../../shared/build-fields.ts'
import { en, set, viewOf } from '../form/form-fixtures.ts'
import { showFields } from './show-fields.tsx'

beforeAll(() => {
  // jsdom lays nothing out, and lacks what the editor measures itself with.
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
})
afterEach(cleanup)

/** The editor of a field, once it has been loaded. */
async function editorOf(name: string) {
  const element = await screen.findByRole('textbox', { name: new RegExp(`^${name}`) })
  const view = EditorView.findFromDOM(element)
  if (view === null) throw new Error('no editor')
  return {
    element,
    view,
    text: () => view.state.doc.toString(),
    type: (text: string) =>
      act(() =>
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: text },
          userEvent: 'input.type',
        }),
      ),
  }
}

it('S9.14 an editor is as high as its lines, at least 56 px, and no higher than the site says', () => {
  expect(codeHeight('')).toBe(56)
  expect(codeHeight('one')).toBe(56)
  expect(codeHeight('1\n2\n3')).toBe(56)
  expect(codeHeight('1\n2\n3\n4')).toBe(74)
  expect(codeHeight('\n'.repeat(99))).toBe(1802)
  expect(codeHeight('\n'.repeat(99), 300)).toBe(300)
  expect(codeHeight('', 40)).toBe(40)
})

describe('code', () => {
  const field = code('css', { label: 'Style', language: 'css' })

  it('is typed and is a value at once, and grows with its lines (S9.14)', async () => {
    const { form } = await showFields([field], { data: { css: 'a {}' } })
    const editor = await editorOf('Style')
    editor.type('a {\n}\n\n\n')
    expect(form.changes()).toEqual([set('css', 'a {}', 'a {\n}\n\n\n')])
    const box = editor.view.dom.closest<HTMLElement>('[dir="ltr"]')
    expect(box?.style.blockSize).toBe(`${5 * 18 + 2}px`)
  })

  it('SY5 a newer version changes the text and leaves the caret where it is; undo is the document’s', async () => {
    const { document: opened, form } = await showFields([field], { data: { css: 'a { b }' } })
    const editor = await editorOf('Style')
    act(() => editor.view.dispatch({ selection: { anchor: 4 } }))
    act(() => opened.receive(viewOf({ id: 7, css: 'a { b } c' })))
    expect([editor.text(), editor.view.state.selection.main.head]).toEqual(['a { b } c', 4])
    expect(form.changes()).toEqual([])
    editor.type('x')
    act(() => void opened.undo())
    expect(editor.text()).toBe('a { b } c')
  })

  it('line breaks of Windows stay as they are, and are one line break each', async () => {
    const { document: opened, form } = await showFields([field], { data: { css: 'a\r\nb\r\nc' } })
    const editor = await editorOf('Style')
    expect(editor.text()).toBe('a\nb\nc')
    act(() => editor.view.dispatch({ changes: { from: 3, insert: '\n!' }, userEvent: 'input.type' }))
    expect(form.changes()).toEqual([set('css', 'a\r\nb\r\nc', 'a\r\nb\r\n!\r\nc')])
    act(() => void opened.undo())
    expect(editor.text()).toBe('a\nb\nc')
  })

  it('read-only it can be read and reached, and not changed', async () => {
    await showFields([{ ...field, readOnly: true }], { data: { css: 'a {}' } })
    const editor = await editorOf('Style')
    expect(editor.view.state.readOnly).toBe(true)
    expect(editor.element.getAttribute('aria-readonly')).toBe('true')
  })

  it('a localized one holds the text of its locale, whatever direction that is written in', async () => {
    const { form } = await showFields([{ ...field, localized: true }], {
      data: { css: { en: 'a', de: 'b' } },
      scope: { dir: 'rtl' },
    })
    const editor = await editorOf('Style')
    expect(editor.text()).toBe('a')
    editor.type('c')
    expect(form.changes()).toEqual([en('css', 'a', 'c')])
    expect(editor.view.dom.closest('[dir]')?.getAttribute('dir')).toBe('ltr')
  })

  it('has line numbers and tabs as the site says', async () => {
    await showFields([
      code('a', { label: 'A' }),
      code('b', { label: 'B', editor: { lineNumbers: false, wrap: false, insertSpaces: true, tabSize: 2 } }),
    ])
    const [a, b] = [await editorOf('A'), await editorOf('B')]
    expect([a.view.dom.querySelectorAll('.cm-gutters').length, a.view.state.tabSize]).toEqual([1, 4])
    expect([b.view.dom.querySelectorAll('.cm-gutters').length, b.view.state.tabSize]).toEqual([0, 2])
  })
})

describe('JSON', () => {
  const field = json('data', { label: 'Data' })
  const held = { data: { from: 'Oslo' } }

  it('is shown in lines, and what is typed is a value as soon as it is JSON', async () => {
    const { form } = await showFields([field], { data: held })
    const editor = await editorOf('Data')
    expect(editor.text()).toBe('{\n\t"from": "Oslo"\n}')
    editor.type('{"from":"Bodø"}')
    expect(form.read('data')).toEqual({ from: 'Bodø' })
    expect(editor.text()).toBe('{"from":"Bodø"}')
  })

  it('F50 (part) what is no JSON is kept as it was typed, keeps the form from being saved, and is no value', async () => {
    const { form } = await showFields([field], { data: held })
    const editor = await editorOf('Data')
    editor.type('{"from": ')
    expect(editor.text()).toBe('{"from": ')
    expect(form.read('data')).toEqual({ from: 'Oslo' })
    expect(form.validate()).toEqual(['data'])
    expect(screen.getByText('This field has an invalid input.')).toBeTruthy()
    expect(editor.element.getAttribute('aria-invalid')).toBe('true')
    editor.type('{"from": 1}')
    expect(form.validate()).toEqual([])
    expect(form.read('data')).toEqual({ from: 1 })
  })

  it('refuses a number that would be rounded, and keeps what is typed (F102)', async () => {
    const { form } = await showFields([field], { data: held })
    const editor = await editorOf('Data')
    for (const digits of ['3544790567247868102', '-9007199254740993', '1.0e-400']) {
      editor.type(`{"id": ${digits}}`)
      expect(editor.text()).toBe(`{"id": ${digits}}`)
      expect(form.read('data')).toEqual({ from: 'Oslo' })
      expect(form.unreadable()).toEqual(['data'])
      expect(screen.getByText(new RegExp(`^The number ${digits} has more digits`))).toBeTruthy()
    }
    expect(screen.getByText(/would be stored as 0\. In quotes/)).toBeTruthy()
    editor.type('{"a\\"1": "3544790567247868102", "b": [9007199254740994, -0.10, 1e21]}')
    expect(form.read('data')).toEqual({ 'a"1': '3544790567247868102', b: [9007199254740994, -0.1, 1e21] })
    expect(form.unreadable()).toEqual([])
  })

  it('an empty list and an empty text are values, and an empty field is none', async () => {
    const { form } = await showFields([field], { data: held })
    const editor = await editorOf('Data')
    for (const [text, value] of [
      ['[]', []],
      ['""', ''],
      ['', null],
    ] as const) {
      editor.type(text)
      expect([editor.text(), form.read('data')]).toEqual([text, value])
    }
  })

  it('S5.26 (part) what its schema forbids is said at its place, and keeps the form from being saved', async () => {
    const jsonSchema = { type: 'object', properties: { from: { type: 'string' } }, required: ['from'] }
    const { form } = await showFields([{ ...field, jsonSchema }], { data: held })
    const editor = await editorOf('Data')
    editor.type('{"from": 7}')
    act(() => void form.validate())
    expect(form.getForm().invalid).toEqual(['data'])
    expect(screen.getByText(/^This field has an invalid input\. from: /)).toBeTruthy()
    editor.type('{}')
    expect(form.validate()).toEqual([])
  })

  it('a schema that cannot be understood here is left to the server', async () => {
    const jsonSchema = { $ref: 'https://example.com/line.json' }
    const { form } = await showFields([{ ...field, jsonSchema }], { data: held })
    expect(form.validate()).toEqual([])
  })
})
