import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'

export type EntityKind = 'collection' | 'global'
export type Operation = 'create' | 'read' | 'update' | 'delete' | 'trash' | 'readVersions' | 'unlock'
export type FieldOperation = 'create' | 'read' | 'update'

function granted(value: Json | undefined): boolean {
  return value === true || (isPlainJson(value) && own(value, 'permission') === true)
}

function entityOf(permissions: JsonObject, kind: EntityKind, slug: string): Json | undefined {
  const group = own(permissions, kind === 'collection' ? 'collections' : 'globals')
  return isPlainJson(group) ? own(group, slug) : undefined
}

/** True if the user may do this to documents of the entity, by GET /access. A missing key means denied. */
export function canDo(permissions: JsonObject, kind: EntityKind, slug: string, op: Operation): boolean {
  const entity = entityOf(permissions, kind, slug)
  if (entity === true) return true
  return isPlainJson(entity) && granted(own(entity, op))
}

/**
 * The permission needed to remove documents from lists: `trash` if the companion sends that permission, which
 * it does for collections with a trash; otherwise `delete`.
 */
export function removalOf(permissions: JsonObject, kind: EntityKind, slug: string): 'trash' | 'delete' {
  const entity = entityOf(permissions, kind, slug)
  return isPlainJson(entity) && own(entity, 'trash') !== undefined ? 'trash' : 'delete'
}

/**
 * True if the user may read every document of the entity without a condition, so that a document not found does not
 * exist.
 */
export function canReadAll(permissions: JsonObject, kind: EntityKind, slug: string): boolean {
  const entity = entityOf(permissions, kind, slug)
  if (entity === true) return true
  const read = isPlainJson(entity) ? own(entity, 'read') : undefined
  return granted(read) && !(isPlainJson(read) && own(read, 'where') !== undefined)
}

/** The condition that a document must meet for the user to do this to it; null: none. */
export function conditionOf(
  permissions: JsonObject,
  kind: EntityKind,
  slug: string,
  op: Operation,
): JsonObject | null {
  const entity = entityOf(permissions, kind, slug)
  const rule = isPlainJson(entity) ? own(entity, op) : undefined
  const where = isPlainJson(rule) ? own(rule, 'where') : undefined
  return isPlainJson(where) ? where : null
}

/**
 * True if the user may do this to a field (S5.27). `path`: names of the schema without row ids. `true` for a
 * field or level allows everything in it. A level without a map of fields has one answer for all; otherwise
 * fields missing from the map are denied.
 */
export function canDoField(
  permissions: JsonObject,
  kind: EntityKind,
  slug: string,
  path: string,
  op: FieldOperation,
): boolean {
  return mayBelow(entityOf(permissions, kind, slug), path === '' ? [] : path.split('.'), op)
}

function mayBelow(node: Json | undefined, segments: string[], op: FieldOperation): boolean {
  if (node === true) return true
  if (!isPlainJson(node)) return false
  const [name, ...rest] = segments
  const level = own(node, 'fields') ?? own(node, 'blocks')
  const mapped = isPlainJson(level) && Object.keys(level).length > 0
  if (name === undefined || !mapped) return granted(own(node, op))
  return mayBelow(own(level, name), rest, op)
}
