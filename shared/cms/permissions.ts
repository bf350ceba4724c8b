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

/** Whether the user may do this to documents of the entity, by GET /access. A missing key means denied. */
export function canDo(permissions: JsonObject, kind: EntityKind, slug: string, op: Operation): boolean {
  const entity = entityOf(permissions, kind, slug)
  if (entity === true) return true
  return isPlainJson(entity) && granted(own(entity, op))
}

/**
 * The right by which documents leave the lists of an entity: into the trash where the companion tells that one, which it
 * does of collections that have a trash; else it is that of a deletion.
 */
export function removalOf(permissions: JsonObject, kind: EntityKind, slug: string): 'trash' | 'delete' {
  const entity = entityOf(permissions, kind, slug)
  return isPlainJson(entity) && own(entity, 'trash') !== undefined ? 'trash' : 'delete'
}

/**
 * Whether the user may read each document of the entity, and not only those that fulfil a condition: what is not found
 * is then not there.
 */
export function canReadAll(permissions: JsonObject, kind: EntityKind, slug: string): boolean {
  const entity = entityOf(permissions, kind, slug)
  if (entity === true) return true
  const read = isPlainJson(entity) ? own(entity, 'read') : undefined
  return granted(read) && !(isPlainJson(read) && own(read, 'where') !== undefined)
}

/** The condition that a document must fulfil for the user to do this to it; null: there is none. */
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
 * Whether the user may do this to one field (S5.27). `path` is made of the schema's names, without row ids:
 * `layout.hero.heading`. `true` for a field allows all; `true` for all fields of a level allows what the level itself
 * allows, and so does a level without a map. A field that a map does not name is denied.
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
