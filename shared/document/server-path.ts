import { dataField, isRows, rowFields, rowId } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { cellLocale, splitPath } from './path.ts'
import { slotOf } from './project.ts'

/**
 * Converts a path from a server error, with row numbers and locales (`items.0.label`, `layout.de.2.heading`), to a
 * cell (F51). `data`: all locales, as it was sent. An unknown path stays as it is.
 */
export function serverPathToIds(
  fields: Field[],
  data: JsonObject,
  path: string,
  locale: string | null,
): { path: string; locale: string | null } {
  const found: string[] = []
  let level: Field[] | null = fields
  let value: Json | undefined = data
  const segments = splitPath(path)
  for (let at = 0; at < segments.length; at += 1) {
    const name = segments[at] ?? ''
    const node: DataNode | null = level === null ? null : dataField(level, name)
    found.push(name)
    const stored: Json | undefined = isPlainJson(value) ? own(value, name) : undefined
    if (node === null) {
      level = null
      value = stored
      continue
    }
    value = slotOf(node, stored, locale)
    if (node.localized && segments[at + 1] === locale) at += 1
    if (node.type === 'nested') level = node.fields
    else if (isRows(node) && Array.isArray(value)) {
      const number = segments[at + 1]
      if (number === undefined) break
      at += 1
      const row = /^\d+$/.test(number) ? value[Number(number)] : value.find((item) => rowId(item) === number)
      found.push(rowId(row) ?? number)
      level = isPlainJson(row) ? rowFields(node, row) : null
      value = row
    } else level = null
  }
  const ids = found.join('.')
  return { path: ids, locale: cellLocale(fields, data, ids, locale) }
}
