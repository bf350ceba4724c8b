import type { Block, Field, Payload, Tab, PayloadRequest } from 'payload'
import { jsonSafe } from '../json-safe.ts'
import type { JsonSafe } from '../json-safe.ts'

/** Properties of a field that the client config lacks and that can be sent. Absent means no. */
export type FieldExtras = {
  /** A function decides whether the field is shown: ask form-state. */
  hasCondition?: true
  /** The site validates beyond the rules of the field type. */
  hasValidate?: true
  /** A hook may set or change the value before validation: only the server can tell that it is missing. */
  hasBeforeValidate?: true
  /** For an id: a hook of the collection may create it. */
  hasIdHook?: true
  /** A function limits the choices: ask form-state; a fixed query is in `filterOptions`. */
  hasFilterOptions?: true
  filterOptions?: JsonSafe
  /** A function returns the default: ask form-state; a fixed one is in `defaultValue`. */
  hasDefault?: true
  defaultValue?: JsonSafe
  /** The site has its own way to make this slug: ask /desktop/slug. */
  hasSlugify?: true
  /** Custom components of the site: their path, and their props for the client. */
  components?: JsonSafe
}

type Entry = Field | Tab | Block | { fields: Field[] }

/**
 * Source texts of Payload's own validations, which it gives to fields without one. Each field gets a closure of its
 * own, so only the text tells them from a site's.
 */
export function ownValidations(payload: Payload): ReadonlySet<string> {
  const texts = new Set(['()=>true'])
  const fields = payload.collections['payload-preferences']?.config.fields ?? []
  for (const field of fields) {
    const validate: unknown = Reflect.get(field, 'validate')
    if (typeof validate === 'function') texts.add(String(validate))
  }
  return texts
}

/** True for a field named `id`, such as that of a row, which clients create. */
function isRowId(field: object): boolean {
  return Reflect.get(field, 'name') === 'id'
}

function hasBeforeValidate(field: object): boolean {
  const hooks: unknown = Reflect.get(field, 'hooks')
  const list: unknown =
    typeof hooks === 'object' && hooks !== null ? Reflect.get(hooks, 'beforeValidate') : undefined
  return Array.isArray(list) && list.length > 0
}

function componentsOf(components: object): JsonSafe | undefined {
  const result: Record<string, JsonSafe> = {}
  for (const [name, component] of Object.entries(components)) {
    if (typeof component === 'string') result[name] = { path: component }
    else {
      const safe = jsonSafe(component)
      if (typeof safe === 'object' && safe !== null && 'path' in safe) {
        const props = 'clientProps' in safe ? safe.clientProps : undefined
        result[name] = { path: safe.path, ...(props === undefined ? {} : { clientProps: props }) }
      }
    }
  }
  return Object.keys(result).length > 0 ? result : undefined
}

/** The extras of one entry of the schema map; `null`: none. `own` as ownValidations gives it. */
export function fieldExtras(entry: Entry, own: ReadonlySet<string>): FieldExtras | null {
  const extras: FieldExtras = {}
  if ('type' in entry && !isRowId(entry)) {
    const validate: unknown = Reflect.get(entry, 'validate')
    if (typeof validate === 'function' && !own.has(String(validate)) && entry.type !== 'richText')
      extras.hasValidate = true
    if (hasBeforeValidate(entry)) extras.hasBeforeValidate = true
    if (ownSlugify(entry)) extras.hasSlugify = true
    const filterOptions: unknown = Reflect.get(entry, 'filterOptions')
    if (typeof filterOptions === 'function') extras.hasFilterOptions = true
    else if (filterOptions !== undefined && filterOptions !== null) {
      const safe = jsonSafe(filterOptions)
      if (safe !== undefined) extras.filterOptions = safe
    }
    const defaultValue: unknown = Reflect.get(entry, 'defaultValue')
    if (typeof defaultValue === 'function') extras.hasDefault = true
    else if (defaultValue !== undefined) {
      const safe = jsonSafe(defaultValue)
      if (safe !== undefined) extras.defaultValue = safe
    }
  }
  const admin: unknown = Reflect.get(entry, 'admin')
  if (typeof admin === 'object' && admin !== null) {
    if (typeof Reflect.get(admin, 'condition') === 'function') extras.hasCondition = true
    const components: unknown = Reflect.get(admin, 'components')
    const safe = typeof components === 'object' && components !== null ? componentsOf(components) : undefined
    if (safe !== undefined) extras.components = safe
  }
  return Object.keys(extras).length > 0 ? extras : null
}

type Slugify = (args: {
  data: Record<string, unknown>
  req: PayloadRequest
  valueToSlugify: string
}) => unknown

const isSlugify = (value: unknown): value is Slugify => typeof value === 'function'

/** The site's own slug function of a field, if it is one of Payload's slug fields and has one. */
export function ownSlugify(field: object): Slugify | null {
  const custom: unknown = Reflect.get(field, 'custom')
  const slugify: unknown =
    typeof custom === 'object' && custom !== null ? Reflect.get(custom, 'slugify') : null
  return isSlugify(slugify) ? slugify : null
}
