import { dataFields, isRows, rowFields, rowId } from '../../cms/fields.ts'
import type { DataNode } from '../../cms/fields.ts'
import type { Field } from '../../cms/schema-model.ts'
import { valueType } from '../../fields/field-type.ts'
import type { FieldTypes, ValidationContext } from '../../fields/field-type.ts'
import { isPlainJson, own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { joinPath } from '../path.ts'
import { projectLocale } from '../project.ts'
import { isPathSegment } from '../../cms/path-segment.ts'
import { isTempId } from '../../sync/temp-id.ts'
import type { FieldError, PathError } from './field-error.ts'

export type DocumentValidationOptions = Pick<ValidationContext, 'loginWithUsername'> & {
  /** Paths of fields whose condition does not hold: they and what is in them are not checked. */
  skip?: (path: string) => boolean
}

/** Everything that is wrong with a document in one locale, in the order of the fields. `data`: all locales. */
export function validateDocument(
  types: FieldTypes,
  fields: Field[],
  data: JsonObject,
  locale: string | null,
  options: DocumentValidationOptions = {},
): PathError[] {
  return validateView(types, fields, projectLocale(fields, data, locale), options)
}

/** The same for data that already is the view of one locale. */
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
    // The rules about logging in concern the fields of the document itself.
    const login =
      prefix === '' && options.loginWithUsername ? { loginWithUsername: options.loginWithUsername } : {}
    const error = idError(field, value) ?? validateField(types, field, value, { siblings: view, ...login })
    const here: PathError[] = error === null ? [] : [{ path, ...error }]
    return [...here, ...validateInside(types, field, value, path, options)]
  })
}

/**
 * What is wrong with a value of this field, or null (S5.05-S5.18, S5.26). Only what can be known without the server;
 * the fields inside of groups and rows are not looked at. Those of the blocks in a rich text are: the text is one value.
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

/** True if the server gives the field a value where it has none; null is a value, of a field that was emptied. */
function isFilledByServer(field: DataNode): boolean {
  return field.type !== 'nested' && field.hasComputedDefault
}

/** Ids of rows, and those that nobody sees, are made by programs. */
function isMadeId(field: DataNode, prefix: string): boolean {
  return field.name === 'id' && (prefix !== '' || field.type === 'nested' || field.hidden)
}

/** An id is a step of the document's address; what begins as those of documents made here is no other's. */
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
