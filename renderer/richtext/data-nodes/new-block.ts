import type { Block } from '../../../shared/cms/schema-model.ts'
import { initialData } from '../../../shared/document/defaults.ts'
import { newRowId } from '../../../shared/document/row-index.ts'
import type { FieldTypes } from '../../../shared/fields/field-type.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** Initial values of a new block in the one locale of its text. */
export function newBlockFields(types: FieldTypes, block: Block): JsonObject {
  return {
    ...initialData(types, block.fields, null),
    id: newRowId(),
    ...(block.hasBlockName && { blockName: '' }),
    blockType: block.slug,
  }
}
