import { useCallback } from 'react'
import { dataFields, isRows, rowFields, type DataNode } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { Change, Conflict } from '../../shared/document/change.ts'
import { valueType, type FieldTypes } from '../../shared/fields/field-type.ts'
import type { RelatedRef } from '../../shared/cms/doc-ref.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../shared/json.ts'
import { useContentLocale } from '../data/content-locale.tsx'
import { useFieldTypes } from '../data/field-types-context.ts'
import { useDocumentTitles, type TitleOf } from '../data/use-document-rows.ts'
import { nodeAt } from './change-text.ts'

type Document = { fields: Field[] | null; data: JsonObject }

/**
 * Returns the titles of documents that changes and conflicts refer to, on all sides.
 */
export function useChangeNames(
  { fields, data }: Document,
  changes: readonly (Change | Conflict)[],
  /** Titles of documents that only this computer has. */
  given: TitleOf = noTitle,
): TitleOf {
  const types = useFieldTypes()
  const { locale } = useContentLocale()
  const refs = changes.flatMap((change) => changeRefs(types, { fields, data }, change))
  const titleOf = useDocumentTitles(refs, locale)
  return useCallback((slug, id) => given(slug, id) ?? titleOf(slug, id), [given, titleOf])
}

const noTitle = (): null => null

function changeRefs(types: FieldTypes, { fields, data }: Document, change: Change | Conflict): RelatedRef[] {
  const node = nodeAt(fields, change, data)
  if (node === null) return []
  if ('kind' in change && change.kind === 'rows')
    return valueRefs(types, node, [...Object.values(change.added), ...Object.values(change.removed)])
  const sides = 'kind' in change ? [change.from, change.to] : [change.base, change.mine, change.theirs]
  // A conflict about rows is about one row.
  return sides.flatMap((side) => valueRefs(types, node, isRows(node) && isPlainJson(side) ? [side] : side))
}

function valueRefs(types: FieldTypes, node: DataNode, value: Json): RelatedRef[] {
  if (node.type === 'nested') return isPlainJson(value) ? dataRefs(types, node.fields, value) : []
  if (isRows(node)) {
    const rows = Array.isArray(value) ? value.filter(isPlainJson) : []
    return rows.flatMap((row) => dataRefs(types, rowFields(node, row) ?? [], row))
  }
  return valueType(types, node).refs(node, value)
}

/** Returns the references in stored data, which has all locales of a localized field. */
function dataRefs(types: FieldTypes, fields: Field[], data: JsonObject): RelatedRef[] {
  return dataFields(fields).flatMap((node) => {
    const value = own(data, node.name) ?? null
    const slots = node.localized && isPlainJson(value) ? [value, ...Object.values(value)] : [value]
    return slots.flatMap((slot) => valueRefs(types, node, slot))
  })
}
