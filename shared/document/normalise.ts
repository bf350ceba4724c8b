import { dataFields, fieldAtPath, isRows, rowFields, rowId } from '../cms/fields.ts'
import type { DataNode } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { currentValue } from './apply.ts'
import type { Change } from './change.ts'
import { isIdle } from './coalesce.ts'
import { getValue, joinPath } from './path.ts'

/** A value of an own write that the server stored differently than it was sent; for rows the lists of ids. */
export type Normalised = { path: string; sent: Json; stored: Json }

/**
 * What the server stored differently of an own write: trimmed, made unique, filled in. `data`: the base that the
 * answer made. Values within rows that the write brought are told one by one.
 */
export function normalisedValues(
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  locale: string | null,
): Normalised[] {
  return changes.flatMap((change) => {
    const stored = currentValue(fields, data, change, locale)
    const here: Normalised[] = sameJson(stored, change.to)
      ? []
      : [{ path: change.path, sent: change.to, stored }]
    if (change.kind === 'set') return here
    const field = fieldAtPath(fields, change.path, data)?.field
    if (field === undefined || !isRows(field)) return here
    return [
      ...here,
      ...compareRows(
        field,
        Object.values(change.added),
        getValue(fields, data, change.path, locale),
        change.path,
      ),
    ]
  })
}

function compareRows(
  field: DataNode,
  sent: readonly Json[],
  stored: Json | undefined,
  path: string,
): Normalised[] {
  if (!isRows(field) || !Array.isArray(stored)) return []
  return sent.flatMap((row) => {
    const id = rowId(row)
    const there = stored.find((item) => id !== null && rowId(item) === id)
    if (id === null || !isPlainJson(row) || !isPlainJson(there)) return []
    const inRow = rowFields(field, row)
    return inRow === null ? [] : compareFields(inRow, row, there, joinPath(path, id))
  })
}

function compareFields(fields: Field[], sent: JsonObject, stored: JsonObject, path: string): Normalised[] {
  return dataFields(fields).flatMap((node) => {
    const here = joinPath(path, node.name)
    const [was, is] = [own(sent, node.name), own(stored, node.name)]
    if (was === undefined || node.name === 'id') return []
    if (node.type === 'nested') {
      return isPlainJson(was) && isPlainJson(is) ? compareFields(node.fields, was, is, here) : []
    }
    if (isRows(node)) return compareRows(node, Array.isArray(was) ? was : [], is, here)
    return sameJson(was, is) ? [] : [{ path: here, sent: was, stored: is ?? null }]
  })
}

/**
 * Changes made on top of an own write, after the server stored some of its values differently. That is not an edit
 * of somebody else: what they start from becomes the stored value. Changes that then do nothing are left out.
 */
export function normaliseAfterOwnWrite(
  changes: readonly Change[],
  normalised: readonly Normalised[],
): Change[] {
  return changes.map((change) => normalise(change, normalised)).filter((change) => !isIdle(change))
}

function normalise(change: Change, normalised: readonly Normalised[]): Change {
  const told = normalised.find((item) => item.path === change.path && sameJson(item.sent, change.from))
  if (told === undefined) return change
  if (change.kind === 'set') return { ...change, from: told.stored }
  if (!Array.isArray(told.stored)) return change
  return { ...change, from: told.stored.filter((id) => typeof id === 'string') }
}
