import type { Field } from '../cms/schema-model.ts'
import type { JsonObject } from '../json.ts'
import { absorbAnswer, projectLocale } from './project.ts'

/** What a locale is called while data of one locale is taken for that of all; no site has it. */
const ONE = ' '

/** Data of one locale, as the fields of a node of a text are, in the shape of all locales. */
export function asStored(fields: Field[], data: JsonObject): JsonObject {
  return absorbAnswer(fields, {}, data, ONE)
}

/** And back. */
export function asSeen(fields: Field[], stored: JsonObject): JsonObject {
  return projectLocale(fields, stored, ONE)
}
