/** A value that survives JSON unchanged. */
export type JsonSafe =
  string | number | boolean | null | readonly JsonSafe[] | { readonly [key: string]: JsonSafe }

/** True for an object that is no list. */
export function isJsonObject(value: JsonSafe | undefined): value is { readonly [key: string]: JsonSafe } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * The words of what React would draw. A component is called as React would; one that needs more of React than that
 * (hooks, a class) has no words here.
 */
function wordsOf(node: unknown, above: readonly object[]): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (typeof node !== 'object' || node === null || above.includes(node)) return ''
  const path = [...above, node]
  if (Array.isArray(node)) return node.map((item) => wordsOf(item, path)).join('')
  const props: unknown = Reflect.get(node, 'props')
  if (typeof props !== 'object' || props === null) return ''
  const type: unknown = Reflect.get(node, 'type')
  return wordsOf(typeof type === 'function' ? drawnBy(type, props) : Reflect.get(props, 'children'), path)
}

function drawnBy(component: Function, props: object): unknown {
  try {
    return Reflect.apply(component, undefined, [props])
  } catch {
    return null
  }
}

/**
 * The part of a value that can be sent: functions, class instances and cycles are left out, dates become ISO strings,
 * maps objects, React elements their text (labels may be such). `undefined`: nothing is left.
 */
export function jsonSafe(value: unknown, above: readonly object[] = []): JsonSafe | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || above.includes(value)) return undefined
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  const path = [...above, value]
  if (Array.isArray(value)) return value.flatMap((item) => jsonSafe(item, path) ?? [])
  const entries = value instanceof Map ? [...value] : isPlain(value) ? Object.entries(value) : null
  // React elements have a symbol under `$$typeof`.
  if ('$$typeof' in value) return wordsOf(value, above) || undefined
  if (entries === null) return undefined
  const result: Record<string, JsonSafe> = {}
  for (const [key, item] of entries) {
    const safe = jsonSafe(item, path)
    if (safe !== undefined) result[String(key)] = safe
  }
  return result
}
