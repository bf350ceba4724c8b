import { dataFields, isRows, rowFields, rowId } from '../../cms/fields.ts'
import type { DataNode } from '../../cms/fields.ts'
import type { Field } from '../../cms/schema-model.ts'
import { isPlainJson, own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { joinPath } from '../path.ts'
import { projectLocale } from '../project.ts'
import type { PathError } from './field-error.ts'
import { validateField } from './validate-field.ts'
import type { ValidationContext } from './validate-field.ts'

export type DocumentValidationOptions = Pick<ValidationContext, 'loginWithUsername'> & {
  /** Paths of fields whose condition does not hold: they and what is in them are not checked. */
  skip?: (path: string) => boolean
}

/** Everything that is wrong with a document in one locale, in the order of the fields. `data`: all locales. */
export function validateDocument(
  fields: Field[],
  data: JsonObject,
  locale: string | null,
  options: DocumentValidationOptions = {},
): PathError[] {
  return validateView(fields, projectLocale(fields, data, locale), options)
}

/** The same for data that already is the view of one locale. */
export function validateView(
  fields: Field[],
  view: JsonObject,
  options: DocumentValidationOptions = {},
): PathError[] {
  return validateLevel(fields, view, '', options)
}

function validateLevel(
  fields: Field[],
  view: JsonObject,
  prefix: string,
  options: DocumentValidationOptions,
): PathError[] {
  return dataFields(fields).flatMap((field) => {
    const path = joinPath(prefix, field.name)
    if (field.name === 'id' || options.skip?.(path)) return []
    const value = own(view, field.name)
    // The rules about logging in concern the fields of the document itself.
    const login =
      prefix === '' && options.loginWithUsername ? { loginWithUsername: options.loginWithUsername } : {}
    const error = validateField(field, value, { siblings: view, ...login })
    const here: PathError[] = error === null ? [] : [{ path, ...error }]
    return [...here, ...validateInside(field, value, path, options)]
  })
}

function validateInside(
  field: DataNode,
  value: Json | undefined,
  path: string,
  options: DocumentValidationOptions,
): PathError[] {
  if (field.type === 'nested')
    return validateLevel(field.fields, isPlainJson(value) ? value : {}, path, options)
  if (!isRows(field) || !Array.isArray(value)) return []
  return value.filter(isPlainJson).flatMap((row) => {
    const inRow = rowFields(field, row)
    const id = rowId(row)
    return inRow === null || id === null ? [] : validateLevel(inRow, row, joinPath(path, id), options)
  })
}
