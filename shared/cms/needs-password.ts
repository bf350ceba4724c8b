import type { Collection, Global } from './schema-model.ts'

/** Whether documents of it are users who sign in with a password: none is created without one. */
export function needsPassword(entity: Collection | Global): boolean {
  return entity.kind === 'collection' && entity.credentials?.password === true
}
