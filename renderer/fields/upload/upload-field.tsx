import type { UploadField } from '../../../shared/cms/schema-model.ts'
import { relatedRef } from '../../../shared/fields/relations.ts'
import { itemsOf } from '../../../shared/fields/value-rules.ts'
import cellStyles from '../cell-text.module.css'
import { RelatedDiff } from '../diff/related-diff.tsx'
import type { FieldCellProps, FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { readableItems } from '../not-editable/readable-values.ts'
import { RelationCell, canEditRelation } from '../relation/relation-cell.tsx'
import { RelationInput } from '../relation/relation-input.tsx'
import { SeoImageInput } from '../seo/seo-image.tsx'
import { pictured } from '../thumbnail/picture-sources.ts'
import { Thumbnail } from '../thumbnail/thumbnail.tsx'

function UploadInput({ field, path }: FieldInputProps<UploadField>) {
  return field.seo === null ? (
    <RelationInput field={field} path={path} />
  ) : (
    <SeoImageInput field={field} path={path} seo={field.seo} />
  )
}

/** Most files of a cell that are drawn. */
const MOST = 3

/** The files by title, with their pictures if the list has read them. */
function UploadCell(props: FieldCellProps<UploadField>) {
  const { field, value, context } = props
  const { rowOf } = context
  const refs = itemsOf(value).flatMap((item) => relatedRef(field, item) ?? [])
  if (rowOf === undefined || refs.length === 0) return <RelationCell {...props} />
  return (
    <span className={cellStyles['pictured']}>
      {refs.slice(0, MOST).map(({ slug, id }) => (
        <Thumbnail key={`${slug} ${id}`} of={pictured(rowOf(slug, id))} size="row" />
      ))}
      <span className={cellStyles['words']}>
        <RelationCell {...props} />
      </span>
    </span>
  )
}

export const upload: ValueFieldModule<UploadField> = {
  Input: UploadInput,
  edits: canEditRelation,
  Cell: UploadCell,
  Diff: RelatedDiff,
  readable: readableItems,
}
