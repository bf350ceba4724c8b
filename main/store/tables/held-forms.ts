import type { CallInput } from '../../../shared/ipc.ts'
import type { Json } from '../../../shared/json.ts'
import { resolveIds } from './ids.ts'
import { one, parseJson, run, type Db } from './sql.ts'
import type { StoreContext } from '../store-context.ts'

/** See the contract's `forms.hold`. */
export function holdForm(
  { db, now, events }: StoreContext,
  { place: asked, content }: CallInput<'forms.hold'>,
): void {
  const place = resolvePlace(db, asked)
  const isHeld = one(db, 'SELECT 1 FROM held_forms WHERE place = ?', place) !== undefined
  if (isHeld === (content === null)) events.outbox()
  if (content === null) {
    run(db, 'DELETE FROM held_forms WHERE place = ?', place)
    return
  }
  run(
    db,
    `INSERT INTO held_forms (place, content, saved_at) VALUES (?, ?, ?)
     ON CONFLICT (place) DO UPDATE SET content = excluded.content, saved_at = excluded.saved_at`,
    place,
    JSON.stringify(content),
    now(),
  )
}

/** The content of a form, with temporary ids replaced by real ones (SY8). */
export function heldForm({ db }: StoreContext, place: string): Json | null {
  const sql = 'SELECT content FROM held_forms WHERE place = ?'
  const row = one<{ content: string }>(db, sql, resolvePlace(db, place))
  return row ? resolveIds(db, parseJson(row.content)) : null
}

/** Replaces a temporary id in the names of forms. */
export function renameHeldForms({ db }: StoreContext, tempId: string, id: string): void {
  const sql = 'UPDATE OR REPLACE held_forms SET place = replace(place, ?, ?) WHERE instr(place, ?) > 0'
  run(db, sql, tempId, id, tempId)
}

/** The name of a form with real ids, which the window may not know yet (SY8). */
function resolvePlace(db: Db, place: string): string {
  return place.replaceAll(/tmp_[\w-]+/g, (tempId) => resolveIds(db, tempId))
}
