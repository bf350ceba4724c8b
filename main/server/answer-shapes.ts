import * as v from 'valibot'
import { isPathSegment } from '../../shared/cms/addresses.ts'
import { isPerLocale, overallStatus } from '../../shared/document/locale-status.ts'
import { jsonObject, recordOf } from '../../shared/json.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { ServerProblem } from '../../shared/ipc.ts'
import type { ApiAnswer } from './http/api-client.ts'
import { problemOfNetwork } from './http/network-error.ts'

/**
 * Shapes of the server's answers, limited to the parts that are read. Other parts are kept or ignored.
 */

const id = v.union([v.string(), v.number()])

export const documentShape = v.looseObject({
  id: v.optional(id),
  updatedAt: v.nullish(v.string()),
  /** An object by locale if each locale has a status and all locales were requested. */
  _status: v.nullish(v.union([v.string(), recordOf(v.nullable(v.string()))])),
})

export const pageShape = v.looseObject({
  docs: v.array(jsonObject),
  totalDocs: v.number(),
})

/** Errors in the server's own words. */
const errorsShape = v.looseObject({
  errors: v.array(
    v.looseObject({
      message: v.optional(v.string(), ''),
      data: v.optional(
        v.nullable(
          v.looseObject({
            errors: v.optional(
              v.array(v.looseObject({ message: v.string(), path: v.optional(v.string(), '') })),
              [],
            ),
          }),
        ),
      ),
    }),
  ),
})

/** The server's error messages: those listed without a field, else the first general one, and those at fields. */
export function serverWords(json: unknown): { message: string; fields: { path: string; message: string }[] } {
  const parsed = v.safeParse(errorsShape, json)
  if (!parsed.success) {
    const plain = v.safeParse(v.looseObject({ message: v.string() }), json)
    return { message: plain.success ? plain.output.message : '', fields: [] }
  }
  const told = parsed.output.errors.flatMap((error) => error.data?.errors ?? [])
  const fields = told.filter(({ path }) => path !== '')
  // A listed error without a field tells more than the sentence above the list.
  const ofNoField = told.flatMap(({ path, message }) => (path === '' && message !== '' ? [message] : []))
  return {
    message: ofNoField.join('\n') || (parsed.output.errors[0]?.message ?? ''),
    fields: fields.map(({ path, message }) => ({ path, message })),
  }
}

/**
 * The facts of a document that decide about its base. Ids are always strings; one that would change the path of a URL
 * counts as missing.
 */
export function documentFacts(data: JsonObject): {
  id: string | null
  updatedAt: string | null
  status: 'draft' | 'published' | null
} {
  const parsed = v.safeParse(documentShape, data)
  if (!parsed.success) return { id: null, updatedAt: null, status: null }
  const { id: given, updatedAt, _status: status } = parsed.output
  const documentId = given === undefined ? '' : String(given)
  return {
    id: isPathSegment(documentId) ? documentId : null,
    updatedAt: updatedAt ?? null,
    status: isPerLocale(status)
      ? overallStatus(status)
      : status === 'draft' || status === 'published'
        ? status
        : null,
  }
}

/** Returns a reader of list answers; null: the JSON is no list. Documents beyond `limit` are left out. */
export function pageUpTo(limit: number): (json: unknown) => { docs: JsonObject[]; totalDocs: number } | null {
  return (json) => {
    const parsed = v.safeParse(pageShape, json)
    return parsed.success
      ? { docs: parsed.output.docs.slice(0, limit), totalDocs: parsed.output.totalDocs }
      : null
  }
}

/**
 * The problem of an answer that a working CMS does not give, for a server known to be one; null for a 304, and
 * for JSON below 500 except a 407. HTML comes from a captive portal or proxy, never success (SY11).
 */
export function troubleOf(answer: ApiAnswer): ServerProblem | null {
  if (answer.kind === 'network') return problemOfNetwork(answer.code)
  if (answer.status === 407) return { code: 'proxy-login', detail: 'HTTP 407' }
  if (answer.status >= 500) return { code: 'server-error', detail: `HTTP ${answer.status}` }
  if (answer.json === undefined && answer.status !== 304)
    return { code: 'portal', detail: `HTTP ${answer.status}` }
  return null
}
