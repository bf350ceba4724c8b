import { getValue, parentPath } from '../../shared/document/path.ts'
import type { DocumentSchema } from '../../shared/document/document-schema.ts'
import type { ResolvedField } from '../../shared/document/resolve-field.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import { validateDocument, validateField } from '../../shared/document/validation/validate-document.ts'
import { hasNode } from '../../shared/fields/richText/nodes.ts'
import { withoutNode, type TypedInputs } from './typed-inputs.ts'
import { isPlainJson, type JsonObject } from '../../shared/json.ts'

/** Whether this error is for the form to complain about; others are left to the server's own check. */
export type ErrorFilter = (field: ResolvedField, error: FieldError) => boolean

/** What users log in with, where the form is about one of them (S5.17, S5.18). */
export type LoginRules = { requireUsername: boolean; requireEmail: boolean }

export type FormErrors = {
  at: (path: string) => FieldError | null
  /** Everything that is wrong, in no order. What lies in a row that is gone does not count while it is gone. */
  paths: () => string[]
  /**
   * Checks everything, or one field; answers the paths of the fields that keep the document from being saved, in order.
   */
  check: (only?: string) => string[]
  /** Whether `check` would find nothing; nothing is shown of it. */
  isValid: () => boolean
  /** Where what was typed is no value: that keeps also a draft from being saved, which is not checked (F50). */
  unreadable: () => string[]
  /** A field was edited: an error goes as soon as the value is right again; a new one waits for the next check. */
  edited: (path: string) => string[]
}

const LOGIN_FIELDS = ['email', 'username']

/** What the form itself finds wrong with its data in one locale. */
export function createFormErrors(options: {
  schema: DocumentSchema
  locale: string | null
  login: LoginRules | null
  counts: ErrorFilter
  /** All locales, with the edits. */
  data: () => JsonObject
  resolve: (path: string) => ResolvedField | null
  inputs: TypedInputs
  /** Where a place of this locale is in the document. */
  cellOf: (path: string) => { path: string; locale: string | null }
  /** Whether the server's condition has hidden the field. */
  isHidden: (path: string) => boolean
  /** Whether the server has said that the field is shown. */
  isAnswered: (path: string) => boolean
}): FormErrors {
  const { schema, locale, counts, data, resolve, inputs, cellOf, isHidden, isAnswered } = options
  const found = new Map<string, FieldError>()
  const login = options.login === null ? {} : { loginWithUsername: options.login }

  function recheck(path: string): void {
    const resolved = found.has(path) ? resolve(path) : null
    if (resolved === null) return
    const { parent } = parentPath(path)
    const around = getValue(schema.fields, data(), parent, locale)
    const error = validateField(schema.types, resolved.field, getValue(schema.fields, data(), path, locale), {
      ...(isPlainJson(around) && { siblings: around }),
      ...(parent === '' && login),
    })
    if (error) found.set(path, error)
    else found.delete(path)
  }

  /** Of a text in a node of a rich text, the path of that: while the node is gone it does not count. */
  const textPaths = (): string[] =>
    inputs.cells().flatMap((cell) => {
      if (cell.locale !== null && cell.locale !== locale) return []
      const { path, nodeId } = withoutNode(cell.path)
      const isThere = nodeId === null || hasNode(getValue(schema.fields, data(), path, locale), nodeId)
      return isThere ? [path] : []
    })
  // The server does not know of a text that is no value, so whatever is on the screen counts.
  const unreadable = (): string[] =>
    [...new Set(textPaths())].filter((path) => resolve(path) !== null && !isHidden(path))

  /** All that is wrong, by path. */
  function judge(): Map<string, FieldError> {
    const wrong = new Map<string, FieldError>()
    for (const { path, ...error } of validateDocument(schema.types, schema.fields, data(), locale, login)) {
      const field = resolve(path)
      if (field === null || field.hidden || isHidden(path) || wrong.has(path)) continue
      // Whether it is shown at all only the server knows, and it checks what it shows.
      if ((field.hasCondition && !isAnswered(path)) || !counts(field, error)) continue
      wrong.set(path, error)
    }
    return wrong
  }

  function blockingIn(errors: ReadonlyMap<string, FieldError>): string[] {
    const blocking = [...errors].flatMap(([path, { advice }]) => (advice === true ? [] : [path]))
    return [...new Set([...blocking, ...unreadable()])]
  }

  return {
    at: (path) => inputs.at(cellOf(path))?.error ?? found.get(path) ?? null,
    paths: () => [...new Set([...textPaths(), ...found.keys()])].filter((path) => resolve(path) !== null),
    check(only) {
      found.clear()
      for (const [path, error] of judge()) if (only === undefined || path === only) found.set(path, error)
      return blockingIn(found)
    },
    isValid: () => blockingIn(judge()).length === 0,
    unreadable,
    edited(path) {
      // Of e-mail and user name one may do (S5.17, S5.18).
      const paths = options.login !== null && LOGIN_FIELDS.includes(path) ? LOGIN_FIELDS : [path]
      for (const other of paths) recheck(other)
      return paths
    },
  }
}
