import fc from 'fast-check'
import { INSERT_UNORDERED_LIST_COMMAND, REMOVE_LIST_COMMAND } from '@lexical/list'
import { $createHeadingNode, $createQuoteNode } from '@lexical/rich-text'
import { $setBlocksType } from '@lexical/selection'
import {
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  DELETE_CHARACTER_COMMAND,
  FORMAT_TEXT_COMMAND,
  INDENT_CONTENT_COMMAND,
  INSERT_LINE_BREAK_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  OUTDENT_CONTENT_COMMAND,
} from 'lexical'
import type { ElementNode, LexicalEditor, LexicalNode, RangeSelection, TextNode } from 'lexical'

const KINDS = [
  'type',
  'enter',
  'backspace',
  'delete',
  'bold',
  'cut',
  'replace',
  'paste',
  'heading',
  'quote',
  'list',
  'noList',
  'indent',
  'outdent',
  'lineBreak',
  'remove',
  'move',
] as const

/** `from` and `to`: positions in the text, as numbers of any size; -1: the end. */
type Edit = { kind: (typeof KINDS)[number] | 'undo' | 'redo' | 'outside'; from: number; to: number }

export const randomEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom<Edit['kind']>(
    ...KINDS,
    'type',
    'enter',
    'backspace',
    'undo',
    'undo',
    'redo',
    'outside',
  ),
  from: fc.nat(1000),
  to: fc.nat(1000),
})

const OF_RANGES: ReadonlySet<Edit['kind']> = new Set<Edit['kind']>(['bold', 'cut', 'replace'])

/** Makes one edit like a person: puts the caret or selects, and then presses or chooses something. */
export function editAtRandom(editor: LexicalEditor, { kind, from, to }: Edit): void {
  const update = (change: () => void): void => editor.update(change, { discrete: true })
  if (kind === 'remove' || kind === 'move') {
    update(() => {
      const root = $getRoot()
      const [one, other] = [from, to].map((place) => root.getChildAtIndex(place % root.getChildrenSize()))
      if (!one || !other) return
      if (kind === 'move' && !one.is(other)) other.insertBefore(one)
      else if (kind === 'remove' && root.getChildrenSize() > 1) one.remove()
    })
    return
  }
  update(() => $selectAt(from, OF_RANGES.has(kind) ? to : from))
  const withSelection = (change: (selection: RangeSelection) => void): void =>
    update(() => {
      const selection = $getSelection()
      if ($isRangeSelection(selection)) change(selection)
    })
  if (kind === 'type') withSelection((selection) => selection.insertText('Q'))
  if (kind === 'replace') withSelection((selection) => selection.insertText('R'))
  if (kind === 'paste') withSelection((selection) => selection.insertRawText('first\nsecond'))
  if (kind === 'cut') withSelection((selection) => selection.removeText())
  if (kind === 'heading')
    withSelection((selection) => $setBlocksType(selection, () => $createHeadingNode('h2')))
  if (kind === 'quote') withSelection((selection) => $setBlocksType(selection, () => $createQuoteNode()))
  if (kind === 'enter') editor.dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined)
  if (kind === 'lineBreak') editor.dispatchCommand(INSERT_LINE_BREAK_COMMAND, false)
  if (kind === 'backspace') editor.dispatchCommand(DELETE_CHARACTER_COMMAND, true)
  if (kind === 'delete') editor.dispatchCommand(DELETE_CHARACTER_COMMAND, false)
  if (kind === 'bold') editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'bold')
  if (kind === 'list') editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined)
  if (kind === 'noList') editor.dispatchCommand(REMOVE_LIST_COMMAND, undefined)
  if (kind === 'indent') editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined)
  if (kind === 'outdent') editor.dispatchCommand(OUTDENT_CONTENT_COMMAND, undefined)
  // Runs the updates that a command has scheduled.
  editor.read(() => undefined)
}

function $selectAt(from: number, to: number): void {
  const places = $places($getRoot())
  const [anchor, focus] = [from, to].map((place) =>
    places.at(place < 0 ? -1 : place % Math.max(1, places.length)),
  )
  if (anchor === undefined || focus === undefined) return
  const selection = $isTextNode(anchor) ? anchor.select(...at(anchor, from)) : anchor.select(0, 0)
  if ($isTextNode(focus)) selection.focus.set(focus.getKey(), at(focus, to)[0], 'text')
  else selection.focus.set(focus.getKey(), 0, 'element')
}

function at(node: TextNode, place: number): [number, number] {
  const size = node.getTextContentSize()
  const offset = place < 0 ? size : place % (size + 1)
  return [offset, offset]
}

/** Returns the possible positions of a caret: text nodes, and empty elements. */
function $places(node: LexicalNode): (TextNode | ElementNode)[] {
  if ($isTextNode(node)) return [node]
  if (!$isElementNode(node)) return []
  return node.isEmpty() ? [node] : node.getChildren().flatMap($places)
}
