import { $getSelection, $hasUpdateTag, $isRangeSelection, PASTE_TAG, TextNode } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { own } from '../../../../shared/json.ts'
import { FROM_FORM_TAG } from '../../binding/editor-binding.ts'
import { findAddresses } from '../../../../shared/fields/richText/addresses.ts'
import { $createAutoLinkNode, $isAutoLinkNode, addressFields } from './link-node.ts'
import type { AutoLinkNode } from './link-node.ts'
import { $linkAround, $unwrap } from './link-operations.ts'

/** Tags of updates that are no typing: a value from the form, and a paste. */
const NOT_TYPED = [FROM_FORM_TAG, PASTE_TAG]

/** Addresses whose link the user has removed; they are not linked again while the editor exists. */
export type Unlinked = Set<string>

/**
 * Links addresses as they are typed, and updates these links with their text. Only near the caret: a loaded,
 * merged or restored text stays as stored.
 */
export function registerAutoLink(editor: LexicalEditor, unlinked: Unlinked, isOffered: boolean): () => void {
  return editor.registerNodeTransform(TextNode, (node) => {
    if (editor.isComposing() || NOT_TYPED.some((tag) => $hasUpdateTag(tag)) || !$isAtCaret(node)) return
    const link = $linkAround(node)
    if ($isAutoLinkNode(link)) $keepUp(link)
    else if (link === null && node.isSimpleText() && !node.hasFormat('code')) {
      $goOn(node)
      if (isOffered && $linkAround(node) === null) $linkAddresses(node, unlinked)
    }
  })
}

function $isAtCaret(node: TextNode): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false
  const block = node.getTopLevelElement()
  return block !== null && block.is(selection.anchor.getNode().getTopLevelElement())
}

/** Sets the target of an autolink to its text; a text that is no address any more is unlinked. */
function $keepUp(link: AutoLinkNode): void {
  const text = link.getTextContent()
  const [found] = findAddresses(text)
  const isPlain = link.getChildren().every((child) => child instanceof TextNode && child.isSimpleText())
  if (found === undefined || found.index > 0 || !isPlain) {
    $unwrap(link)
    return
  }
  if (found.text !== text) $endAt(link, found.text.length)
  $lead(link, found.url)
}

function $lead(link: AutoLinkNode, url: string): void {
  const fields = link.getFields()
  if (own(fields, 'url') !== url) link.setFields(addressFields(url, fields))
}

/** Extends an autolink by text typed right behind it, if the address goes on there. */
function $goOn(node: TextNode): void {
  const link = node.getPreviousSibling()
  if (!$isAutoLinkNode(link)) return
  const text = link.getTextContent()
  const [found] = findAddresses(text + node.getTextContent())
  if (found === undefined || found.index > 0 || found.text.length <= text.length) return
  const length = found.text.length - text.length
  const [part = node] = length < node.getTextContentSize() ? node.splitText(length) : []
  link.append(part)
  $lead(link, found.url)
}

/** Moves the text behind an offset in an autolink out of it. */
function $endAt(link: AutoLinkNode, offset: number): void {
  let at = 0
  let after: AutoLinkNode | TextNode = link
  for (const child of link.getChildren()) {
    if (!(child instanceof TextNode)) continue
    const size = child.getTextContentSize()
    const cut = offset - at
    at += size
    if (cut >= size) continue
    const rest = cut > 0 ? child.splitText(cut)[1] : child
    if (rest === undefined) continue
    after.insertAfter(rest, false)
    after = rest
  }
}

function $linkAddresses(node: TextNode, unlinked: Unlinked): void {
  const text = node.getTextContent()
  // An address beside other words without a space is a part of a word, whatever its formats are.
  const before = node.getPreviousSibling()
  const found = findAddresses(text).findLast(
    ({ index, text: written }) =>
      !unlinked.has(written) &&
      (index > 0 || !(before instanceof TextNode) || /\s$/.test(before.getTextContent())),
  )
  if (found === undefined) return
  const end = found.index + found.text.length
  const parts = node.splitText(...[found.index, end].filter((at) => at > 0 && at < text.length))
  const address = parts[found.index === 0 ? 0 : 1]
  if (address === undefined) return
  const link = $createAutoLinkNode(addressFields(found.url))
  address.insertBefore(link, false)
  link.append(address)
}
