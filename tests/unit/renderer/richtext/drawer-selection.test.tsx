import { act, cleanup, render } from '@testing-library/react'
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  $setSelection,
  createEditor,
} from 'lexical'
import type { LexicalEditor } from 'lexical'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useDrawerSelection } from '../../../../renderer/richtext/drawer-selection.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Two lines, with a selection that begins in the second and ends in the first. */
function openText(): LexicalEditor {
  const editor = createEditor({
    onError: (error) => {
      throw error
    },
  })
  editor.setRootElement(document.body.appendChild(document.createElement('div')))
  editor.update(
    () => {
      const [first, second] = ['The night train', 'leaves at nine'].map((text) => $createTextNode(text))
      if (first === undefined || second === undefined) return
      $getRoot().clear().append($createParagraphNode().append(first), $createParagraphNode().append(second))
      const selection = second.select(6, 6)
      selection.focus.set(first.getKey(), 4, 'text')
    },
    { discrete: true },
  )
  return editor
}

const selected = (editor: LexicalEditor) =>
  editor.read(() => {
    const selection = $getSelection()
    if (!$isRangeSelection(selection)) return null
    const { anchor, focus } = selection
    return [anchor.getNode().getTextContent(), anchor.offset, focus.getNode().getTextContent(), focus.offset]
  })

const EXACTLY = ['leaves at nine', 6, 'The night train', 4]

/** Somebody pressed somewhere in the drawer. */
const loseSelection = (editor: LexicalEditor) => editor.update(() => $setSelection(null), { discrete: true })

type Props = { editor: LexicalEditor; open: boolean; restoreLate?: boolean }
function WithDrawer({ editor, open, restoreLate = false }: Props) {
  useDrawerSelection(editor, open, { restoreLate })
  return null
}

describe('a drawer over an editor', () => {
  it('S4.32 saves the selection as it opens and restores the range exactly, with its direction, as it closes', () => {
    const editor = openText()
    const { rerender } = render(<WithDrawer editor={editor} open />)
    loseSelection(editor)
    expect(selected(editor)).toBeNull()
    rerender(<WithDrawer editor={editor} open={false} />)
    expect(selected(editor)).toEqual(EXACTLY)
  })

  it('S4.33 restores it one tick later, by a timeout of 0, where the option restoreLate is set', () => {
    vi.useFakeTimers()
    const timeout = vi.spyOn(globalThis, 'setTimeout')
    const editor = openText()
    const { rerender } = render(<WithDrawer editor={editor} open restoreLate />)
    loseSelection(editor)
    rerender(<WithDrawer editor={editor} open={false} restoreLate />)
    expect(selected(editor)).toBeNull()
    expect(timeout.mock.calls.at(-1)?.[1]).toBe(0)
    act(() => void vi.advanceTimersByTime(0))
    expect(selected(editor)).toEqual(EXACTLY)
  })

  it('selects nothing of a text that has gone or became shorter meanwhile', () => {
    for (const change of [
      () => void $getRoot().clear().append($createParagraphNode()),
      () => {
        const text = $getRoot().getAllTextNodes().at(-1)
        if ($isTextNode(text)) text.setTextContent('nine')
      },
    ]) {
      const editor = openText()
      const { rerender, unmount } = render(<WithDrawer editor={editor} open />)
      loseSelection(editor)
      editor.update(change, { discrete: true })
      rerender(<WithDrawer editor={editor} open={false} />)
      expect(selected(editor)).toBeNull()
      unmount()
    }
  })
})
