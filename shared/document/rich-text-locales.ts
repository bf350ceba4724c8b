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

/** The rich text as it is in one locale. */
export function projectRichText(value: Json, codes: readonly string[], locale: string): Json {
  return project(value, codes, locale, false) ?? null
}

function project(value: Json, codes: readonly string[], locale: string, inFields: boolean): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => project(item, codes, locale, inFields) ?? null)
  if (!isPlainJson(value)) return value
  if (inFields && isPerLocale(value, codes)) return own(value, locale)
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const seen = project(item, codes, locale, inFields || key === 'fields')
    return seen === undefined ? [] : [[key, seen]]
  })
  return Object.fromEntries(entries)
}

/**
 * One-locale rich text with the other locales of nodes that were there before; nodes go by their ids. Whether a field
 * that is new in a node is localized cannot be seen: it is kept as received until the next whole reading.
 */
export function absorbRichText(
  stored: Json | undefined,
  received: Json,
  codes: readonly string[],
  locale: string,
): Json {
  const nodes = new Map<string, JsonObject>()
  collect(stored ?? null, nodes)
  return absorb(received, nodes, codes, locale)
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
