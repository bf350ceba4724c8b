import { dataFields, isRows, rowFields, rowId } from '../../cms/fields.ts'
import type { DataNode } from '../../cms/fields.ts'
import type { Field } from '../../cms/schema-model.ts'
import { valueType } from '../../fields/field-type.ts'
import type { FieldTypes, ValidationContext } from '../../fields/field-type.ts'
import { isPlainJson, own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { joinPath } from '../path.ts'
import { projectLocale } from '../project.ts'
import { isPathSegment } from '../../cms/addresses.ts'
import { isTempId } from '../../cms/doc-ref.ts'
import type { FieldError, PathError } from './field-error.ts'

export type DocumentValidationOptions = Pick<ValidationContext, 'loginWithUsername'> & {
  /** True for paths of fields whose condition is not met: they and their contents are not checked. */
  skip?: (path: string) => boolean
}

/** The errors of a document in one locale, in the order of the fields. `data`: all locales. */
export function validateDocument(
  types: FieldTypes,
  fields: Field[],
  data: JsonObject,
  locale: string | null,
  options: DocumentValidationOptions = {},
): PathError[] {
  return validateView(types, fields, projectLocale(fields, data, locale), options)
}

/** The errors of data that is already a one-locale view. */
export function validateView(
  types: FieldTypes,
  fields: Field[],
  view: JsonObject,
  options: DocumentValidationOptions = {},
): PathError[] {
  return validateLevel(types, fields, view, '', options)
}

function validateLevel(
  types: FieldTypes,
  fields: Field[],
  view: JsonObject,
  prefix: string,
  options: DocumentValidationOptions,
): PathError[] {
  return dataFields(fields).flatMap((field) => {
    const path = joinPath(prefix, field.name)
    if (isMadeId(field, prefix) || options.skip?.(path)) return []
    const value = own(view, field.name)
    if (value === undefined && isFilledByServer(field)) return []
    // The login rules concern only the top-level fields of the document.
    const login =
      prefix === '' && options.loginWithUsername ? { loginWithUsername: options.loginWithUsername } : {}
    const error = idError(field, value) ?? validateField(types, field, value, { siblings: view, ...login })
    const here: PathError[] = error === null ? [] : [{ path, ...error }]
    return [...here, ...validateInside(types, field, value, path, options)]
  })
}

/**
 * The error of a field's value, or null (S5.05-S5.18, S5.26), as far as it can be known without the server. Fields
 * inside groups and rows are not checked; those of blocks in a rich text are.
 */
export function validateField(
  types: FieldTypes,
  field: DataNode,
  value: Json | undefined,
  context: Omit<ValidationContext, 'errorsIn'> = {},
): FieldError | null {
  if (field.type === 'nested') return null
  const errorsIn = (fields: Field[], view: JsonObject): PathError[] => validateView(types, fields, view)
  return valueType(types, field).validate(field, value, { ...context, errorsIn })
}

/** True if the server fills a missing value. Null is a value: that of an emptied field. */
function isFilledByServer(field: DataNode): boolean {
  return field.type !== 'nested' && field.hasComputedDefault
}

/** True for ids made by programs: those of rows, and hidden ones. */
function isMadeId(field: DataNode, prefix: string): boolean {
  return field.name === 'id' && (prefix !== '' || field.type === 'nested' || field.hidden)
}

/** The error of a typed id: it is part of the document's address, and must not look like a temporary id. */
function idError({ name }: DataNode, value: Json | undefined): FieldError | null {
  const isFit =
    name !== 'id' || typeof value !== 'string' || value === '' || (isPathSegment(value) && !isTempId(value))
  return isFit ? null : { key: 'galley:inputs.notAnId' }
}

function validateInside(
  types: FieldTypes,
  field: DataNode,
  value: Json | undefined,
  path: string,
  options: DocumentValidationOptions,
): PathError[] {
  if (field.type === 'nested')
    return validateLevel(types, field.fields, isPlainJson(value) ? value : {}, path, options)
  if (!isRows(field) || !Array.isArray(value)) return []
  return value.filter(isPlainJson).flatMap((row) => {
    const inRow = rowFields(field, row)
    const id = rowId(row)
    return inRow === null || id === null ? [] : validateLevel(types, inRow, row, joinPath(path, id), options)
  })
}
