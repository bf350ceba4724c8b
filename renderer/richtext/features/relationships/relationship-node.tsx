import type { SerializedLexicalNode } from 'lexical'
import type { JSX } from 'react'
import type { JsonObject } from '../../../../shared/json.ts'
import { DataBlockNode } from '../../data-nodes/data-block-node.ts'
import { dataOf } from '../../data-nodes/data-node.ts'
import { RelationshipCard } from './relationship-card.tsx'

/** Another document of the site, shown in a text. */
export class RelationshipNode extends DataBlockNode {
  static override getType(): string {
    return 'relationship'
  }

  static override clone(node: RelationshipNode): RelationshipNode {
    return new RelationshipNode(node.__data, node.__key)
  }

  static override importJSON(json: SerializedLexicalNode): RelationshipNode {
    return new RelationshipNode(dataOf(json))
  }

  override getVersion(): number {
    return 2
  }

  override copyWith(data: JsonObject): RelationshipNode {
    return new RelationshipNode(data)
  }

  override decorate(): JSX.Element {
    return (
      <RelationshipCard nodeKey={this.getKey()} data={this.getData()} cacheBuster={this.getCacheBuster()} />
    )
  }
}
