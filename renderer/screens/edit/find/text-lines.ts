import { foundIn, type FindInText } from './find-in-text.ts'

/** A line of text on the page. It goes on through inline elements, such as bold words and links. */
export type TextLine = { text: string; nodes: { node: Text; at: number }[] }

/** Elements within a line; any other one is a line of its own. */
const INLINE = new Set('A B BDI CODE DEL EM I INS MARK S SMALL SPAN STRONG SUB SUP U'.split(' '))

/**
 * Returns the lines of text in an element, without parts that have a form of their own, such as the blocks in
 * a rich text (`data-part`).
 */
export function linesOf(element: HTMLElement): TextLine[] {
  const lines: TextLine[] = []
  let line: TextLine | null = null
  const read = (parent: Node): void => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) {
        if (line === null) lines.push((line = { text: '', nodes: [] }))
        line.nodes.push({ node, at: line.text.length })
        line.text += node.data
      } else if (node instanceof HTMLElement) {
        if (node.hasAttribute('data-part')) continue
        const isOwnLine = !INLINE.has(node.tagName)
        if (isOwnLine) line = null
        read(node)
        if (isOwnLine) line = null
      }
    }
  }
  read(element)
  return lines
}

export function rangesIn(line: TextLine, find: FindInText): Range[] {
  return foundIn(find, line.text).map(({ start, end }) => {
    const range = document.createRange()
    const from = placeOf(line, start, false)
    const to = placeOf(line, end, true)
    range.setStart(from.node, from.offset)
    range.setEnd(to.node, to.offset)
    return range
  })
}

/**
 * Returns the text node and offset of an index. `isEnd`: between two nodes the end of the first one counts.
 */
function placeOf({ nodes }: TextLine, at: number, isEnd: boolean): { node: Text; offset: number } {
  const found = nodes.findLast((one) => (isEnd ? one.at < at : one.at <= at)) ?? nodes[0]
  if (found === undefined) throw new Error('a line without text')
  return { node: found.node, offset: Math.min(at - found.at, found.node.data.length) }
}
