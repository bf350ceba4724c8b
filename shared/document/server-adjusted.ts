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
export type ServerAdjusted = { path: string; sent: Json; stored: Json }

/**
 * What the server stored differently of an own write: trimmed, made unique, filled in. `data`: the base that the
 * answer made. Values within rows that the write brought are reported one by one.
 */
export function serverAdjustedValues(
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  locale: string | null,
): ServerAdjusted[] {
  return changes.flatMap((change) => {
    const stored = currentValue(fields, data, change, locale)
    const here: ServerAdjusted[] = sameJson(stored, change.to)
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
): ServerAdjusted[] {
  if (!isRows(field) || !Array.isArray(stored)) return []
  return sent.flatMap((row) => {
    const id = rowId(row)
    const there = stored.find((item) => id !== null && rowId(item) === id)
    if (id === null || !isPlainJson(row) || !isPlainJson(there)) return []
    const inRow = rowFields(field, row)
    return inRow === null ? [] : compareFields(inRow, row, there, joinPath(path, id))
  })
}

function compareFields(
  fields: Field[],
  sent: JsonObject,
  stored: JsonObject,
  path: string,
): ServerAdjusted[] {
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
export function adjustAfterOwnWrite(
  changes: readonly Change[],
  serverAdjusted: readonly ServerAdjusted[],
): Change[] {
  return changes.map((change) => adjust(change, serverAdjusted)).filter((change) => !isIdle(change))
}

function adjust(change: Change, serverAdjusted: readonly ServerAdjusted[]): Change {
  const match = serverAdjusted.find((item) => item.path === change.path && sameJson(item.sent, change.from))
  if (match === undefined) return change
  if (change.kind === 'set') return { ...change, from: match.stored }
  if (!Array.isArray(match.stored)) return change
  return { ...change, from: match.stored.filter((id) => typeof id === 'string') }
}
