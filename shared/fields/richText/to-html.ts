import type { Json } from '../../json.ts'
import type { HtmlWriter, NodeWords } from './node-types/node-type.ts'
import { nodeTypeOfShown } from './node-types/registry.ts'
import { topNodes } from './nodes.ts'
import { showNodes } from './show.ts'

/**
 * A rich text as HTML for other programs. It holds elements, a few styles and safe addresses; no script, no class, and
 * nothing of the text that is not escaped.
 */
export function toHtml(value: Json | undefined, words: NodeWords): string {
  const write: HtmlWriter = {
    all: (shown) => shown.map((one) => nodeTypeOfShown(one).html(one, write)).join(''),
    words,
  }
  return write.all(showNodes(topNodes(value)))
}
