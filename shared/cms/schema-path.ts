/**
 * Paths of field definitions. A block of the site is one object for all fields that use it, so paths in it
 * start at the block: `block:hero.heading`. `resolveField` returns the server's path, of the using field.
 */

/** The first segment of paths in a block of the site. No slug of a collection or global has a colon. */
export function blockRoot(slug: string): string {
  return `block:${slug}`
}

/** The first segment of paths in the nodes of a rich text, the same for all fields with this editor. */
export function editorRoot(key: string): string {
  return `editor:${key}`
}

/** The server's path of something inside an editor (`editor:….link.fields`): it starts with the path of the field. */
export function inRichText(fieldPath: string, schemaPath: string): string {
  return schemaPath.replace(/^editor:[^.]*/, () => fieldPath)
}

/** The schema path of a field, or of a nameless container, below the path of its parent. */
export function fieldSchemaPath(parent: string, name: string | null, index: number): string {
  if (name !== null) return `${parent}.${name}`
  const last = parent.slice(parent.lastIndexOf('.') + 1)
  return last.startsWith('_index-') ? `${parent}-${index}` : `${parent}._index-${index}`
}
