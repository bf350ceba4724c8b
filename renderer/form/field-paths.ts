import type { Field, LayoutField, RowsField, ValueField } from '../../shared/cms/schema-model.ts'
import { sameJson, type Json } from '../../shared/json.ts'
import { joinPath } from '../../shared/document/path.ts'

/** One field of the form: everything that has a value of its own outside of rows. */
export type FormField = {
  path: string
  field: ValueField | RowsField
  /** Holds one value per locale, by itself or through a container. */
  localized: boolean
  /** It, or something around it, is not on the screen. */
  hidden: boolean
}

type Inherited = Pick<FormField, 'localized' | 'hidden'>

const known = new WeakMap<Field[], ReadonlyMap<string, FormField>>()

/** The fields of a form by path, in the order of the schema; rows count as part of the field that has them. */
export function formFields(fields: Field[]): ReadonlyMap<string, FormField> {
  const found = known.get(fields)
  if (found) return found
  const all = new Map<string, FormField>()
  collect(fields, '', { localized: false, hidden: false }, all)
  known.set(fields, all)
  return all
}

function collect(fields: Field[], prefix: string, above: Inherited, into: Map<string, FormField>): void {
  for (const field of fields) {
    if (field.type === 'ui') continue
    const here: Inherited = {
      localized: above.localized || ('localized' in field && field.localized),
      hidden: above.hidden || isOffScreen(field),
    }
    if (isLayout(field)) collect(field.fields, prefix, here, into)
    else if (field.type === 'group') collect(field.fields, joinPath(prefix, field.name ?? ''), here, into)
    else if (field.type === 'tabs') {
      for (const tab of field.tabs) {
        const inTab = { ...here, localized: here.localized || tab.localized }
        collect(tab.fields, joinPath(prefix, tab.name ?? ''), inTab, into)
      }
    } else {
      const path = joinPath(prefix, field.name)
      into.set(path, { path, field, ...here })
    }
  }
}

/** Whether a field is never on the screen (S3.11). */
export function isOffScreen(field: Field): boolean {
  return field.hidden || field.disabled
}

function isLayout(field: Field): field is LayoutField {
  return field.type === 'row' || field.type === 'collapsible'
}

/** The field that shows a path: the field itself, or the one whose rows hold it. Null where the form has none. */
export function owningField(all: ReadonlyMap<string, FormField>, path: string): FormField | null {
  let rest = path
  while (rest !== '') {
    const hit = all.get(rest)
    if (hit) return hit
    rest = rest.slice(0, Math.max(0, rest.lastIndexOf('.')))
  }
  return null
}

/** True where one path is the other or holds it. */
export function pathsTouch(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}

/** What an emptied input holds: nothing. An empty text, an empty list and no value are the same to a person. */
export function emptyAsNull(value: Json): Json {
  return value === '' || (Array.isArray(value) && value.length === 0) ? null : value
}

/** Whether two values are the same to a person; a box that was never ticked is an unticked one. */
export function sameFieldValue(field: FormField['field'] | undefined, a: Json, b: Json): boolean {
  const asSeen = (value: Json) => (field?.type === 'checkbox' && value === false ? null : emptyAsNull(value))
  return sameJson(asSeen(a), asSeen(b))
}
