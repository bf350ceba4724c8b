import { needsPassword } from './needs-password.ts'
import { asksForId } from './own-id.ts'
import type { Collection, Global } from './schema-model.ts'

/**
 * Whether only Save creates a document of it, and nothing does by itself: with a password, which is kept nowhere, or
 * with an id, which may be half typed and would stay so.
 */
export function isCreatedBySave(entity: Collection | Global): boolean {
  return needsPassword(entity) || asksForId(entity)
}
