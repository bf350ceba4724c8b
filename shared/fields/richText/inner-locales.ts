import { dataField } from '../../cms/fields.ts'
import type { DataNode } from '../../cms/fields.ts'
import type { Field, RichTextEditor } from '../../cms/schema-model.ts'
import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { blockTypeOf } from './block-nodes.ts'
import { nodeFields } from './node-fields.ts'
import { fieldsOf, nodeId, rootOf, topNodes, typeOf } from './nodes.ts'

/** Converts data with fields to one locale (`project`), and merges it back into all locales (`absorb`). */
export type FieldLocales = {
  project: (fields: Field[], data: JsonObject, locale: string) => JsonObject
  absorb: (fields: Field[], stored: JsonObject, received: JsonObject, locale: string) => JsonObject
}

/**
 * Rich text that is not localized itself may hold nodes (uploads, links, blocks) with localized fields: read
 * in all locales, a caption is `{en: …, de: …}` inside the node. A write in one locale must not send that
 * object as the caption. The schema of a node says which of its fields are localized.
 */
export type InnerLocales = {
  /** All locales of the site. */
  codes: readonly string[]
  /** The site's editor; null: not known. */
  editor: RichTextEditor | null
  /** Converts the fields of nodes, which may hold rich texts themselves. */
  ofFields: FieldLocales
}

const inner = new WeakMap<DataNode, InnerLocales>()

/**
 * The locales inside a rich text; null: the field is no rich text, is localized itself, or is alike in all
 * locales.
 */
export function innerLocalesOf(node: DataNode, ofFields: FieldLocales): InnerLocales | null {
  if (node.type !== 'richText' || node.innerLocales === null) return null
  const known = inner.get(node)
  if (known !== undefined) return known
  const made = { codes: node.innerLocales, editor: node.editor, ofFields }
  inner.set(node, made)
  return made
}

/**
 * True if all keys are locales of the site: without a schema, such an object counts as one value per locale.
 */
function isPerLocale(value: Json | undefined, codes: readonly string[]): value is JsonObject {
  if (!isPlainJson(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => codes.includes(key))
}

/** The one-locale view of a rich text; nodes without localized values stay the same objects. */
export function projectRichText(within: InnerLocales, value: Json, locale: string): Json {
  const root = rootOf(value)
  const tops = topNodes(value)
  if (root === null || !isPlainJson(value)) return project(within, value, locale, false) ?? null
  const seen = tops.map((node) => viewOf(within, node, locale))
  if (seen.every((node, at) => node === tops[at])) return value
  return { ...value, root: { ...root, children: seen } }
}

type Views = { within: InnerLocales; byLocale: Map<string, Json> }

/** Cache of the views of top-level nodes. Data is never mutated, and a key press changes one node of many. */
const views = new WeakMap<object, Views>()

function viewOf(within: InnerLocales, node: Json, locale: string): Json {
  if (typeof node !== 'object' || node === null) return node
  let known = views.get(node)
  if (known?.within !== within) views.set(node, (known = { within, byLocale: new Map() }))
  const view = known.byLocale.get(locale) ?? project(within, node, locale, false) ?? null
  known.byLocale.set(locale, view)
  return view
}

/** `isInFields`: the value is in the fields of a node, and no schema describes it. */
function project(within: InnerLocales, value: Json, locale: string, isInFields: boolean): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item) => project(within, item, locale, isInFields) ?? null)
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (!isPlainJson(value)) return value
  if (isInFields && isPerLocale(value, within.codes)) return own(value, locale)
  const schema = schemaOf(within, value)
  return mapped(value, (item, key) => {
    if (key !== 'fields' || schema === null || !isPlainJson(item))
      return project(within, item, locale, isInFields || key === 'fields')
    const seen = withoutOthers(within, schema, within.ofFields.project(schema, item, locale), locale)
    return sameJson(seen, item) ? item : seen
  })
}

/** Projects keys that the node's schema lacks: their shape decides, as in a node without a schema. */
function withoutOthers(within: InnerLocales, fields: Field[], seen: JsonObject, locale: string): JsonObject {
  return mapped(seen, (item, key) =>
    dataField(fields, key) === null ? project(within, item, locale, true) : item,
  )
}

function schemaOf({ editor }: InnerLocales, node: JsonObject): ReturnType<typeof nodeFields> {
  return editor === null ? null : nodeFields(editor, node)
}

/** Maps the members of an object; undefined removes one. Returns the same object if no member changed. */
function mapped(value: JsonObject, map: (item: Json, key: string) => Json | undefined): JsonObject {
  let isSame = true
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const next = map(item, key)
    if (next !== item) isSame = false
    return next === undefined ? [] : [[key, next]]
  })
  return isSame ? value : Object.fromEntries(entries)
}

/**
 * Merges a one-locale rich text into the stored one: its nodes get back their other locales. A top-level node
 * that is the same object as the view of a stored node belongs to that one; others are found by id, equal ids
 * in order. New values in a node without a schema stay as received until the document is read again.
 */
