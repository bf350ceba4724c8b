import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { $isDecoratorBlockNode } from '@lexical/react/LexicalDecoratorBlockNode'
import { $getNodeByKey, type ElementFormatType, type NodeKey } from 'lexical'
import { AlignCenter, AlignLeft, AlignRight, Replace, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { joinPath } from '../../../../shared/document/path.ts'
import { fieldsOf, nodeId } from '../../../../shared/fields/richText/nodes.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { EditButton } from '../../../fields/relation/related-items.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import type { MenuItemSpec } from '../../../ui/menu-button/menu-items.tsx'
import { editData, formatOf, withFields } from '../../data-nodes/data-node.ts'
import { DocumentPicker, WithLinkable } from '../../data-nodes/document-picker.tsx'
import { NodeDrawer } from '../../data-nodes/node-drawer.tsx'
import { NodeFrame } from '../../data-nodes/node-frame.tsx'
import { pointingAt } from '../../data-nodes/relation-of-node.ts'
import { useLeadInto } from '../../data-nodes/use-lead-into.ts'
import { usePointedAt } from '../../data-nodes/use-pointed-at.ts'
import { useRichTextIfAny } from '../../editor-context.tsx'
import { UploadHead, UploadView, useUploadFields } from './upload-view.tsx'

type FigureProps = { nodeKey: NodeKey; data: JsonObject; cacheBuster: number }

/** A file in a text: its picture as this computer has it, what it is called, and what its fields say. */
export function UploadFigure({ nodeKey, data, cacheBuster }: FigureProps) {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  const context = useRichTextIfAny()
  const { field, related } = usePointedAt('upload', data)
  const [open, setOpen] = useState<'fields' | 'picker' | null>(null)
  const slug = related?.ref.slug ?? ''
  const fields = useUploadFields(slug)
  const title = related === null ? t('galley:rich-text-blocks.noDocument') : related.title
  const alignments = useAlignments(nodeKey, formatOf(data))
  const [lead, setLead] = useState<{ path: string } | null>(null)
  const close = () => {
    setOpen(null)
    setLead(null)
  }
  return (
    <NodeFrame
      nodeKey={nodeKey}
      label={`${t('galley:rich-text-blocks.upload')}: ${title}`}
      bad={related === null}
      part={{ node: data }}
      open
      head={<UploadHead field={field} related={related} />}
      tools={
        <UploadTools
          field={field}
          related={related}
          title={title}
          onFields={fields.length === 0 ? null : () => setOpen('fields')}
          onPicker={() => setOpen('picker')}
        />
      }
      items={context?.config.features.includes('align') === true ? alignments : []}
    >
      {fields.length > 0 && (
        <LeadsInto
          id={nodeId(data)}
          into={(place) => {
            setOpen('fields')
            setLead(place)
          }}
        />
      )}
      {related !== null && <UploadView related={related} data={data} fields={fields} />}
      {open === 'fields' && (
        <NodeDrawer
          title={t('galley:rich-text-blocks.fieldsTitle', { label: t('galley:rich-text-blocks.upload') })}
          id={nodeId(data) ?? nodeKey}
          fields={fields}
          schemaPath={joinPath(context?.config.schemaPath ?? '', `lexical_internal_feature.upload.${slug}`)}
          data={fieldsOf(data)}
          cacheBuster={cacheBuster}
          lead={lead}
          onSave={(next) => editData(editor, nodeKey, (node) => withFields(node, next))}
          onClose={close}
        />
      )}
      {open === 'picker' && (
        <WithLinkable kind="upload">
          {(collections) => (
            <DocumentPicker
              kind="upload"
              collections={collections}
              {...(related !== null && { chosen: related.key })}
              onPick={(ref, id) => editData(editor, nodeKey, (node) => pointingAt(node, ref.slug, id))}
              onClose={close}
            />
          )}
        </WithLinkable>
      )}
    </NodeFrame>
  )
}

type UploadToolsProps = Pick<ReturnType<typeof usePointedAt>, 'field' | 'related'> & {
  title: string
  /** Opens the fields; null: it has none. */
  onFields: (() => void) | null
  onPicker: () => void
}

/** The buttons of a file: its fields, its document, and another file. */
function UploadTools({ field, related, title, onFields, onPicker }: UploadToolsProps) {
  const { t } = useT()
  return (
    <>
      {onFields !== null && (
        <IconButton
          icon={SquarePen}
          size="row"
          label={t('galley:rich-text-blocks.editFields', { title })}
          onPress={onFields}
        />
      )}
      {related !== null && <EditButton field={field} related={related} />}
      <WithLinkable kind="upload">
        {() => (
          <IconButton
            icon={Replace}
            size="row"
            label={t('galley:rich-text-blocks.choose')}
            onPress={onPicker}
          />
        )}
      </WithLinkable>
    </>
  )
}

/** A component of its own, since the hook needs a form around the text. */
function LeadsInto({ id, into }: { id: string | null; into: (place: { path: string }) => void }) {
  useLeadInto(id, into)
  return null
}

function useAlignments(nodeKey: NodeKey, now: ElementFormatType): MenuItemSpec[] {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  const item = (format: ElementFormatType, label: string, icon: MenuItemSpec['icon']): MenuItemSpec => ({
    id: `align-${format}`,
    label,
    ...(icon && { icon }),
    current: now === format,
    onAction: () =>
      editor.update(() => {
        const node = $getNodeByKey(nodeKey)
        if ($isDecoratorBlockNode(node)) node.setFormat(format)
      }),
  })
  return [
    item('', t('galley:rich-text-blocks.alignStart'), AlignLeft),
    item('center', t('galley:rich-text-blocks.alignCenter'), AlignCenter),
    item('right', t('galley:rich-text-blocks.alignEnd'), AlignRight),
  ]
}
