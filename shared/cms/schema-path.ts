/**
 * Where fields are defined. A block that the site defines once is one object for all fields that refer to it, so the
 * paths in it begin at the block: `block:hero.heading`. The server knows such a field by where the block is used,
 * `posts.layout.hero.heading`; `resolveField` gives that one.
 */

/** Where a block that is defined for the whole site begins. No slug of a collection or global has a colon. */
export function blockRoot(slug: string): string {
  return `block:${slug}`
}

/** Where the fields begin that are inside of the nodes of a rich text, in all fields that have this editor. */
export function editorRoot(key: string): string {
  return `editor:${key}`
}

/** Where the server finds something inside of an editor (`editor:….link.fields`): by the field that it belongs to. */
export function inRichText(fieldPath: string, schemaPath: string): string {
  return schemaPath.replace(/^editor:[^.]*/, () => fieldPath)
}

/** The path of a field, or of a container without a name, in the schema path of what it is in. */
export function fieldSchemaPath(parent: string, name: string | null, index: number): string {
  if (name !== null) return `${parent}.${name}`
  const last = parent.slice(parent.lastIndexOf('.') + 1)
  return last.startsWith('_index-') ? `${parent}-${index}` : `${parent}._index-${index}`
}
