import {
  $createRangeSelection,
  $getNodeByKey,
  $getRoot,
  $isElementNode,
  $isRangeSelection,
  $setSelection,
} from 'lexical'
import type { BaseSelection, LexicalNode, NodeKey, PointType, RangeSelection } from 'lexical'
import { $isThere } from '../kept-selections.ts'
import type { KeptSelection } from '../kept-selections.ts'
import { $flatText, $offsetWithin, $pointWithin, movedOffset } from './text-place.ts'

/** One end of a selection: a top-level node with an offset in its $flatText, and the point itself. */
export type SelectedPlace = {
  top: NodeKey
  offset: number
  point: { key: NodeKey; offset: number; type: 'text' | 'element' }
}

/** Returns the ends of a selection of text that are in a top-level node; none for any other selection. */
export function $placesOfSelection(selection: BaseSelection | null): SelectedPlace[] {
  if (!$isRangeSelection(selection)) return []
  return [selection.anchor, selection.focus].flatMap((point) => {
    const { key, offset, type } = point
    const top = point.getNode().getTopLevelElement()
    return top === null
      ? []
      : [{ top: top.getKey(), offset: $offsetWithin(top, point), point: { key, offset, type } }]
  })
}

type PointAt = Pick<PointType, 'key' | 'offset' | 'type'>

function $isWhere({ key, offset, type }: PointAt): boolean {
  const node = $getNodeByKey(key)
  if (node === null || !node.isAttached()) return false
  return type === 'text'
    ? offset <= node.getTextContentSize()
    : $isElementNode(node) && offset <= node.getChildrenSize()
}

/** A selection between two points. */
export function $rangeBetween(anchor: PointAt, focus: PointAt): RangeSelection {
  const selection = $createRangeSelection()
  selection.anchor.set(anchor.key, anchor.offset, anchor.type)
  selection.focus.set(focus.key, focus.offset, focus.type)
  return selection
}

/** Returns the start of a node; the point in front of it if it holds no text. */
export function $edge(node: LexicalNode): PointAt | null {
  const point = $pointWithin(node, 0)
  if (point !== null) return point
  const parent = node.getParent()
  return parent === null
    ? null
    : { key: parent.getKey(), offset: node.getIndexWithinParent(), type: 'element' }
}

/** A kept selection with its ends and words. */
type KeptWords = { kept: KeptSelection; places: readonly SelectedPlace[]; words: string }

export function $keptWords(kept: KeptSelection): KeptWords {
  const { selection } = kept
  return $isThere(selection)
    ? { kept, places: $placesOfSelection(selection), words: selection.getTextContent() }
    : { kept, places: [], words: '' }
}

/**
 * Moves a kept selection to the new position of its words. If the words have changed, it stays on its old
 * nodes.
 */
function $moveAlong(
  { kept, places, words }: KeptWords,
  $pointOf: (place: SelectedPlace) => PointAt | null,
): void {
  const [anchor, focus] = places.map($pointOf)
  if (anchor === undefined || anchor === null || focus === undefined || focus === null) return
  const moved = $rangeBetween(anchor, focus)
  if (moved.getTextContent() === words) kept.selection = moved
}

/**
 * Moves the selection and the kept ones after nodes were replaced. `becomes`: new nodes by old key. `texts`:
 * $flatText of the old nodes. `from`: index of the first replaced node.
 */
export function $moveSelections({
  selected,
  kept,
  becomes,
  texts,
  from,
}: {
  selected: readonly SelectedPlace[]
  kept: readonly KeptWords[]
  becomes: ReadonlyMap<NodeKey, LexicalNode>
  texts: ReadonlyMap<NodeKey, string>
  from: number
}): void {
  const root = $getRoot()
  const $inHeir = ({ top, offset }: SelectedPlace): PointAt | null => {
    const heir = becomes.get(top)
    return heir === undefined
      ? null
      : $pointWithin(heir, movedOffset(texts.get(top) ?? '', $flatText(heir), offset))
  }
  const [anchor, focus] = selected.map((place) => {
    if ($getNodeByKey(place.top)?.isAttached() === true) return $isWhere(place.point) ? place.point : null
    const near = root.getChildAtIndex(Math.min(from, root.getChildrenSize() - 1))
    return $inHeir(place) ?? (near === null ? null : $edge(near))
  })
  if (anchor !== undefined && anchor !== null) $setSelection($rangeBetween(anchor, focus ?? anchor))
  else if (selected.length > 0) $setSelection(null)
  for (const one of kept) $moveAlong(one, (place) => ($isWhere(place.point) ? place.point : $inHeir(place)))
}
