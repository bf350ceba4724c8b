import type { ElementFormatType } from 'lexical'
import { useId } from 'react'
import { dataFields } from '../../../../shared/cms/fields.ts'
import type { Field, RelationField } from '../../../../shared/cms/schema-model.ts'
import { bestFit, PREVIEW } from '../../../../shared/fields/file/best-fit.ts'
import { valueType, within } from '../../../../shared/fields/field-type.ts'
import { fieldsOf } from '../../../../shared/fields/richText/nodes.ts'
import { own, type JsonObject } from '../../../../shared/json.ts'
import { isTempId } from '../../../../shared/cms/doc-ref.ts'
import { mediaAddress } from '../../../data/copy-file.ts'
import { useFieldTypes } from '../../../data/field-types-context.ts'
import { FilePicture } from '../../../fields/file/file-picture.tsx'
import { FileFacts, RelatedWords } from '../../../fields/relation/related-words.tsx'
import type { Related } from '../../../fields/relation/use-related.ts'
import { useT } from '../../../i18n/use-t.ts'
import { Pill } from '../../../ui/pill/pill.tsx'
import { LOADERS, Shimmer } from '../../../ui/skeleton/skeleton.tsx'
import { formatOf } from '../../data-nodes/data-node.ts'
import { EditButton } from '../../../fields/relation/related-items.tsx'
import { NodeBox } from '../../data-nodes/node-box.tsx'
import { usePointedAt } from '../../data-nodes/use-pointed-at.ts'
import styles from '../../data-nodes/node.module.css'
import { useRichTextIfAny, useRichText } from '../../editor-context.tsx'

/** Fields that uploads of a collection have in this text. */
export function useUploadFields(slug: string): Field[] {
  return own(useRichTextIfAny()?.config.upload?.fields ?? {}, slug) ?? NO_FIELDS
}

export function UploadHead({ field, related }: { field: RelationField; related: Related | null }) {
  const { t } = useT()
  return (
    <>
      <Pill>{t('galley:rich-text-blocks.upload')}</Pill>
      {related === null ? (
        t('galley:rich-text-blocks.noDocument')
      ) : (
        <RelatedWords field={field} related={related} />
      )}
    </>
  )
}

type UploadViewProps = { related: Related; data: JsonObject; fields: Field[] }

/** The picture of an upload, and what is said of it. */
export function UploadView({ related, data, fields }: UploadViewProps) {
  return (
    <figure className={styles['figure']} style={{ justifyContent: JUSTIFY[formatOf(data)] }}>
      <Picture related={related} />
      <figcaption className={styles['facts']}>
        {related.row !== null && <FileFacts data={related.row.data} title={related.title} />}
        <Facts fields={fields} data={fieldsOf(data)} />
      </figcaption>
    </figure>
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

/** The values of the upload's fields, in words. */
function Facts({ fields, data }: { fields: Field[]; data: JsonObject }) {
  const { label, valueWords } = useT()
  const types = useFieldTypes()
  const id = useId()
  const context = within({ ...valueWords, nameOf: () => null }, data)
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

/** An upload in a text that is only shown; where there will be no editor, it is opened from here. */
export function StaticUpload({ node }: { node: JsonObject }) {
  const { t } = useT()
  const { readOnly } = useRichText()
  const { field, related } = usePointedAt('upload', node)
  const fields = useUploadFields(related?.ref.slug ?? '')
  const title = related === null ? t('galley:rich-text-blocks.noDocument') : related.title
  return (
    <NodeBox
      label={`${t('galley:rich-text-blocks.upload')}: ${title}`}
      bad={related === null}
      part={{ node }}
      open
      head={<UploadHead field={field} related={related} />}
      {...(readOnly && related !== null && { end: <EditButton field={field} related={related} /> })}
    >
      {related !== null && <UploadView related={related} data={node} fields={fields} />}
    </NodeBox>
  )
}
