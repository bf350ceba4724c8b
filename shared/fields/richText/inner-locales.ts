import { dataField } from '../../cms/fields.ts'
import type { DataNode } from '../../cms/fields.ts'
import type { Field, RichTextEditor } from '../../cms/schema-model.ts'
import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { blockTypeOf } from './block-nodes.ts'
import { nodeFields } from './node-fields.ts'
import { fieldsOf, nodeId, rootOf, topNodes, typeOf } from './nodes.ts'

/** How data with fields is seen in one locale, and how it takes what is in one. */
export type FieldLocales = {
  project: (fields: Field[], data: JsonObject, locale: string) => JsonObject
  absorb: (fields: Field[], stored: JsonObject, received: JsonObject, locale: string) => JsonObject
}

/**
 * Rich text that is not localized itself may hold nodes (uploads, links, blocks) whose own fields are: read in all
 * locales, a caption is `{en: …, de: …}` inside the node. Sent back like that in one locale it would become the
 * caption. Which fields are localized the schema of the nodes says.
 */
export type InnerLocales = {
  /** All locales of the site. */
  codes: readonly string[]
  /** The site's editor; null: not known. */
  editor: RichTextEditor | null
  /** For the fields of its nodes, which may hold texts in turn. */
  ofFields: FieldLocales
}

const inner = new WeakMap<DataNode, InnerLocales>()

/** Null: no text, or one that looks the same in all locales or is localized itself. */
export function innerLocalesOf(node: DataNode, ofFields: FieldLocales): InnerLocales | null {
  if (node.type !== 'richText' || node.innerLocales === null) return null
  const known = inner.get(node)
  if (known !== undefined) return known
  const made = { codes: node.innerLocales, editor: node.editor, ofFields }
  inner.set(node, made)
  return made
}

/** A value of a node without a schema whose keys are all locales of the site is taken for one value per locale. */
function isPerLocale(value: Json | undefined, codes: readonly string[]): value is JsonObject {
  if (!isPlainJson(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => codes.includes(key))
}

/** The rich text as it is in one locale: what has no words of a locale in it is the same object. */
export function projectRichText(within: InnerLocales, value: Json, locale: string): Json {
  const root = rootOf(value)
  const tops = topNodes(value)
  if (root === null || !isPlainJson(value)) return project(within, value, locale, false) ?? null
  const seen = tops.map((node) => viewOf(within, node, locale))
  if (seen.every((node, at) => node === tops[at])) return value
  return { ...value, root: { ...root, children: seen } }
}

type Views = { within: InnerLocales; byLocale: Map<string, Json> }

/** The views of top-level nodes made last: data is never changed in place, and a key changes one of many. */
const views = new WeakMap<object, Views>()

function viewOf(within: InnerLocales, node: Json, locale: string): Json {
  if (typeof node !== 'object' || node === null) return node
  let known = views.get(node)
  if (known?.within !== within) views.set(node, (known = { within, byLocale: new Map() }))
  const view = known.byLocale.get(locale) ?? project(within, node, locale, false) ?? null
  known.byLocale.set(locale, view)
  return view
}

/** `isInFields`: it lies in the fields of a node without a schema. */
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

/** Keys that are not in the schema of a node are judged by their look, as in a node without a schema. */
function withoutOthers(within: InnerLocales, fields: Field[], seen: JsonObject, locale: string): JsonObject {
  return mapped(seen, (item, key) =>
    dataField(fields, key) === null ? project(within, item, locale, true) : item,
  )
}

function schemaOf({ editor }: InnerLocales, node: JsonObject): ReturnType<typeof nodeFields> {
  return editor === null ? null : nodeFields(editor, node)
}

/** The same object where nothing in it becomes another; what becomes undefined goes. */
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
 * One-locale rich text with the other locales of nodes that were there before. A top-level node that is what was shown
 * of a stored one, the same object, is that one; others go by their ids, of several with one id the first by the first.
 * What is new in a node without a schema is kept as received until the next whole reading.
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

/** Nodes that have an id, in the order of the text; whoever takes one takes it out. */
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

/** A stored text in which also these nodes are found, for absorbRichText. */
export function withNodes(text: Json | undefined, nodes: readonly JsonObject[]): Json {
  return { root: { children: [...topNodes(text), ...nodes] } }
}

/** Parts found in a top-level node, see collect. */
const found = new WeakMap<object, [string, JsonObject][]>()

/** The nodes with fields of their own in a top-level node, itself among them, by their ids. */
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

/** True if a part of one node may be the part of the other. */
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
