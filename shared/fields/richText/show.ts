import { isPlainJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import type { HtmlWriter, MarkdownWriter, NodeWords } from './node-types/node-type.ts'
import { nodeTypeOf, nodeTypeOfShown, nodeTypes } from './node-types/registry.ts'
import { topNodes } from './nodes.ts'
import type { Shown } from './shown.ts'

/** Deepest level that is drawn; nobody could read deeper nodes. */
const DEEPEST = 60

/** Converts stored nodes to checked, plain objects for drawing and export. */
export function showNodes(nodes: readonly Json[], depth = 0): Shown[] {
  if (depth > DEEPEST) return []
  return nodes.flatMap((node) =>
    isPlainJson(node)
      ? [(nodeTypeOf(node) ?? nodeTypes.unknown).show(node, (inside) => showNodes(inside, depth + 1))]
      : [],
  )
}

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

/** A rich text as Markdown, in the form that GitHub reads; formats without a sign in Markdown are plain text. */
export function toMarkdown(value: Json | undefined, words: NodeWords): string {
  const markdown = (shown: Shown): string => nodeTypeOfShown(shown).markdown(shown, write)
  const write: MarkdownWriter = {
    blocks: (shown) => shown.map(markdown).filter((text) => text.trim() !== ''),
    inline: (shown) =>
      shown
        .map((one) =>
          nodeTypeOfShown(one).standing === 'line' && 'inside' in one
            ? write.inline(one.inside)
            : markdown(one),
        )
        .join(''),
    words,
  }
  return write.blocks(showNodes(topNodes(value))).join('\n\n')
}
