/**
 * Where fields are defined. A block that the site defines once is one object for all fields that refer to it, so the
 * paths in it begin at the block: `block:hero.heading`. The server knows such a field by where the block is used,
 * `posts.layout.hero.heading`; `resolveField` gives that one.
 */

/** Where a block that is defined for the whole site begins. No slug of a collection or global has a colon. */
export function blockRoot(slug: string): string {
  return `block:${slug}`
}

/** The path of a field, or of a container without a name, in the schema path of what it is in. */
export function fieldSchemaPath(parent: string, name: string | null, index: number): string {
  if (name !== null) return `${parent}.${name}`
  const last = parent.slice(parent.lastIndexOf('.') + 1)
  return last.startsWith('_index-') ? `${parent}-${index}` : `${parent}._index-${index}`
}
