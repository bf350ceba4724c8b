import { $dfs } from '@lexical/utils'
import {
  $createTextNode,
  $findMatchingParent,
  $getNodeByKey,
  $getSelection,
  $isElementNode,
  $isLineBreakNode,
  $isRangeSelection,
  $isTextNode,
} from 'lexical'
import type { LexicalNode, NodeKey, RangeSelection } from 'lexical'
import type { JsonObject } from '../../../../shared/json.ts'
import { $createLinkNode, $isAutoLinkNode, $isLinkNode } from './link-node.ts'
import type { LinkNode } from './link-node.ts'
import { $appendAll } from '../../append-all.ts'

/** The link that the whole selection is in; null: it is in none, or reaches out of it. */
export function $linkAtSelection(): LinkNode | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  const link = $linkAround(selection.anchor.getNode())
  if (link === null || !link.is($linkAround(selection.focus.getNode()))) return null
  return selection.getNodes().every((node) => $isLineBreakNode(node) || link.is($linkAround(node)))
    ? link
    : null
}

export function $linkAround(node: LexicalNode): LinkNode | null {
  return $findMatchingParent(node, $isLinkNode)
}

/** Returns the words of the link that the selection is in, else the selected words. */
export function $selectedText(): string {
  const link = $linkAtSelection()
  return link?.getTextContent() ?? $getSelection()?.getTextContent() ?? ''
}

/**
 * Makes the selection a link, or changes the link around it. `text`: words of the link; unchanged words keep
 * their formats. Without a selection the text is inserted.
 */
export function $setLink(fields: JsonObject, text: string | null = null): void {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  const link = $linkAtSelection()
  if (link !== null) return $changeLink(link, fields, text)
  if (selection.isCollapsed()) {
    if (text === null || text === '') return
    const made = $createLinkNode(fields).append($createTextNode(text).setFormat(selection.format))
    selection.insertNodes([made])
    made.selectEnd()
    return
  }
  const isOtherText = text !== null && text !== selection.getTextContent()
  const made = $wrapSelection(selection, fields)
  const [first, ...others] = made
  if (first === undefined) return
  if (isOtherText) {
    $setText(first, text)
    for (const other of others) other.remove()
  }
}

/** Changes all fields of a link, and its words unless `text` is null. */
export function $changeLink(link: LinkNode, fields: JsonObject, text: string | null): void {
  const isAuto: boolean = $isAutoLinkNode(link)
  const edited = isAuto ? $asLink(link, fields) : link.setFields(fields)
  if (text !== null) $setText(edited, text)
}

/** Returns a link by its key, else by its id; null if it is gone. */
export function $linkThatWas(key: NodeKey, id: string | null): LinkNode | null {
  const node = $getNodeByKey(key)
  if ($isLinkNode(node) && node.isAttached()) return node
  if (id === null) return null
  const found = $dfs().find(({ node: one }) => $isLinkNode(one) && one.getId() === id)?.node
  return $isLinkNode(found) ? found : null
}

/** Replaces an autolink by a link with these fields, since a person has edited it; returns the link. */
function $asLink(link: LinkNode, fields: JsonObject): LinkNode {
  const made = $createLinkNode(fields)
  link.replace(made, true)
  return made
}

function $setText(link: LinkNode, text: string): void {
  if (text === link.getTextContent()) return
  const first = link.getFirstDescendant()
  const node = $createTextNode(text)
  if ($isTextNode(first)) node.setFormat(first.getFormat()).setStyle(first.getStyle())
  node.select()
  link.splice(0, link.getChildrenSize(), [node])
  node.selectEnd()
}

/**
 * Wraps the selected inline nodes in new links, one per run of neighbours, and returns these. Links in the
 * selection are replaced.
 */
function $wrapSelection(selection: RangeSelection, fields: JsonObject): LinkNode[] {
  const isBackward = selection.isBackward()
  const nodes = selection
    .extract()
    .flatMap((node): LexicalNode[] => ($isLinkNode(node) ? [] : [node]))
    .filter((node) => $isTextNode(node) || $isLineBreakNode(node) || isInlineLeaf(node))
  const links: LinkNode[] = []
  let last: LinkNode | null = null
  for (const node of nodes) {
    $liftOut(node)
    const before = node.getPreviousSibling()
    if (last === null || !last.is(before)) {
      last = $createLinkNode(fields)
      node.insertBefore(last, false)
      links.push(last)
    }
    last.append(node)
  }
  const ends = [links[0]?.getFirstDescendant(), links.at(-1)?.getLastDescendant()]
  const [first, end] = ends
  if ($isTextNode(first) && $isTextNode(end)) {
    const [from, to] = isBackward ? [selection.focus, selection.anchor] : [selection.anchor, selection.focus]
    from.set(first.getKey(), 0, 'text')
    to.set(end.getKey(), end.getTextContentSize(), 'text')
  }
  return links
}

function isInlineLeaf(node: LexicalNode): boolean {
  return !$isElementNode(node) && node.isInline()
}

/** Moves a node out of its link; the nodes before and behind it stay linked. */
function $liftOut(node: LexicalNode): void {
  const link = $linkAround(node)
  if (link === null) return
  const following = node.getNextSiblings()
  if (following.length > 0) {
    const rest = $createLinkNode(link.getFields())
    link.insertAfter(rest, false)
    $appendAll(rest, following)
  }
  link.insertAfter(node, false)
  if (link.isEmpty()) link.remove()
}

/** Removes the link at the caret, or all links in the selection; the words stay and are returned. */
export function $removeLinks(): string[] {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return []
  if (selection.isCollapsed()) {
    const link = $linkAtSelection()
    return link === null ? [] : [$unwrap(link)]
  }
  const links = new Map<string, LinkNode>()
  for (const node of selection.getNodes()) {
    const link = $linkAround(node)
    if (link !== null) links.set(link.getKey(), link)
  }
  return [...links.values()].map($unwrap)
}

/** Replaces a link by its content, and returns the words. */
export function $unwrap(link: LinkNode): string {
  const text = link.getTextContent()
  for (const child of link.getChildren()) link.insertBefore(child, false)
  link.remove()
  return text
}
