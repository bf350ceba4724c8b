import { dataFields, isRows, rowFields } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Change, RowsChange } from './change.ts'
import { fieldNodeAt, joinPath } from './path.ts'
import { absorbNode, absorbRow, innerLocales, projectNode, projectRow, slotOf } from './project.ts'
import { rowIds } from './row-index.ts'
import { inOrderOfLocales, sharedTextEdits } from './shared-text-edits.ts'

/** The changes of one request: those of one locale, and those of shared fields. */
export type LocalePart = { locale: string | null; changes: Change[] }

/**
 * Splits changes into one part per locale, in the order of first edits (DM1). Shared fields go with `locale`, or with
 * the first part, which also creates new rows (DM2). `data`: all locales, below the changes.
 */
export function splitByLocale(
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  locale: string | null,
): LocalePart[] {
  const localized = [...new Set(changes.flatMap((change) => localesOf(fields, data, change)))]
  if (locale === null || localized.length === 0) {
    return changes.length === 0 ? [] : [{ locale, changes: [...changes] }]
  }
  const shared = localized.includes(locale) ? locale : (localized[0] ?? locale)
  const rows = new Map<Change, SplitRows>()
  for (const change of changes)
    if (change.kind === 'rows' && change.locale === null)
      rows.set(change, splitRows(fields, data, change, shared))
  const makesRows = [...rows.values()].some(({ others }) => others.length > 0)
  // Values of a new row can only be written after the row was added.
  const order = makesRows
    ? localized.toSorted((a, b) => Number(b === shared) - Number(a === shared))
    : localized
  const parts = new Map<string, Change[]>(order.map((code) => [code, []]))
  const put = (change: Change): void => void parts.get(change.locale ?? shared)?.push(change)
  for (const change of inOrderOfLocales(fields, data, changes, changes, order)) {
    const split = rows.get(change)
    put(split?.rows ?? change)
    for (const item of split?.others ?? []) put(item)
  }
  // A new row may have only empty groups in a locale, so that nothing of that locale is left to send.
  return [...parts]
    .filter(([, items]) => items.length > 0)
    .map(([code, items]): LocalePart => ({ locale: code, changes: items }))
}

/** The locales that a change has values in. */
function localesOf(fields: Field[], data: JsonObject, change: Change): string[] {
  if (change.locale !== null) return [change.locale]
  if (change.kind === 'set') return []
  const list = fieldNodeAt(fields, data, change.path, null)
  if (list === null || !isRows(list)) return []
  return Object.values(change.added).flatMap((row) => localesIn(rowFields(list, row) ?? [], row))
}

function localesIn(fields: Field[], data: JsonObject): string[] {
  return dataFields(fields).flatMap((node) => {
    const value = own(data, node.name)
    if (value === undefined || value === null) return []
    if (node.localized)
      return isPlainJson(value) ? Object.keys(value).filter((code) => !isEmpty(own(value, code))) : []
    if (node.type === 'nested') return isPlainJson(value) ? localesIn(node.fields, value) : []
    const codes = innerLocales(node)?.codes
    if (codes !== undefined) return localesOfWords(node, codes, value)
    if (!isRows(node) || !Array.isArray(value)) return []
    return value.filter(isPlainJson).flatMap((row) => localesIn(rowFields(node, row) ?? [], row))
  })
}

/** The locales with words of their own in a text that all locales share. */
function localesOfWords(node: DataNode, codes: readonly string[], text: Json): string[] {
  const without = projectNode(node, text, NO_LOCALE)
  return codes.filter((code) => !sameJson(projectNode(node, text, code), without))
}

/** The code of no locale. */
const NO_LOCALE = ''

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** New rows in one locale, and their values in other locales as edits. */
type SplitRows = { rows: RowsChange; others: Change[] }

function splitRows(fields: Field[], data: JsonObject, change: RowsChange, locale: string): SplitRows {
  const list = fieldNodeAt(fields, data, change.path, null)
  if (list === null || !isRows(list)) return { rows: change, others: [] }
  const others: Change[] = []
  for (const [id, row] of Object.entries(change.added))
    collectOthers(rowFields(list, row) ?? [], row, joinPath(change.path, id), locale, others)
  const inLocale = ([id, row]: [string, JsonObject]): [string, JsonObject] => {
    if (rowFields(list, row) === null) return [id, row]
    const only = absorbRow(list, undefined, projectRow(list, row, locale), locale)
    return [id, isPlainJson(only) ? only : row]
  }
  const added = Object.fromEntries(Object.entries(change.added).map(inLocale))
  return { rows: { ...change, added }, others }
}

function collectOthers(
  fields: Field[],
  data: JsonObject,
  path: string,
  locale: string,
  into: Change[],
): void {
  for (const node of dataFields(fields)) {
    const value = own(data, node.name)
    const at = joinPath(path, node.name)
    const codes = innerLocales(node)?.codes
    if (node.localized) {
      if (!isPlainJson(value)) continue
      for (const code of Object.keys(value))
        if (code !== locale) collectSlot(node, slotOf(node, value, code), at, code, into)
    } else if (node.type === 'nested') {
      if (isPlainJson(value)) collectOthers(node.fields, value, at, locale, into)
    } else if (codes !== undefined && value !== undefined) {
      const others = codes.filter((code) => code !== locale)
      const first = absorbNode(node, null, projectNode(node, value, locale), locale)
      for (const edit of sharedTextEdits(node, first, value, at, others)) into.push(edit)
    } else if (isRows(node) && Array.isArray(value)) {
      for (const id of rowIds(value)) {
        const row = value.filter(isPlainJson).find((item) => item['id'] === id)
        if (row) collectOthers(rowFields(node, row) ?? [], row, joinPath(at, id), locale, into)
      }
    }
  }
}

/** The edits that set one locale's value of a localized field. */
function collectSlot(
  node: DataNode,
  slot: Json | undefined,
  path: string,
  locale: string,
  into: Change[],
): void {
  if (isEmpty(slot)) return
  if (node.type === 'nested') {
    if (!isPlainJson(slot)) return
    for (const inner of dataFields(node.fields))
      collectSlot(inner, own(slot, inner.name), joinPath(path, inner.name), locale, into)
  } else if (isRows(node) && Array.isArray(slot)) {
    const to = rowIds(slot)
    const rows = slot.filter(isPlainJson)
    const added = Object.fromEntries(to.map((id) => [id, rows.find((row) => row['id'] === id) ?? { id }]))
    into.push({ kind: 'rows', locale, path, from: [], to, added, removed: {} })
  } else into.push({ kind: 'set', locale, path, from: null, to: slot ?? null })
}
