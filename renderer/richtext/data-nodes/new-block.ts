import type { Block } from '../../../shared/cms/schema-model.ts'
import { initialData } from '../../../shared/document/defaults.ts'
import { newRowId } from '../../../shared/document/row-id.ts'
import type { FieldTypes } from '../../../shared/fields/field-type.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** What the fields of a new block hold, in the one locale that its text has. */
export function newBlockFields(types: FieldTypes, block: Block): JsonObject {
  return {
    ...initialData(types, block.fields, null),
    id: newRowId(),
    ...(block.hasBlockName && { blockName: '' }),
    blockType: block.slug,
  }
}
