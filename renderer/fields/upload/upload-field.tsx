import type { UploadField } from '../../../shared/cms/schema-model.ts'
import type { FieldInputProps, ValueFieldModule } from '../field-module.ts'
import { readableItems } from '../not-editable/readable-value.ts'
import { RelationCell } from '../relation-cell.tsx'
import { canEditRelation } from '../relation/can-edit-relation.ts'
import { RelationInput } from '../relation/relation-input.tsx'
import { SeoImageInput } from '../seo/seo-image.tsx'

function UploadInput({ field, path }: FieldInputProps<UploadField>) {
  return field.seo === null ? (
    <RelationInput field={field} path={path} />
  ) : (
    <SeoImageInput field={field} path={path} seo={field.seo} />
  )
}

export const upload: ValueFieldModule<UploadField> = {
  Input: UploadInput,
  edits: canEditRelation,
  Cell: RelationCell,
  readable: readableItems,
}
