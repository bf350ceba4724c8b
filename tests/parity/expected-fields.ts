/** The part of a field in GET /desktop/config (Payload's client config) that the crawl reads. */
export type RawField = {
  type: string
  name?: string
  label?: unknown
  hidden?: boolean
  hasMany?: boolean
  required?: boolean
  min?: number
  admin?: {
    hidden?: boolean
    disabled?: boolean
    readOnly?: boolean
    condition?: unknown
    initCollapsed?: boolean
    components?: unknown
  }
  fields?: RawField[]
  tabs?: RawField[]
}
export type ExpectedField = {
  path: string
  field: RawField
  /** True if a condition or a closed box may hide it. */
  mayBeAway: boolean
}
/** Permissions of GET /access: true for everything, else by field. */
export type Rights = true | Record<string, unknown>

/**
 * Returns the fields of a document for which a user with these permissions must see a control, or a reason.
 * @param conditions whether a field has a condition, by its place in the schema; one without a name by the beginning
 * of it
 */
export function expectedFields(
  fields: readonly RawField[],
  rights: Rights,
  conditions: (schemaPath: string) => boolean,
  schemaPath: string,
): ExpectedField[] {
  const list: ExpectedField[] = []
  walk(fields, rights, { path: '', schemaPath, mayBeAway: false })
  return list

  type At = { path: string; schemaPath: string; mayBeAway: boolean }
  function walk(all: readonly RawField[], allowed: Rights, at: At): void {
    for (const field of all) {
      const { name, type, admin } = field
      if (field.hidden || admin?.hidden || admin?.disabled || type === 'ui') continue
      if (at.path === '' && name === '_status') continue
      const own = name === undefined ? allowed : rightsOf(allowed, name)
      if (own === undefined && name !== 'id') continue
      const here = name === undefined ? at.schemaPath : `${at.schemaPath}.${name}`
      const mayBeAway =
        at.mayBeAway ||
        admin?.condition !== undefined ||
        admin?.initCollapsed === true ||
        conditions(name === undefined ? `${here}._index` : here)
      const inside = {
        path: name === undefined ? at.path : `${at.path}${name}.`,
        schemaPath: here,
        mayBeAway,
      }
      if (type === 'tabs') walk(field.tabs ?? [], allowed, inside)
      else if (type === 'row' || type === 'collapsible' || type === 'group' || isTab(field))
        walk(field.fields ?? [], name === undefined ? allowed : inner(own, allowed), inside)
      else if (name !== undefined) list.push({ path: at.path + name, field, mayBeAway })
    }
  }
}

/** A tab has fields, but no type. */
function isTab({ type, fields }: RawField): boolean {
  return (type as string | undefined) === undefined && fields !== undefined
}

function rightsOf(allowed: Rights, name: string): unknown {
  return allowed === true ? true : allowed[name]
}

function inner(own: unknown, outer: Rights): Rights {
  if (own === true) return true
  const fields: unknown = Reflect.get(Object(own), 'fields')
  return typeof fields === 'object' && fields !== null
    ? (fields as Record<string, unknown>)
    : fields === true
      ? true
      : outer
}

/** True if the permissions allow writing the field. */
export function mayWrite(rights: Rights, path: string): boolean {
  if (rights === true) return true
  const own = rights[path.split('.')[0] ?? '']
  if (own === true) return true
  const update: unknown = Reflect.get(Object(own), 'update')
  return update !== false && update !== undefined
}