export function absorbRichText(
  within: InnerLocales,
  stored: Json | undefined,
  received: Json,
  locale: string,
): Json {
  const before = topNodes(stored)
  const shown = new Map(before.map((node) => [viewOf(within, node, locale), node]))
  const tops = topNodes(received)
  const same = new Set(tops.map((node) => shown.get(node)))
  const known = nodesById(before.filter((node) => !same.has(node)))
  const root = rootOf(received)
  if (root === null || !isPlainJson(received)) return absorb(within, received, known, locale)
  const children = tops.map((node) => shown.get(node) ?? absorb(within, node, known, locale))
  return { ...received, root: { ...root, children } }
}

/**
 * Stored nodes by id, those with the same id in the order of the text. A matched node is removed, so none is
 * used twice.
 */
type KnownNodes = Map<string, JsonObject[]>

function nodesById(tops: readonly Json[]): KnownNodes {
  const nodes: KnownNodes = new Map()
  for (const [id, node] of tops.flatMap(collected)) {
    const others = nodes.get(id)
    if (others === undefined) nodes.set(id, [node])
    else others.push(node)
  }
  return nodes
}

/** The nodes of a stored text that another does not have, by their ids. */
export function nodesOnlyIn(text: Json | undefined, other: Json | undefined): [string, JsonObject][] {
  const others = new Set(topNodes(other))
  const here = topNodes(text).filter((node) => !others.has(node))
  if (here.length === 0) return []
  const ids = new Set(topNodes(other).flatMap((node) => collected(node).map(([id]) => id)))
  return here.flatMap(collected).filter(([id]) => !ids.has(id))
}

/** A stored text with these nodes added, so that absorbRichText finds them by id. */
export function withNodes(text: Json | undefined, nodes: readonly JsonObject[]): Json {
  return { root: { children: [...topNodes(text), ...nodes] } }
}

/** Cache of `collected`, by top-level node. */
const found = new WeakMap<object, [string, JsonObject][]>()

/** The nodes with an id and `fields` in a top-level node, itself included, each with its id. */
function collected(node: Json): [string, JsonObject][] {
  if (typeof node !== 'object' || node === null) return []
  const known = found.get(node)
  if (known !== undefined) return known
  const made: [string, JsonObject][] = []
  collect(node, made)
  found.set(node, made)
  return made
}

function collect(value: Json, nodes: [string, JsonObject][]): void {
  if (typeof value !== 'object' || value === null) return
  const id = idOf(value)
  if (id !== null && isPlainJson(value)) nodes.push([id, value])
  for (const child of Object.values(value)) collect(child, nodes)
}

function idOf(value: Json): string | null {
  return isPlainJson(value) && isPlainJson(own(value, 'fields')) ? nodeId(value) : null
}

function absorb(within: InnerLocales, received: Json, known: KnownNodes, locale: string): Json {
  if (Array.isArray(received)) {
    const items = received.map((item) => absorb(within, item, known, locale))
    return items.every((item, at) => item === received[at]) ? received : items
  }
  if (!isPlainJson(received)) return received
  const taken = known.get(idOf(received) ?? '')?.shift()
  const before = taken && isAlike(taken, received) ? taken : undefined
  const schema = schemaOf(within, received)
  return mapped(received, (item, key) => {
    if (key !== 'fields' || !isPlainJson(item)) return absorb(within, item, known, locale)
    if (schema === null) return before ? mergeFields(within, fieldsOf(before), item, locale) : item
    const old = before ? fieldsOf(before) : {}
    const next = mapped(within.ofFields.absorb(schema, old, item, locale), (value, name) =>
      dataField(schema, name) === null ? mergeField(within, own(old, name), value, locale) : value,
    )
    return sameJson(next, item) ? item : next
  })
}

/** True if two nodes with the same id are of the same type and block, so that their fields correspond. */
function isAlike(a: JsonObject, b: JsonObject): boolean {
  return typeOf(a) === typeOf(b) && blockTypeOf(a) === blockTypeOf(b)
}

function mergeFields(
  within: InnerLocales,
  old: JsonObject,
  received: JsonObject,
  locale: string,
): JsonObject {
  const entries = [...new Set([...Object.keys(received), ...Object.keys(old)])].flatMap(
    (key): [string, Json][] => {
      const next = mergeField(within, own(old, key), own(received, key), locale)
      return next === undefined ? [] : [[key, next]]
    },
  )
  return Object.fromEntries(entries)
}

function mergeField(
  within: InnerLocales,
  old: Json | undefined,
  received: Json | undefined,
  locale: string,
): Json | undefined {
  if (isPerLocale(old, within.codes)) {
    const others = Object.entries(old).filter(([code]) => code !== locale)
    if (received !== undefined && received !== null) others.push([locale, received])
    return others.length === 0 ? undefined : Object.fromEntries(others)
  }
  if (isPlainJson(old) && isPlainJson(received)) return mergeFields(within, old, received, locale)
  if (!Array.isArray(old) || !Array.isArray(received)) return received
  return received.map((item) => {
    const id = isPlainJson(item) ? (nodeId(item) ?? own(item, 'id')) : undefined
    const before = old.find(
      (other) => isPlainJson(other) && id !== undefined && (nodeId(other) ?? own(other, 'id')) === id,
    )
    return isPlainJson(item) && isPlainJson(before) ? mergeFields(within, before, item, locale) : item
  })
}
