import { isLine } from '../../../../shared/fields/richText/node-lines.ts'
import { childrenOf, elementNode, withBreaks } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { formatBit } from '../clipboard/html-looks.ts'
import { blockLooks } from '../clipboard/html-reading.ts'
import type { HtmlReader, Piece } from '../clipboard/html-reading.ts'

export const headingFromHtml: HtmlReader = {
  tags: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  read(element, style, inside, { pieces, blocks }) {
    // A heading is bold by itself.
    const plain = pieces(element, inside).map((piece): Piece =>
      piece.kind === 'text' ? { ...piece, format: piece.format & ~formatBit('bold') } : piece,
    )
    const look = blockLooks(element, style)
    return blocks(plain, (inline) => ({
      ...elementNode('heading', inline, { tag: element.localName }),
      ...look,
    }))
  },
}

/**
 * Reads a quote: each run of lines becomes one quote with line breaks; blocks that are no line stay between them.
 */
export const quoteFromHtml: HtmlReader = {
  tags: ['blockquote'],
  read(element, style, inside, { pieces, blocks }) {
    const look = blockLooks(element, style)
    const found: JsonObject[] = []
    let lines: Json[][] = []
    const end = (): void => {
      if (lines.length > 0) found.push({ ...elementNode('quote', withBreaks(lines)), ...look })
      lines = []
    }
    for (const block of blocks(pieces(element, inside))) {
      if (isLine(block)) lines.push(childrenOf(block))
      else {
        end()
        found.push(block)
      }
    }
    end()
    return found
  },
}
