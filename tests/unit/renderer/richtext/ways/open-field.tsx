import { act, fireEvent, screen } from '@testing-library/react'
import {
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  getNearestEditorFromDOMNode,
} from 'lexical'
import { Shortcuts } from '../../../../../renderer/commands/shortcut-sheet.tsx'
import { useShortcuts } from '../../../../../renderer/commands/shortcuts.ts'
import type { RichTextEditor } from '../../../../../shared/cms/schema-model.ts'
import { isPlainJson, own, type Json } from '../../../../../shared/json.ts'
import { topNodes } from '../../../../../shared/fields/richText/nodes.ts'
import { richText } from '../../../shared/build-fields.ts'
import { showFields } from '../../fields/show-fields.tsx'
import { inOneBurst } from '../../support/in-one-burst.ts'
import { everything } from '../rich-text-fixtures.ts'

/** The window's handling of keys that no element has handled. */
function WindowKeys() {
  useShortcuts()
  return <Shortcuts />
}

/** Renders a rich text field with the focus in it, and functions to write with. */
export async function openField(value: Json, editor: Partial<RichTextEditor> = {}) {
  const field = richText('body', { label: 'Body', editor: { ...everything, ...editor } })
  const { form, document: opened } = await showFields([field], {
    data: { body: value },
    above: <WindowKeys />,
  })
  const box = () => screen.getByRole('textbox', { name: 'Body' })
  act(() => box().focus())
  const editorOf = () => {
    const found = getNearestEditorFromDOMNode(box())
    if (found === null) throw new Error('it is not edited')
    return found
  }
  const change = (write: () => void) => act(() => editorOf().update(write, { discrete: true }))
  return {
    form,
    opened,
    box,
    editor: editorOf,
    change,
    /** Puts the caret behind the text of the top-level node at an index. */
    caret: (index: number) =>
      change(() => {
        const top = $getRoot().getChildAtIndex(index)
        const selection = $isElementNode(top) ? top.selectEnd() : null
        const text = selection?.anchor.getNode()
        // Like in a browser, typed text gets the format of the text around it.
        if ($isTextNode(text)) selection?.setFormat(text.getFormat())
      }),
    select: (index: number) =>
      change(() => {
        const top = $getRoot().getChildAtIndex(index)
        if ($isElementNode(top)) top.select(0, top.getChildrenSize())
      }),
    /** Types character by character. */
    type: (text: string) => {
      inOneBurst(() => {
        for (const character of text)
          change(() => {
            const selection = $getSelection()
            if ($isRangeSelection(selection)) selection.insertText(character)
          })
      })
    },
    press: (key: string, more: Partial<KeyboardEventInit> = {}) =>
      act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })),
    /** Returns the stored text in short: type and words of each top-level node. */
    stored: () => topNodes(form.getField('body').value).map((node) => `${nameOf(node)}: ${wordsOf(node)}`),
    nodes: () => topNodes(form.getField('body').value),
  }
}

function nameOf(node: Json): string {
  if (!isPlainJson(node)) return ''
  const names = [own(node, 'type'), own(node, 'type') === 'heading' ? own(node, 'tag') : null]
  return names.filter((name) => typeof name === 'string').join(' ')
}

function wordsOf(node: Json): string {
  if (!isPlainJson(node)) return ''
  const text = own(node, 'text')
  if (typeof text === 'string') return text
  const children = own(node, 'children')
  return Array.isArray(children) ? children.map(wordsOf).join('') : ''
}
