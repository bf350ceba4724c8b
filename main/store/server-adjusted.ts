import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { refKey } from '../../shared/cms/doc-ref.ts'
import { dataFields, isRows, rowFields, rowId } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { currentValue } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import { joinPath } from '../../shared/document/path.ts'
import { projectLocale } from '../../shared/document/project.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { isPlainJson, sameJson } from '../../shared/json.ts'
import type { ServerAdjustedValue, StoreContext } from './store-context.ts'

/** Documents whose values are kept for changes that were on their way when the answer came. */
const KEPT_DOCUMENTS = 50

/**
 * What an own write became on the server, compared with what it should have become: trimmed, made unique, filled in by
 * a hook. `expected` and `stored`: all locales.
 */
export function serverAdjustedValues(
  fields: Field[],
  ref: DocRef,
  locale: string | null,
  expected: JsonObject,
  stored: JsonObject,
): ServerAdjustedValue[] {
  const found: ServerAdjustedValue[] = []
  const report = (path: string, sent: Json, is: Json): void => {
    found.push({ ref, locale, path, sent, stored: is })
  }
  compare(fields, projectLocale(fields, expected, locale), projectLocale(fields, stored, locale), '', report)
  return found
}

type Report = (path: string, sent: Json, stored: Json) => void

function compare(
  fields: Field[],
  sent: JsonObject,
  stored: JsonObject,
  prefix: string,
  report: Report,
): void {
  for (const node of dataFields(fields)) {
    const before = sent[node.name] ?? null
    const after = stored[node.name] ?? null
    const path = joinPath(prefix, node.name)
    if (sameJson(before, after)) continue
    if (node.type === 'nested') compare(node.fields, asObject(before), asObject(after), path, report)
    else if (isRows(node)) {
      const rows = new Map(objects(before).map((row) => [rowId(row), row]))
      for (const row of objects(after)) {
        const id = rowId(row)
        const old = id === null ? undefined : rows.get(id)
        if (id !== null && old) compare(rowFields(node, row) ?? [], old, row, joinPath(path, id), report)
      }
    } else report(path, before, after)
  }
}

function asObject(value: Json): JsonObject {
  return isPlainJson(value) ? value : {}
}

function objects(value: Json): JsonObject[] {
  return Array.isArray(value) ? value.filter(isPlainJson) : []
}

/** Remembers the last of each field for as long as the program runs. Called once the transaction is durable. */
export function rememberServerAdjusted(
  { serverAdjusted }: StoreContext,
  ref: DocRef,
  values: readonly ServerAdjustedValue[],
): void {
  if (values.length === 0) return
  const key = refKey(ref)
  const place = (value: ServerAdjustedValue): string => `${value.locale ?? ''} ${value.path}`
  const replaced = new Set(values.map(place))
  const kept = (serverAdjusted.get(key) ?? []).filter((value) => !replaced.has(place(value)))
  serverAdjusted.delete(key)
  serverAdjusted.set(key, [...kept, ...values])
  const [oldest] = serverAdjusted.keys()
  if (serverAdjusted.size > KEPT_DOCUMENTS && oldest !== undefined) serverAdjusted.delete(oldest)
}

/**
 * Changes that a form made before it heard how the server stored what it had sent: measured against what is there now.
 */
export function rebaseOntoServerAdjusted(
  { serverAdjusted }: StoreContext,
  ref: DocRef,
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  locale: string | null,
): Change[] {
  const known = serverAdjusted.get(refKey(ref))
  if (!known) return [...changes]
  return changes.map((item) => {
    if (item.kind !== 'set') return item
    const is = currentValue(fields, data, item, locale)
    if (sameJson(is, item.from)) return item
    const isOwn = known.some(
      (value) => value.path === item.path && sameJson(value.sent, item.from) && sameJson(value.stored, is),
    )
    return isOwn ? { ...item, from: is } : item
  })
}
