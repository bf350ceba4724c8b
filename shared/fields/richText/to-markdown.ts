import type { Json } from '../../json.ts'
import type { MarkdownWriter, NodeWords } from './node-types/node-type.ts'
import { nodeTypeOfShown } from './node-types/registry.ts'
import { topNodes } from './nodes.ts'
import { showNodes } from './show.ts'
import type { Shown } from './shown.ts'

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
