import { getValue, parentPath } from '../../shared/document/path.ts'
import type { DocumentSchema } from '../../shared/fields/field-type.ts'
import type { ResolvedField } from '../../shared/document/resolve-field.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import { validateDocument, validateField } from '../../shared/document/validation/validate-document.ts'
import { hasNode } from '../../shared/fields/richText/nodes.ts'
import { withoutNode, type TypedInputs } from './typed-inputs.ts'
import { isPlainJson, type JsonObject } from '../../shared/json.ts'

/** True if the form reports this error; others are left to the server's validation. */
export type ErrorFilter = (field: ResolvedField, error: FieldError) => boolean

/** The log-in fields that a form about a user requires (S5.17, S5.18). */
export type LoginRules = { requireUsername: boolean; requireEmail: boolean }

export type FormErrors = {
  at: (path: string) => FieldError | null
  /** Paths of all errors, unordered. Errors in removed rows do not count. */
  paths: () => string[]
  /** Validates everything or one field. Returns paths that prevent a save: invalid ones in order, then `unreadable`. */
  check: (only?: string) => string[]
  /** True if `check` would find nothing; shows no errors. */
  isValid: () => boolean
  /** Paths with typed text that is no value; they prevent even a draft, which is not validated (F50). */
  unreadable: () => string[]
  /** Called on an edit: a valid value clears the error; a new error waits for the next check. */
  edited: (path: string) => string[]
}

const LOGIN_FIELDS = ['email', 'username']

type FormErrorsOptions = {
  schema: DocumentSchema
  locale: string | null
  login: LoginRules | null
  counts: ErrorFilter
  /** All locales, with the edits. */
  data: () => JsonObject
  resolve: (path: string) => ResolvedField | null
  inputs: TypedInputs
  /** Returns the document's cell for a path of this locale. */
  cellOf: (path: string) => { path: string; locale: string | null }
  /** True if the server's condition hides the field. */
  isHidden: (path: string) => boolean
  /** True if the server has answered about the field. */
  isAnswered: (path: string) => boolean
}

/** The form's own validation errors, in one locale. */
export function createFormErrors(options: FormErrorsOptions): FormErrors {
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

  /**
   * Paths with typed text. Text in a node of a rich text gives the path of the rich text, and does not count while
   * the node is gone.
   */
  const textPaths = (): string[] =>
    inputs.cells().flatMap((cell) => {
      if (cell.locale !== null && cell.locale !== locale) return []
      const { path, nodeId } = withoutNode(cell.path)
      const isThere = nodeId === null || hasNode(getValue(schema.fields, data(), path, locale), nodeId)
      return isThere ? [path] : []
    })
  // The server does not know such text, so every visible field counts.
  const unreadable = (): string[] =>
    [...new Set(textPaths())].filter((path) => resolve(path) !== null && !isHidden(path))

  /** Validates all fields and returns the errors by path. */
  function judge(): Map<string, FieldError> {
    const wrong = new Map<string, FieldError>()
    for (const { path, ...error } of validateDocument(schema.types, schema.fields, data(), locale, login)) {
      const field = resolve(path)
      if (field === null || field.hidden || isHidden(path) || wrong.has(path)) continue
      // Only the server knows if the field is shown, and validates it then.
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
      // E-mail and user name are validated together, since one of them may suffice (S5.17, S5.18).
      const paths = options.login !== null && LOGIN_FIELDS.includes(path) ? LOGIN_FIELDS : [path]
      for (const other of paths) recheck(other)
      return paths
    },
  }
}
