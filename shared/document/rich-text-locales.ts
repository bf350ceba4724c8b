import { rootOf, topNodes } from '../fields/richText/nodes.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'

/**
 * Rich text that is not localized itself may hold nodes (uploads, links, blocks) whose own fields are: read in all
 * locales, a caption is `{en: …, de: …}` inside the node. Sent back like that in one locale it would become the
 * caption. The client knows no schema of these nodes, so a value of a node's `fields` whose keys are all locales of
 * the site is taken for one value per locale.
 */
function isPerLocale(value: Json | undefined, codes: readonly string[]): value is JsonObject {
  if (!isPlainJson(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => codes.includes(key))
}

/** The rich text as it is in one locale: what has no words of a locale in it is the same object. */
export function projectRichText(value: Json, codes: readonly string[], locale: string): Json {
  const root = rootOf(value)
  const tops = topNodes(value)
  if (root === null || !isPlainJson(value)) return project(value, codes, locale, false) ?? null
  const seen = tops.map((node) => viewOf(node, codes, locale))
  if (seen.every((node, at) => node === tops[at])) return value
  return { ...value, root: { ...root, children: seen } }
}

type Views = { codes: readonly string[]; byLocale: Map<string, Json> }

/** The views of top-level nodes made last: data is never changed in place, and a key changes one of many. */
const views = new WeakMap<object, Views>()

function viewOf(node: Json, codes: readonly string[], locale: string): Json {
  if (typeof node !== 'object' || node === null) return node
  let known = views.get(node)
  if (known?.codes !== codes) views.set(node, (known = { codes, byLocale: new Map() }))
  const view = known.byLocale.get(locale) ?? project(node, codes, locale, false) ?? null
  known.byLocale.set(locale, view)
  return view
}

function project(value: Json, codes: readonly string[], locale: string, inFields: boolean): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item) => project(item, codes, locale, inFields) ?? null)
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (!isPlainJson(value)) return value
  if (inFields && isPerLocale(value, codes)) return own(value, locale)
  let isSame = true
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const seen = project(item, codes, locale, inFields || key === 'fields')
    if (seen !== item) isSame = false
    return seen === undefined ? [] : [[key, seen]]
  })
  return isSame ? value : Object.fromEntries(entries)
}

/**
 * One-locale rich text with the other locales of nodes that were there before; nodes go by their ids. Whether a field
 * that is new in a node is localized cannot be seen: it is kept as received until the next whole reading. A top-level
 * node that is what was shown of a stored one, the same object, is that one.
 */
export function absorbRichText(
  stored: Json | undefined,
  received: Json,
  codes: readonly string[],
  locale: string,
): Json {
  const before = topNodes(stored)
  const shown = new Map(before.map((node) => [viewOf(node, codes, locale), node]))
  const nodes = new Map(before.flatMap(collected))
  const root = rootOf(received)
  if (root === null || !isPlainJson(received)) return absorb(received, nodes, codes, locale)
  const children = topNodes(received).map((node) =>
    typeof node === 'object' ? (shown.get(node) ?? absorb(node, nodes, codes, locale)) : node,
  )
  return { ...received, root: { ...root, children } }
}

/** What was found in a top-level node, see collect. */
const found = new WeakMap<object, [string, JsonObject][]>()

function collected(node: Json): [string, JsonObject][] {
  if (typeof node !== 'object' || node === null) return []
  const known = found.get(node)
  if (known !== undefined) return known
  const nodes = new Map<string, JsonObject>()
  collect(node, nodes)
  const made = [...nodes]
  found.set(node, made)
  return made
}

/** Nodes with fields of their own, by id: their own, or that of their block. */
function collect(value: Json, nodes: Map<string, JsonObject>): void {
  if (typeof value !== 'object' || value === null) return
  const id = nodeId(value)
  if (id !== null && isPlainJson(value)) nodes.set(id, value)
  for (const child of Object.values(value)) collect(child, nodes)
}

function nodeId(value: Json): string | null {
  const fields = isPlainJson(value) ? own(value, 'fields') : undefined
  if (!isPlainJson(value) || !isPlainJson(fields)) return null
  const id = own(fields, 'id') ?? own(value, 'id')
  return typeof id === 'string' ? id : null
}

function absorb(
  received: Json,
  nodes: Map<string, JsonObject>,
  codes: readonly string[],
  locale: string,
): Json {
  if (Array.isArray(received)) return received.map((item) => absorb(item, nodes, codes, locale))
  if (!isPlainJson(received)) return received
  const before = nodes.get(nodeId(received) ?? '')
  const entries = Object.entries(received).map(([key, item]): [string, Json] => {
    const old = before === undefined || key !== 'fields' ? undefined : own(before, 'fields')
    if (isPlainJson(old) && isPlainJson(item)) return [key, mergeFields(old, item, codes, locale)]
    return [key, absorb(item, nodes, codes, locale)]
  })
  return Object.fromEntries(entries)
}

function mergeFields(
  old: JsonObject,
  received: JsonObject,
  codes: readonly string[],
  locale: string,
): JsonObject {
  const entries = [...new Set([...Object.keys(received), ...Object.keys(old)])].flatMap(
    (key): [string, Json][] => {
      const next = mergeField(own(old, key), own(received, key), codes, locale)
      return next === undefined ? [] : [[key, next]]
    },
  )
  return Object.fromEntries(entries)
}

function mergeField(
  old: Json | undefined,
  received: Json | undefined,
  codes: readonly string[],
  locale: string,
): Json | undefined {
  if (isPerLocale(old, codes)) {
    const others = Object.entries(old).filter(([code]) => code !== locale)
    if (received !== undefined && received !== null) others.push([locale, received])
    return others.length === 0 ? undefined : Object.fromEntries(others)
  }
  if (isPlainJson(old) && isPlainJson(received)) return mergeFields(old, received, codes, locale)
  if (!Array.isArray(old) || !Array.isArray(received)) return received
  return received.map((item) => {
    const id = isPlainJson(item) ? (nodeId(item) ?? own(item, 'id')) : undefined
    const before = old.find(
      (other) => isPlainJson(other) && id !== undefined && (nodeId(other) ?? own(other, 'id')) === id,
    )
    return isPlainJson(item) && isPlainJson(before) ? mergeFields(before, item, codes, locale) : item
  })
}
