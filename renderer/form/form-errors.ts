import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import { projectLocale } from '../../shared/document/project.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import { validateView } from '../../shared/document/validation/validate-document.ts'
import { validateField } from '../../shared/document/validation/validate-field.ts'
import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import { hangsOnCondition } from './conditions.ts'
import { owningField, type FormField } from './field-paths.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'

/** Whether this error is for the form to complain about; others are left to the server's own check. */
export type ErrorFilter = (field: FormField, error: FieldError) => boolean

export type FormErrors = {
  at: (path: string) => FieldError | null
  /** Checks everything; answers the paths of the fields that may not be saved so, in order. */
  check: () => string[]
  /** A field was edited: an error goes as soon as the value is right again; a new one waits for the next check. */
  edited: (path: string) => void
}

const LOGIN_FIELDS = ['email', 'username']

/** What the form itself finds wrong with a document in one locale. `all`: its fields by path. */
export function createFormErrors(options: {
  entity: Collection | Global
  all: ReadonlyMap<string, FormField>
  locale: string | null
  counts: ErrorFilter
  /** The document as it is on the screen, in all locales. */
  data: () => JsonObject
  value: (path: string) => Json
}): FormErrors {
  const { entity, all, locale, counts, data, value } = options
  const found = new Map<string, FieldError>()
  const login =
    entity.kind === 'collection' && entity.loginWithUsername
      ? { loginWithUsername: entity.loginWithUsername }
      : undefined
  const view = () => projectLocale(entity.fields, data(), locale)

  function recheck(path: string): void {
    const field = all.get(path)?.field
    if (!field || !found.has(path)) return
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    const around = parent === '' ? view() : value(parent)
    const siblings = isPlainJson(around) ? { siblings: around } : {}
    const error = validateField(fieldTypes, field, value(path), {
      ...siblings,
      ...(parent === '' ? login : {}),
    })
    if (error) found.set(path, error)
    else found.delete(path)
  }

  return {
    at: (path) => found.get(path) ?? null,
    check() {
      found.clear()
      const shown = view()
      for (const { path, ...error } of validateView(fieldTypes, entity.fields, shown, login)) {
        const field = owningField(all, path)
        if (!field || field.hidden || !counts(field, error)) continue
        // Whether it is shown at all only the server knows, and it checks what it shows.
        if (hangsOnCondition(entity.fields, path, shown)) continue
        // Of an array or blocks the first complaint is shown, at the field; advice (S5.07) only where there is no other.
        const known = found.get(field.path)
        if (!known || (known.advice && !error.advice)) found.set(field.path, error)
      }
      return [...all.keys()].filter((path) => found.has(path) && !found.get(path)?.advice)
    },
    edited(path) {
      // Of e-mail and user name one may do (S5.17, S5.18).
      for (const other of login && LOGIN_FIELDS.includes(path) ? LOGIN_FIELDS : [path]) recheck(other)
    },
  }
}
