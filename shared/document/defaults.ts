import { dataFields } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import type { FieldTypes } from '../fields/field-type.ts'
import { valueType } from '../fields/field-type.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { withSlot } from './project.ts'
import { newRowId } from './row-index.ts'

/**
 * The data of a new document, or of a new row: static default values in all-locales shape, for one locale. Fields
 * without a default are absent; rows in defaults get new ids.
 */
export function initialData(
  types: FieldTypes,
  fields: Field[],
  locale: string | null,
  newId: () => string = newRowId,
): JsonObject {
  function fill(level: Field[], given: JsonObject): JsonObject {
    const entries = dataFields(level).flatMap((node): [string, Json][] => {
      if (node.name === 'id') return []
      const from = own(given, node.name)
      const slot =
        node.type === 'nested'
          ? fillNested(node.fields, from)
          : valueType(types, node).initial(node, from, { newId, fill })
      const stored = slot === undefined ? undefined : withSlot(node, undefined, locale, slot)
      return stored === undefined ? [] : [[node.name, stored]]
    })
    return Object.fromEntries(entries)
  }
  function fillNested(inner: Field[], given: Json | undefined): JsonObject | undefined {
    const nested = fill(inner, isPlainJson(given) ? given : {})
    return Object.keys(nested).length > 0 ? nested : undefined
  }
  return fill(fields, {})
}
