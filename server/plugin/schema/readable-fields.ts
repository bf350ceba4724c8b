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
