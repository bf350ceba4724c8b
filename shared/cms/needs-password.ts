import type { Collection, Global } from './schema-model.ts'

/** True if documents are users who sign in with a password; such a document cannot be created without one. */
export function needsPassword(entity: Collection | Global): boolean {
  return entity.kind === 'collection' && entity.credentials?.password === true
}
