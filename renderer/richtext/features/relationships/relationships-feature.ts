import { Link2 } from 'lucide-react'
import { createElement } from 'react'
import { CHOOSE_COMMANDS, NewPointingNode } from '../../data-nodes/document-picker.tsx'
import type { EditorFeature } from '../../feature.ts'
import { RelationshipNode } from './relationship-node.tsx'

export const relationships: EditorFeature = {
  name: 'relationships',
  nodes: [RelationshipNode],
  isOffered: (config) => config.relationship !== null && config.relationship.collections.length > 0,
  Beside: () =>
    createElement(NewPointingNode, {
      kind: 'relationship',
      make: (slug, id) =>
        new RelationshipNode({ type: 'relationship', version: 2, format: '', relationTo: slug, value: id }),
    }),
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
