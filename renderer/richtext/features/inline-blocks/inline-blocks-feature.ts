import { SquareDashedText } from 'lucide-react'
import { createCommand, type LexicalCommand } from 'lexical'
import { createElement } from 'react'
import { InsertBlocks } from '../../data-nodes/insert-blocks.tsx'
import { insertInLine } from '../../data-nodes/node-actions.ts'
import type { EditorFeature } from '../../feature.ts'
import { InlineBlockNode } from './inline-block-node.tsx'

/** Puts an inline block of the site in at the caret. The slug of the block. */
export const INSERT_INLINE_BLOCK: LexicalCommand<string> = createCommand('galley-insert-inline-block')

export const inlineBlocks: EditorFeature = {
  name: 'inline-blocks',
  nodes: [InlineBlockNode],
  isOffered: (config) => config.inlineBlocks.length > 0,
  Beside: () =>
    createElement(InsertBlocks, {
      command: INSERT_INLINE_BLOCK,
      kind: 'inlineBlocks',
      insert: (editor, fields) =>
        insertInLine(editor, () => new InlineBlockNode({ type: 'inlineBlock', version: 1, fields })),
    }),
  commands: (config, { label }) =>
    config.inlineBlocks.map((block) => ({
      id: `insert.inlineBlock.${block.slug}`,
      group: 'insert',
      label: label(block.labels.singular) || block.slug,
      icon: SquareDashedText,
      words: [block.slug],
      places: ['toolbar', 'slash'],
      run: (editor) => void editor.dispatchCommand(INSERT_INLINE_BLOCK, block.slug),
    })),
}
