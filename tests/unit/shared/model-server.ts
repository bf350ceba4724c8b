import { dataField, isRows } from '../../../shared/cms/fields.ts'
import type { DataNode } from '../../../shared/cms/fields.ts'
import type { Field, RichTextField } from '../../../shared/cms/schema-model.ts'
import { fieldsOf, rootOf, topNodes } from '../../../shared/fields/richText/nodes.ts'
import { isPlainJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'

/**
 * Models the server's PATCH in one locale, as measured by the integration tests: groups merge by key, rows by id, an
 * omitted row is deleted, an unknown one created, other locales stay.
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
  if (node.type === 'richText' && node.innerLocales !== null) return patchNodes(node, stored, sent, locale)
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

/** Patches a shared rich text: in a block, known by its id, localized fields are those of the locale. */
function patchNodes(node: RichTextField, stored: Json | undefined, sent: Json, locale: string): Json {
  const old = topNodes(stored).filter(isPlainJson)
  const children = topNodes(sent).map((child): Json => {
    const is = isPlainJson(child) ? fieldsOf(child) : {}
    const block = node.editor?.blocks.find(({ slug }) => slug === is['blockType'])
    if (!isPlainJson(child) || block === undefined) return child
    const was = old.map(fieldsOf).find((fields) => fields['id'] === is['id']) ?? {}
    const names = block.fields.flatMap((field) => ('name' in field ? (field.name ?? []) : []))
    const gone = Object.fromEntries(
      names.flatMap((name) => (name in was && !(name in is) ? [[name, null]] : [])),
    )
    return { ...child, fields: modelPatch(block.fields, was, { ...gone, ...is }, locale) }
  })
  return { ...(isPlainJson(sent) && sent), root: { ...rootOf(sent), children } }
}
