import { dataFields, isRows, rowFields } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../json.ts'
import { splitPath } from './path.ts'
import { slotOf } from './project.ts'
import { findRow } from './row-index.ts'

/**
 * The schema's names on a path of the data, as permissions have them: without row ids, with slugs of blocks. A row
 * that does not exist yet may be named by its block's slug. `data`: all locales.
 */
export function schemaNames(fields: Field[], data: JsonObject, path: string, locale: string | null): string {
  const names: string[] = []
  let level = fields
  let under: Json | undefined = data
  const segments = splitPath(path)
  for (let at = 0; at < segments.length; at += 1) {
    const name = segments[at] ?? ''
    names.push(name)
    const node = dataFields(level).find((one) => one.name === name)
    if (node === undefined) return [...names, ...segments.slice(at + 1)].join('.')
    const slot = slotOf(node, isPlainJson(under) ? own(under, name) : undefined, locale)
    if (node.type === 'nested') {
      level = node.fields
      under = slot
      continue
    }
    at += 1
    const id = segments[at]
    if (!isRows(node) || id === undefined) continue
    const row = findRow(slot, id)
    if (node.type === 'blocks') {
      const type = row === undefined ? id : own(row, 'blockType')
      if (typeof type === 'string') names.push(type)
      level = node.blocks.find(({ slug }) => slug === type)?.fields ?? []
    } else level = rowFields(node, row ?? {}) ?? []
    under = row
  }
  return names.join('.')
}
