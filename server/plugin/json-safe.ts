/** A value that survives JSON unchanged. */
export type JsonSafe =
  string | number | boolean | null | readonly JsonSafe[] | { readonly [key: string]: JsonSafe }

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * What of a value can be sent: functions, React elements, class instances and cycles are left out,
 * dates become ISO strings, maps become objects. `undefined`: nothing of it can.
 */
export function jsonSafe(value: unknown, above: readonly object[] = []): JsonSafe | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || above.includes(value)) return undefined
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  const path = [...above, value]
  if (Array.isArray(value)) return value.flatMap((item) => jsonSafe(item, path) ?? [])
  const entries = value instanceof Map ? [...value] : isPlain(value) ? Object.entries(value) : null
  // React elements carry their kind as a symbol under `$$typeof`.
  if (entries === null || '$$typeof' in value) return undefined
  const result: Record<string, JsonSafe> = {}
  for (const [key, item] of entries) {
    const safe = jsonSafe(item, path)
    if (safe !== undefined) result[String(key)] = safe
  }
  return result
}
