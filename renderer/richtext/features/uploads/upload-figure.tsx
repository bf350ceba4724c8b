import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { $getNodeByKey, type ElementFormatType, type NodeKey } from 'lexical'
import { $isDecoratorBlockNode } from '@lexical/react/LexicalDecoratorBlockNode'
import { AlignCenter, AlignLeft, AlignRight, Replace, SquarePen } from 'lucide-react'
import { useId, useState } from 'react'
import { joinPath } from '../../../../shared/document/path.ts'
import { dataFields } from '../../../../shared/cms/fields.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { bestFit, PREVIEW } from '../../../../shared/fields/file/best-fit.ts'
import { valueType } from '../../../../shared/fields/field-type.ts'
import { fieldsOf } from '../../../../shared/fields/richText/nodes.ts'
import { own, type JsonObject } from '../../../../shared/json.ts'
import { isTempId } from '../../../../shared/sync/temp-id.ts'
import { mediaAddress } from '../../../data/copy-file.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { FilePicture } from '../../../fields/file/file-picture.tsx'
import { FileFacts } from '../../../fields/relation/file-facts.tsx'
import { EditButton } from '../../../fields/relation/related-items.tsx'
import { RelatedWords } from '../../../fields/relation/related-words.tsx'
import type { Related } from '../../../fields/relation/use-related.ts'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import type { MenuItemSpec } from '../../../ui/menu-button/menu-items.tsx'
import { Pill } from '../../../ui/pill/pill.tsx'
import { LOADERS, Shimmer } from '../../../ui/skeleton/shimmer.tsx'
import { editData, formatOf, withFields } from '../../data-nodes/data-node.ts'
import { DocumentPicker, WithLinkable } from '../../data-nodes/document-picker.tsx'
import { NodeDrawer } from '../../data-nodes/node-drawer.tsx'
import { NodeFrame } from '../../data-nodes/node-frame.tsx'
import { pointingAt } from '../../data-nodes/relation-of-node.ts'
import { usePointedAt } from '../../data-nodes/use-pointed-at.ts'
import styles from '../../data-nodes/node.module.css'
import { useRichTextIfAny } from '../../editor-context.tsx'

type FigureProps = { nodeKey: NodeKey; data: JsonObject; cacheBuster: number }

/** A file in a text: its picture as this computer has it, what it is called, and what its fields say. */
export function UploadFigure({ nodeKey, data, cacheBuster }: FigureProps) {
  const { t } = useT()
  const [editor] = useLexicalComposerContext()
  const context = useRichTextIfAny()
  const { field, related } = usePointedAt('upload', data)
  const [open, setOpen] = useState<'fields' | 'picker' | null>(null)
  const slug = related?.ref.slug ?? ''
  const fields = own(context?.config.upload?.fields ?? {}, slug) ?? NO_FIELDS
  const title = related === null ? t('galley:richTextBlocks.noDocument') : related.title
  const close = () => setOpen(null)
  return (
    <NodeFrame
      nodeKey={nodeKey}
      label={`${t('galley:richTextBlocks.upload')}: ${title}`}
      bad={related === null}
      open
      head={
        <>
          <Pill>{t('galley:richTextBlocks.upload')}</Pill>
          {related === null ? title : <RelatedWords field={field} related={related} />}
        </>
      }
      tools={
        <>
          {fields.length > 0 && (
            <IconButton
              icon={SquarePen}
              size="row"
              label={t('galley:richTextBlocks.editFields', { title })}
              onPress={() => setOpen('fields')}
            />
          )}
          {related !== null && <EditButton field={field} related={related} />}
          <WithLinkable kind="upload">
            {() => (
              <IconButton
                icon={Replace}
                size="row"
                label={t('galley:richTextBlocks.choose')}
                onPress={() => setOpen('picker')}
              />
            )}
          </WithLinkable>
        </>
      }
      items={useAlignments(nodeKey, formatOf(data))}
    >
      {related !== null && (
        <figure className={styles['figure']} style={{ justifyContent: JUSTIFY[formatOf(data)] }}>
          <Picture related={related} />
          <figcaption className={styles['facts']}>
            {related.row !== null && <FileFacts data={related.row.data} title={related.title} />}
            <Facts fields={fields} data={fieldsOf(data)} />
          </figcaption>
        </figure>
      )}
      {open === 'fields' && (
        <NodeDrawer
          title={t('galley:richTextBlocks.fieldsTitle', { label: t('galley:richTextBlocks.upload') })}
          fields={fields}
          schemaPath={joinPath(context?.config.schemaPath ?? '', `lexical_internal_feature.upload.${slug}`)}
          data={fieldsOf(data)}
          cacheBuster={cacheBuster}
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

const NO_FIELDS: Field[] = []
const JUSTIFY: Partial<Record<ElementFormatType, string>> = {
  center: 'center',
  right: 'flex-end',
  end: 'flex-end',
}

function Picture({ related }: { related: Related }) {
  const { row, ref } = related
  if (related.state === 'asking') return <Shimmer width="12rem" delay={LOADERS.renderDelay} />
  const data = row?.data ?? {}
  const changed = own(data, 'updatedAt')
  const mimeType = own(data, 'mimeType')
  const isHere = row !== null && !isTempId(ref.id)
  return (
    <FilePicture
      address={
        isHere
          ? mediaAddress(ref.slug, ref.id, bestFit(data, PREVIEW), typeof changed === 'string' ? changed : '')
          : null
      }
      name={related.title}
      mimeType={typeof mimeType === 'string' ? mimeType : ''}
      crop={null}
    />
  )
}

/** What the fields of the upload say, in their words. */
function Facts({ fields, data }: { fields: Field[]; data: JsonObject }) {
  const { label, formatDate } = useT()
  const types = useFieldTypes()
  const id = useId()
  const context = { label, formatDate: (iso: string) => formatDate(iso), nameOf: () => null }
  return dataFields(fields).flatMap((field) => {
    if (field.type === 'nested' || field.hidden) return []
    const text = valueType(types, field).text(field, own(data, field.name) ?? null, context)
    return text === ''
      ? []
      : [
          <span key={`${id}${field.name}`} className={styles['fact']}>
            <span className={styles['fact-name']}>{label(field.label) || field.name}</span>
            <bdi>{text}</bdi>
          </span>,
        ]
  })
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
    item('', t('galley:richTextBlocks.alignStart'), AlignLeft),
    item('center', t('galley:richTextBlocks.alignCenter'), AlignCenter),
    item('right', t('galley:richTextBlocks.alignEnd'), AlignRight),
  ]
}
