import type { SerializedLexicalNode } from 'lexical'
import type { JSX } from 'react'
import { Link2 } from 'lucide-react'
import type { JsonObject } from '../../../../shared/json.ts'
import { DataBlockNode } from '../../data-nodes/data-block-node.ts'
import { dataOf } from '../../data-nodes/data-node.ts'
import { RelationshipCard } from './relationship-card.tsx'
import { CHOOSE_COMMANDS, NewPointingNode } from '../../data-nodes/document-picker.tsx'
import type { EditorFeature } from '../../feature.ts'

/** Another document of the site, shown in a text. */
class RelationshipNode extends DataBlockNode {
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

export const relationships: EditorFeature = {
  name: 'relationships',
  nodes: [RelationshipNode],
  isOffered: (config) => config.relationship !== null && config.relationship.collections.length > 0,
  Beside: () => (
    <NewPointingNode
      kind="relationship"
      make={(slug, id) =>
        new RelationshipNode({ type: 'relationship', version: 2, format: '', relationTo: slug, value: id })
      }
    />
  ),
  commands: (_config, { t }) => [
    {
      id: 'insert.relationship',
      group: 'insert',
      label: t('galley:rich-text-blocks.relationship'),
      icon: Link2,
      words: ['relationship', 'document'],
      places: ['toolbar', 'slash'],
      run: (editor) => void editor.dispatchCommand(CHOOSE_COMMANDS.relationship, null),
    },
  ],
}
