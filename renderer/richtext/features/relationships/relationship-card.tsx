import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import type { NodeKey } from 'lexical'
import { Replace } from 'lucide-react'
import { useState } from 'react'
import type { JsonObject } from '../../../../shared/json.ts'
import { EditButton } from '../../../fields/relation/related-items.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { editData } from '../../data-nodes/data-node.ts'
import { DocumentPicker, WithLinkable } from '../../data-nodes/document-picker.tsx'
import { NodeFrame } from '../../data-nodes/node-frame.tsx'
import { pointingAt } from '../../data-nodes/relation-of-node.ts'
import { usePointedAt } from '../../data-nodes/use-pointed-at.ts'
import { RelationshipHead, useKind } from './static-relationship.tsx'

type CardProps = { nodeKey: NodeKey; data: JsonObject; cacheBuster: number }

/** Another document in a text: what it is called, and ways to open it and to choose another. */
export function RelationshipCard({ nodeKey, data }: CardProps) {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  const { field, related } = usePointedAt('relationship', data)
  const [isOpen, setOpen] = useState(false)
  const kind = useKind(related)
  const title = related === null ? t('galley:rich-text-blocks.noDocument') : related.title
  return (
    <NodeFrame
      nodeKey={nodeKey}
      label={`${kind}: ${title}`}
      bad={related === null}
      head={<RelationshipHead field={field} related={related} />}
      tools={
        <>
          {related !== null && <EditButton field={field} related={related} />}
          <WithLinkable kind="relationship">
            {() => (
              <IconButton
                icon={Replace}
                size="row"
                label={t('galley:rich-text-blocks.choose')}
                onPress={() => setOpen(true)}
              />
            )}
          </WithLinkable>
          {isOpen && (
            <WithLinkable kind="relationship">
              {(collections) => (
                <DocumentPicker
                  kind="relationship"
                  collections={collections}
                  {...(related !== null && { chosen: related.key })}
                  onPick={(ref, id) => editData(editor, nodeKey, (node) => pointingAt(node, ref.slug, id))}
                  onClose={() => setOpen(false)}
                />
              )}
            </WithLinkable>
          )}
        </>
      }
    />
  )
}
