import { needsPassword } from './needs-password.ts'
import { asksForId } from './own-id.ts'
import type { Collection, Global } from './schema-model.ts'

/**
 * True if only Save creates a document, never autosave: a password is stored nowhere, and an id could be half typed
 * and would stay so.
 */
export function isCreatedBySave(entity: Collection | Global): boolean {
  return needsPassword(entity) || asksForId(entity)
}
