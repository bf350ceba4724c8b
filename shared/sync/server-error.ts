import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Problem, ProblemCode } from './entry.ts'

type FieldProblem = Problem['fields'][number]

/** The `errors` of a failed answer; empty if the server did not send any. */
function errorsOf(body: Json | undefined): JsonObject[] {
  const errors = isPlainJson(body) ? own(body, 'errors') : undefined
  return Array.isArray(errors) ? errors.filter(isPlainJson) : []
}

/** True for `{errors: [{message}]}`, the form of errors from the server's own handlers. */
export function isServerError(body: Json | undefined): boolean {
  return errorsOf(body).length > 0
}

/** `data.code` of a failed answer: the companion plugin's own errors have one. */
export function errorCode(body: Json | undefined): string | null {
  return textAt(dataOf(body), 'code')
}

/** The `data` of the first error that has some; empty if none has. */
export function dataOf(body: Json | undefined): JsonObject {
  const found = errorsOf(body)
    .map((error) => own(error, 'data'))
    .find(isPlainJson)
  return isPlainJson(found) ? found : {}
}

/** Returns a property if it is a string, otherwise null. */
export function textAt(object: JsonObject, key: string): string | null {
  const value = own(object, key)
  return typeof value === 'string' ? value : null
}

/**
 * Builds a problem from a failed answer: messages by field, and those of no field. Paths have the server's row
 * numbers.
 */
export function problemOf(code: ProblemCode, status: number, body: Json | undefined): Problem {
  const errors = errorsOf(body)
  const fields = errors.flatMap(listOf).flatMap(fieldProblem)
  const general = linesOf(errors.flatMap(generalMessages))
  const bare = isPlainJson(body) ? (textAt(body, 'message') ?? textAt(body, 'error') ?? '') : ''
  const over = linesOf(errors.flatMap((error) => textAt(error, 'message') ?? [])) || bare
  return {
    code,
    message: fields.length > 0 ? over : general || over,
    status,
    fields,
    conflicts: [],
    ...(fields.length > 0 && general !== '' ? { general } : {}),
  }
}

/** The messages that belong to no field, one per line; '' if there are none. */
export function generalWords({ message, fields, general }: Problem): string {
  return fields.length === 0 ? message : (general ?? '')
}

/** The errors that an error lists in its `data`, each with a field or without. */
function listOf(error: JsonObject): JsonObject[] {
  const data = own(error, 'data')
  const list = isPlainJson(data) ? own(data, 'errors') : data
  return Array.isArray(list) ? list.filter(isPlainJson) : []
}

function pathOf(item: JsonObject): string {
  return textAt(item, 'path') ?? textAt(item, 'field') ?? ''
}

function fieldProblem(item: JsonObject): FieldProblem[] {
  const path = pathOf(item)
  return path === '' ? [] : [{ path, message: textAt(item, 'message') ?? '' }]
}

/**
 * The messages of listed errors without a field. An error without a list gives its own message, as a message
 * above a list only sums the list up.
 */
function generalMessages(error: JsonObject): string[] {
  const list = listOf(error)
  const said = list.length === 0 ? [error] : list.filter((item) => pathOf(item) === '')
  return said.flatMap((one) => textAt(one, 'message') ?? [])
}

function linesOf(messages: string[]): string {
  return [...new Set(messages)].filter((message) => message !== '').join('\n')
}
