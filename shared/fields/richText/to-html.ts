import type { Json } from '../../json.ts'
import type { HtmlWriter, NodeWords } from './node-types/node-type.ts'
import { nodeTypeOfShown } from './node-types/registry.ts'
import { topNodes } from './nodes.ts'
import { showNodes } from './show.ts'

/**
 * A rich text as HTML for other programs: elements, a few styles and safe addresses. It has no scripts and no
 * classes, and all text is escaped.
 */
export function toHtml(value: Json | undefined, words: NodeWords): string {
  const write: HtmlWriter = {
    all: (shown) => shown.map((one) => nodeTypeOfShown(one).html(one, write)).join(''),
    words,
  }
  return write.all(showNodes(topNodes(value)))
}
