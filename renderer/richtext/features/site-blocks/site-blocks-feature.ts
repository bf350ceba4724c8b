import { Blocks } from 'lucide-react'
import { createCommand, type LexicalCommand } from 'lexical'
import { createElement } from 'react'
import { registerDataNodes } from '../../data-nodes/register-data-nodes.ts'
import { InsertBlocks } from '../../data-nodes/insert-blocks.tsx'
import { insertOnLine } from '../../data-nodes/node-actions.ts'
import type { EditorFeature } from '../../feature.ts'
import { BlockNode } from './block-node.tsx'

/** Puts a block of the site in behind the line of the caret. The slug of the block. */
export const INSERT_BLOCK: LexicalCommand<string> = createCommand('galley-insert-block')

export const siteBlocks: EditorFeature = {
  name: 'site-blocks',
  nodes: [BlockNode],
  isOffered: (config) => config.blocks.length > 0,
  register: registerDataNodes,
  Beside: () =>
    createElement(InsertBlocks, {
      command: INSERT_BLOCK,
      kind: 'blocks',
      insert: (editor, fields) =>
        insertOnLine(editor, () => new BlockNode({ type: 'block', version: 2, format: '', fields })),
    }),
  commands: (config, { label }) =>
    config.blocks.map((block) => ({
      id: `insert.block.${block.slug}`,
      group: 'insert',
      label: label(block.labels.singular) || block.slug,
      icon: Blocks,
      words: [block.slug],
      places: ['toolbar', 'slash'],
      run: (editor) => void editor.dispatchCommand(INSERT_BLOCK, block.slug),
    })),
}
