import type { CallOutput } from '../../../shared/ipc.ts'
import { parseChanges, parseLost, parseTyped } from '../tables/draft-rows.ts'
import { readMove } from '../tables/moves.ts'
import { nextSeq, readEntry } from '../tables/outbox-rows.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import { all, run, type SqlValue } from '../tables/sql.ts'
import type { StoreContext } from '../store-context.ts'

const PROBLEM = JSON.stringify(problemOf('broken'))

/** Parks unreadable entries and moves with the problem `broken`, so that counts include them. */
export function parkBroken({ db, events }: StoreContext, keys: readonly string[]): void {
  for (const key of keys) {
    const found = readEntry(db, key) ?? readMove(db, key)
    if (!found) continue
    for (const table of ['outbox', 'moves']) {
      const sql = `UPDATE ${table} SET state = 'parked', problem = ?, problem_code = 'broken' WHERE key = ?`
      run(db, sql, PROBLEM, key)
    }
    events.changed(found.ref)
    events.outbox()
  }
}

/**
 * Turns each unreadable draft into a parked entry, since the next form of its document would overwrite it
 * (SY10).
 */
export function keepBrokenDrafts({ db, now, newId }: StoreContext): void {
  type DraftRow = {
    kind: string
    slug: string
    id: string
    changes: string
    lost: string
    typed: string
    saved_at: string
  }
  const sql = 'SELECT kind, slug, id, changes, lost, typed, saved_at FROM drafts'
  for (const row of all<DraftRow>(db, sql)) {
    const { changes, lost, typed } = row
    if (isReadable(() => [parseChanges(changes), parseLost(lost), parseTyped(typed)])) continue
    run(
      db,
      `INSERT INTO outbox (seq, key, kind, slug, id, is_create, mode, locale, changes, state, problem, problem_code,
         attempts, created_at, updated_at, group_id)
       VALUES (?, ?, ?, ?, ?, 0, 'save', NULL, ?, 'parked', ?, 'broken', 0, ?, ?, NULL)`,
      nextSeq(db),
      newId(),
      row.kind,
      row.slug,
      row.id,
      // Kept as one text for export: it is no list of changes.
      [changes, ...(typed === '[]' ? [] : [typed]), ...(lost === '{}' ? [] : [lost])].join('\n'),
      PROBLEM,
      row.saved_at,
      now(),
    )
    run(db, 'DELETE FROM drafts WHERE kind = ? AND slug = ? AND id = ?', row.kind, row.slug, row.id)
  }
}

function isReadable(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

/** See the contract's `outbox.raw`. */
export function rawEntry({ db }: StoreContext, key: string): CallOutput<'outbox.raw'> {
  const [row] = ['outbox', 'moves'].flatMap((table) =>
    all<Record<string, SqlValue>>(db, `SELECT * FROM ${table} WHERE key = ?`, key),
  )
  return { text: row ? JSON.stringify(row, null, 2) : null }
}
