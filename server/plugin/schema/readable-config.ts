import { isJsonObject } from '../json-safe.ts'
import type { JsonSafe } from '../json-safe.ts'

type Raw = { readonly [key: string]: JsonSafe }

/**
 * Properties sent of a field that the user may not read: those that tell how its value is stored, so that waiting
 * edits do not seem to belong to a deleted field. An allow-list, so that a new version discloses nothing.
 */
const KEPT: ReadonlySet<string> = new Set([
  'name',
  'type',
  'localized',
  'hasMany',
  'relationTo',
  'virtual',
  'hidden',
  'slug',
  'fields',
  'tabs',
  'blocks',
  'blockReferences',
])

/** Keys of fields, or of what holds them. */
const LEVELS = ['fields', 'tabs', 'blocks', 'blockReferences'] as const

/** Maps the objects of a list; other items, such as the slug of a block, stay. */
function each(list: JsonSafe | undefined, change: (one: Raw) => JsonSafe): JsonSafe[] {
  return Array.isArray(list) ? list.map((one: JsonSafe) => (isJsonObject(one) ? change(one) : one)) : []
}

/** A field, tab or block without labels, choices and rules, that is neither shown nor offered. */
function bare(of: Raw): Raw {
  const kept: Record<string, JsonSafe> = { admin: { disabled: true } }
  for (const [key, value] of Object.entries(of)) if (KEPT.has(key)) kept[key] = value
  for (const level of LEVELS) if (level in of) kept[level] = each(of[level], bare)
  return kept
}

/** The fields of one level of the client config, reduced to what the user may read. */
export function readableFields(fields: JsonSafe | undefined, level: FieldsAccess): JsonSafe[] {
  return each(fields, (field) => {
    const { name } = field
    const isNamed = typeof name === 'string' && name !== ''
    const access = isNamed ? fieldAccess(level, name) : null
    // A reader of a document knows its id; Payload adds the field here, and has no permissions for it.
    if (isNamed && name !== 'id' && !mayRead(access)) return bare(field)
    const inBlocks = (block: Raw): JsonSafe => withReadable(block, blockAccess(access, slugOf(block)))
    return {
      ...field,
      ...('fields' in field && {
        fields: readableFields(field['fields'], isNamed ? fieldsBelow(access) : level),
      }),
      ...('tabs' in field && { tabs: readableFields(field['tabs'], level) }),
      ...('blocks' in field && { blocks: each(field['blocks'], inBlocks) }),
      ...('blockReferences' in field && { blockReferences: each(field['blockReferences'], inBlocks) }),
    }
  })
}

const slugOf = ({ slug }: Raw): string => (typeof slug === 'string' ? slug : '')

function withReadable(holder: Raw, access: unknown): Raw {
  return { ...holder, fields: readableFields(holder['fields'], fieldsBelow(access)) }
}

/**
 * A collection or global of the client config, reduced to what the user may read. `access`: their permissions for it.
 */
export function readableEntity(entity: JsonSafe, access: unknown): JsonSafe {
  return isJsonObject(entity) ? withReadable(entity, access) : entity
}

/**
 * The blocks of the site, reduced to what the user may read. `access`: permissions by slug, of blocks in fields that
 * the user may read.
 */
export function readableBlocks(blocks: JsonSafe, access: ReadonlyMap<string, unknown>): JsonSafe {
  const readable = (block: Raw): Raw => {
    const slug = slugOf(block)
    return access.has(slug) ? withReadable(block, access.get(slug)) : bare(block)
  }
  if (Array.isArray(blocks)) return each(blocks, readable)
  if (!isJsonObject(blocks)) return blocks
  return Object.fromEntries(
    Object.entries(blocks).map(([slug, block]) => [slug, isJsonObject(block) ? readable(block) : block]),
  )
}

/**
 * Permissions of the fields of one level, as Payload returns them: `true` for all, or by name. A missing name is
 * denied, as Payload leaves out fields without any permission.
 */
export type FieldsAccess = unknown

/** The permissions of one field: `true`, or an object with those of the levels below it. */
type FieldAccess = unknown

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
}

/** The permissions of a named field in a level. */
export function fieldAccess(level: FieldsAccess, name: string): FieldAccess {
  return level === true ? true : own(level, name)
}

/** True if the field's value may be read. */
export function mayRead(field: FieldAccess): boolean {
  if (field === true) return true
  const read = own(field, 'read')
  return read === true || own(read, 'permission') === true
}

/** The permissions of the fields of a collection, a global, a field or a block. */
export function fieldsBelow(holder: unknown): FieldsAccess {
  return holder === true ? true : own(holder, 'fields')
}

/** The permissions of a block in a blocks field. */
export function blockAccess(field: FieldAccess, slug: string): unknown {
  const blocks = field === true ? true : own(field, 'blocks')
  return blocks === true ? true : own(blocks, slug)
}
