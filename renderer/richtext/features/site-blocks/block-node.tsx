import type { SerializedLexicalNode } from 'lexical'
import type { JSX } from 'react'
import type { JsonObject } from '../../../../shared/json.ts'
import { DataBlockNode } from '../../data-nodes/data-block-node.ts'
import { dataOf } from '../../data-nodes/data-node.ts'
import { BlockCard } from './block-card.tsx'

/** A block of the site in a text. Its fields are edited in the text itself. */
export class BlockNode extends DataBlockNode {
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
