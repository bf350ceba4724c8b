import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { Json } from '../../../shared/json.ts'
import { findTempIds, replaceId, replaceIdInChange } from '../../../shared/sync/replace-id.ts'
import type { Db } from './sql.ts'
import { one, parseJson, run } from './sql.ts'

type RealId = string | number

/** The document under its real id, if it was made on this computer and has one now (SY8). */
export function resolveRef(db: Db, ref: DocRef): DocRef {
  if (ref.kind === 'global') return ref
  const real = realId(db, 'WHERE temp_id = ? AND slug = ?', ref.id, ref.slug)
  return real === null ? ref : { ...ref, id: String(real) }
}

export function storeMapping(db: Db, slug: string, tempId: string, real: RealId): void {
  run(db, 'INSERT INTO id_map (slug, temp_id, real_id) VALUES (?, ?, ?)', slug, tempId, JSON.stringify(real))
}

/** A value with the real ids of documents that got theirs after it was made. */
export function resolveIds<T extends Json>(db: Db, value: T): T {
  let result = value
  for (const tempId of findTempIds(value)) {
    const real = realId(db, 'WHERE temp_id = ?', tempId)
    if (real !== null) result = replaceId(result, tempId, real)
  }
  return result
}

/** Changes with the real ids of documents that got theirs after the changes were made. */
export function resolveIdsIn(db: Db, changes: readonly Change[]): Change[] {
  return changes.map((item) => {
    let result = item
    for (const tempId of findTempIds(valuesOf(item))) {
      const real = realId(db, 'WHERE temp_id = ?', tempId)
      if (real !== null) result = replaceIdInChange(result, tempId, real)
    }
    return result
  })
}

/** The values that a change brings or is measured by. */
export function valuesOf(item: Change): Json {
  return item.kind === 'set' ? [item.from, item.to] : [item.added, item.removed, item.revived ?? {}]
}

function realId(db: Db, where: string, ...values: string[]): RealId | null {
  const row = one<{ real_id: string }>(db, `SELECT real_id FROM id_map ${where}`, ...values)
  const real = row ? parseJson(row.real_id) : null
  return typeof real === 'string' || typeof real === 'number' ? real : null
}
