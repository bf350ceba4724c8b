import { type SerializedLexicalNode, createCommand, type LexicalCommand } from 'lexical'
import type { JSX } from 'react'
import { Blocks } from 'lucide-react'
import type { JsonObject } from '../../../../shared/json.ts'
import { DataBlockNode } from '../../data-nodes/data-block-node.ts'
import { dataOf } from '../../data-nodes/data-node.ts'
import { BlockCard } from './block-card.tsx'
import { registerDataNodes } from '../../data-nodes/register-data-nodes.ts'
import { InsertBlocks } from '../../data-nodes/insert-blocks.tsx'
import { insertOnLine } from '../../data-nodes/node-actions.ts'
import type { EditorFeature } from '../../feature.ts'

/** A block of the site in a text. Its fields are edited in the text itself. */
class BlockNode extends DataBlockNode {
  static override getType(): string {
    return 'block'
  }

  static override clone(node: BlockNode): BlockNode {
    return new BlockNode(node.__data, node.__key)
  }

  static override importJSON(json: SerializedLexicalNode): BlockNode {
    return new BlockNode(dataOf(json))
  }

  override getVersion(): number {
    return 2
  }

  override copyWith(data: JsonObject): BlockNode {
    return new BlockNode(data)
  }

  override decorate(): JSX.Element {
    return <BlockCard nodeKey={this.getKey()} data={this.getData()} cacheBuster={this.getCacheBuster()} />
  }
}

/** Inserts a block of the site on a line of its own at the caret. Payload: the slug of the block. */
const INSERT_BLOCK: LexicalCommand<string> = createCommand('galley-insert-block')

export const siteBlocks: EditorFeature = {
  name: 'site-blocks',
  nodes: [BlockNode],
  isOffered: (config) => config.blocks.length > 0,
  register: registerDataNodes,
  Beside: () => (
    <InsertBlocks
      command={INSERT_BLOCK}
      kind="blocks"
      insert={(editor, fields) =>
        insertOnLine(editor, () => new BlockNode({ type: 'block', version: 2, format: '', fields }))
      }
    />
  ),
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
