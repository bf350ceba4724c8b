import { dataField, isRows } from '../../../shared/cms/fields.ts'
import type { DataNode } from '../../../shared/cms/fields.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { isPlainJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'

/**
 * What the server does with a PATCH in one locale, as measured (CONTRACT, sparse writes): groups merge by key, rows
 * by id, a row left out is deleted, a row that is not known is created, other locales stay.
 */
export function modelPatch(
  fields: Field[],
  stored: JsonObject,
  body: JsonObject,
  locale: string,
): JsonObject {
  const after: JsonObject = { ...stored }
  for (const [key, sent] of Object.entries(body)) {
    const node = dataField(fields, key)
    if (node === null) after[key] = sent
    else if (node.localized) {
      const slots = isPlainJson(stored[key]) ? stored[key] : {}
      after[key] = { ...slots, [locale]: patchSlot(node, slots[locale], sent, locale) }
    } else after[key] = patchSlot(node, stored[key], sent, locale)
  }
  return after
}

function patchSlot(node: DataNode, stored: Json | undefined, sent: Json, locale: string): Json {
  if (node.type === 'nested') {
    return isPlainJson(sent) ? modelPatch(node.fields, isPlainJson(stored) ? stored : {}, sent, locale) : sent
  }
  if (!isRows(node) || !Array.isArray(sent)) return sent
  const old = (Array.isArray(stored) ? stored : []).filter(isPlainJson)
  return sent.filter(isPlainJson).map((row) => {
    const known = old.find((item) => item['id'] === row['id']) ?? {}
    const inside =
      node.type === 'array'
        ? node.fields
        : node.blocks.find((block) => block.slug === row['blockType'])?.fields
    return modelPatch(inside ?? [], known, row, locale)
  })
}
