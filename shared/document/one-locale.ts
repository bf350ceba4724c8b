import type { Field } from '../cms/schema-model.ts'
import type { JsonObject } from '../json.ts'
import { absorbAnswer, projectLocale } from './project.ts'

/** Locale code for data of a single locale that is treated as data of all locales; no site has it. */
const ONE = ' '

/** Converts data of one locale, such as the fields of a text node, to the all-locales shape. */
export function asStored(fields: Field[], data: JsonObject): JsonObject {
  return absorbAnswer(fields, {}, data, ONE)
}

/** The inverse of asStored. */
export function asSeen(fields: Field[], stored: JsonObject): JsonObject {
  return projectLocale(fields, stored, ONE)
}
