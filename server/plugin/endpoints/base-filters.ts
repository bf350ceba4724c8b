import type { PayloadRequest } from 'payload'
import { jsonSafe } from '../json-safe.ts'
import type { JsonSafe } from '../json-safe.ts'

type JsonObject = { readonly [key: string]: JsonSafe }

/** A filter that matches no document. */
const NOTHING: JsonObject = { id: { exists: false } }

/**
 * The site's base filter of each collection's lists for this user, by slug. If its function throws, the filter
 * matches nothing, so that no list shows what should be hidden.
 */
export async function baseFilters(
  req: PayloadRequest,
  slugs: readonly string[],
): Promise<Readonly<Record<string, JsonSafe>>> {
  const filters: Record<string, JsonSafe> = {}
  for (const { slug, admin, defaultSort } of req.payload.config.collections) {
    // As in Payload: `baseListFilter` is the older name, used without `baseFilter`.
    const filter = admin.baseFilter ?? admin.baseListFilter
    if (!filter || !slugs.includes(slug)) continue
    try {
      const sort = typeof defaultSort === 'string' ? defaultSort : 'id'
      const where = await filter({ limit: 0, page: 1, req, sort })
      const sent = where && Object.keys(where).length > 0 ? sendableWhere(where) : {}
      if (Object.keys(sent).length > 0) filters[slug] = sent
    } catch (error) {
      req.payload.logger.warn({ err: error, msg: `Galley: the base filter of ${slug} fails.` })
      filters[slug] = NOTHING
    }
  }
  return filters
}

/**
 * Converts a filter to JSON without widening it: a rule whose operand JSON cannot hold matches no document. Payload's
 * databases compare such an operand with NULL, or ignore the rule.
 */
export function sendableWhere(where: unknown): JsonObject {
  if (!isObject(where)) return NOTHING
  const sent: Record<string, JsonSafe> = {}
  for (const [name, rule] of Object.entries(where)) {
    // Payload passes over a rule that is undefined, and over a part that is no object or asks nothing.
    if (rule === undefined) continue
    const isJoined = /^(and|or)$/i.test(name)
    const safe = !isJoined
      ? sendableRule(rule)
      : Array.isArray(rule)
        ? rule
            .filter((part) => typeof part === 'object')
            .map(sendableWhere)
            .filter((part) => Object.keys(part).length > 0)
        : null
    if (safe === null) return NOTHING
    sent[name] = safe
  }
  return sent
}

/** The operators of one path; null: an operand cannot be sent. */
function sendableRule(rule: unknown): JsonObject | null {
  if (!isObject(rule) || Object.keys(rule).length === 0) return null
  const operators: Record<string, JsonSafe> = {}
  for (const [operator, operand] of Object.entries(rule)) {
    // Dropping a value from an `in` list can only match fewer documents; from another list it could match
    // more.
    const isAmong = operator === 'in' && Array.isArray(operand)
    const sent = isAmong
      ? operand.map(sendableOperand).filter((item) => item !== undefined)
      : sendableOperand(operand)
    if (sent === undefined) return null
    operators[operator] = sent
  }
  return operators
}

/** An operand as JSON; `undefined`: JSON cannot hold all of it. */
function sendableOperand(value: unknown): JsonSafe | undefined {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (value instanceof Date) return jsonSafe(value) ?? undefined
  if (Array.isArray(value)) {
    const items = value.map(sendableOperand).filter((item) => item !== undefined)
    return items.length < value.length ? undefined : items
  }
  if (typeof value !== 'object' || value === null) return jsonSafe(value)
  // Ids of MongoDB are instances of a class.
  const text: unknown = callOf(value, 'toHexString') ?? callOf(value, 'toJSON')
  if (text !== undefined) return typeof text === 'object' ? undefined : sendableOperand(text)
  if (!isObject(value)) return undefined
  const entries = Object.entries(value).map(([key, item]) => [key, sendableOperand(item)] as const)
  return entries.some(([, item]) => item === undefined) ? undefined : jsonSafe(Object.fromEntries(entries))
}

function callOf(value: object, name: string): unknown {
  const method: unknown = Reflect.get(value, name)
  return typeof method === 'function' ? Reflect.apply(method, value, []) : undefined
}

/** True for an object that is no list and no instance of a class. */
function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
