import type { CallInput } from '../../shared/ipc.ts'
import type { Json } from '../../shared/json.ts'
import { resolveIds } from './ids.ts'
import { one, parseJson, run } from './sql.ts'
import type { StoreContext } from './store-context.ts'

/** See the contract's `forms.hold`. */
export function holdForm(
  { db, now, events }: StoreContext,
  { place, content }: CallInput<'forms.hold'>,
): void {
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

/** With the ids that documents made here have by now (SY8). */
export function heldForm({ db }: StoreContext, place: string): Json | null {
  const row = one<{ content: string }>(db, 'SELECT content FROM held_forms WHERE place = ?', place)
  return row ? resolveIds(db, parseJson(row.content)) : null
}
