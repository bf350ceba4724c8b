import { $createPoint, $isElementNode, $isLineBreakNode, $isTextNode } from 'lexical'
import type { LexicalNode, PointType } from 'lexical'

/** Character that ends a line of a node with several lines, such as an item of a list or a row of a table. */
const END = '\u2029'

/** The content of a node as one text, with one character for everything that is no text. */
export function $flatText(top: LexicalNode): string {
  let text = ''
  const walk = (node: LexicalNode): void => {
    if ($isTextNode(node)) text += node.getTextContent()
    else if ($isElementNode(node)) {
      for (const child of node.getChildren()) walk(child)
      if (node !== top && !node.isInline()) text += END
    } else text += $isLineBreakNode(node) ? '\n' : '\uFFFC'
  }
  walk(top)
  return text
}

/** Returns a point as an offset in $flatText. */
export function $offsetWithin(top: LexicalNode, point: PointType): number {
  const at = point.getNode()
  let count = 0
  let found: number | null = null
  const walk = (node: LexicalNode): void => {
    if (found !== null) return
    if (node.is(at) && point.type === 'text') found = count + point.offset
    else if ($isTextNode(node)) count += node.getTextContentSize()
    else if ($isElementNode(node)) {
      const children = node.getChildren()
      for (const [index, child] of children.entries()) {
        if (found === null && node.is(at) && index === point.offset) found = count
        walk(child)
      }
      if (found === null && node.is(at)) found = count
      if (node !== top && !node.isInline()) count += 1
    } else count += 1
  }
  walk(top)
  return found ?? count
}

/** Returns the point at an offset in $flatText; the last point if the text is shorter. */
export function $pointWithin(top: LexicalNode, offset: number): PointType | null {
  let left = offset
  let last: PointType | null = null
  let found: PointType | null = null
  const walk = (node: LexicalNode): void => {
    if (found !== null) return
    // The offset was between the ends of two lines, so the end of the words before it counts.
    if (left < 0 && last !== null) found = last
    else if ($isTextNode(node)) {
      const size = node.getTextContentSize()
      last = $createPoint(node.getKey(), Math.max(0, Math.min(left, size)), 'text')
      if (left <= size) found = last
      else left -= size
    } else if ($isElementNode(node)) {
      if (node.isEmpty()) {
        last = $createPoint(node.getKey(), 0, 'element')
        if (left <= 0) found = last
      }
      for (const child of node.getChildren()) walk(child)
      if (node !== top && !node.isInline()) left -= 1
    } else {
      const parent = node.getParent()
      left -= 1
      if ($isLineBreakNode(node) && parent !== null)
        last = $createPoint(parent.getKey(), node.getIndexWithinParent() + 1, 'element')
      if (left < 0 && parent !== null)
        found = $createPoint(parent.getKey(), node.getIndexWithinParent(), 'element')
    }
  }
  walk(top)
  return found ?? last
}

/** The offset in the new text that matches one in the old text. */
export function movedOffset(before: string, after: string, offset: number): number {
  const { start, end } = differentPart(before, after)
  if (offset <= start) return offset
  if (offset >= before.length - end) return offset + after.length - before.length
  return Math.min(offset, after.length - end)
}

/** The end of the difference in the newer text: behind new words, else where words went, else at the differing line. */
export function endOfDifference(before: string, after: string): number {
  const { start, end } = differentPart(before, after)
  const came = after.slice(start, after.length - end)
  const went = before.slice(start, before.length - end)
  const words = withoutEnds(came)
  if (words !== '') return start + words.length
  if (came + went === '' || withoutEnds(went) !== '') return after.length - end
  const isBehindLine = start > 0 && after[start - 1] === END
  // One line more: it is empty, or begins with what stood behind the caret.
  if (came.length === 1 && went === '') return isBehindLine ? start : start + 1
  return isBehindLine ? start - 1 : start
}

/** Returns a text without the line ends behind it. */
function withoutEnds(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === END) end -= 1
  return text.slice(0, end)
}

/** Returns the length of the equal start of two texts, and of the equal end of their rests. */
function differentPart(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { start, end }
}
