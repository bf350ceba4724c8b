import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Problem, ProblemCode } from './entry.ts'

type FieldProblem = Problem['fields'][number]

/** The `errors` of a failed answer; empty where it is not the server's kind of error. */
function errorsOf(body: Json | undefined): JsonObject[] {
  const errors = isPlainJson(body) ? own(body, 'errors') : undefined
  return Array.isArray(errors) ? errors.filter(isPlainJson) : []
}

/** True for `{errors: [{message}]}`, as a handler of the server fails. */
export function isServerError(body: Json | undefined): boolean {
  return errorsOf(body).length > 0
}

/** `data.code` of a failed answer: the companion plugin's own errors have one. */
export function errorCode(body: Json | undefined): string | null {
  return textAt(dataOf(body), 'code')
}

/** The `data` of the first error that has some. */
export function dataOf(body: Json | undefined): JsonObject {
  const found = errorsOf(body)
    .map((error) => own(error, 'data'))
    .find(isPlainJson)
  return isPlainJson(found) ? found : {}
}

/** A property that is a text, or null. */
export function textAt(object: JsonObject, key: string): string | null {
  const value = own(object, key)
  return typeof value === 'string' ? value : null
}

/** What the server says is wrong, at fields where it names them. Their paths have the server's row numbers. */
export function problemOf(code: ProblemCode, status: number, body: Json | undefined): Problem {
  const fields = errorsOf(body).flatMap(fieldProblems)
  const messages = [...new Set(errorsOf(body).flatMap((error) => textAt(error, 'message') ?? []))]
  const bare = isPlainJson(body) ? (textAt(body, 'message') ?? textAt(body, 'error')) : null
  return {
    code,
    message: messages.length > 0 ? messages.join('\n') : (bare ?? ''),
    status,
    fields,
    conflicts: [],
  }
}

function fieldProblems(error: JsonObject): FieldProblem[] {
  const data = own(error, 'data')
  const list = isPlainJson(data) ? own(data, 'errors') : data
  return (Array.isArray(list) ? list : []).filter(isPlainJson).flatMap((item) => {
    const path = textAt(item, 'path') ?? textAt(item, 'field')
    return path === null ? [] : [{ path, message: textAt(item, 'message') ?? '' }]
  })
}
