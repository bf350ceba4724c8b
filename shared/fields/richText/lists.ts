import { isPlainJson, own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { childrenOf, elementNode, typeOf } from './nodes.ts'

export type ListType = 'bullet' | 'number' | 'check'

/** The type of a list; `bullet` if the node does not name one. */
export function listTypeOf(node: Json): ListType {
  const type = isPlainJson(node) ? own(node, 'listType') : undefined
  return type === 'number' || type === 'check' ? type : 'bullet'
}

/** The number of the first item (S3.32). */
export function listStart(node: Json): number {
  const start = isPlainJson(node) ? own(node, 'start') : undefined
  return typeof start === 'number' && Number.isInteger(start) ? start : 1
}

/** Reads an index or depth: fractions are cut, and anything but a positive number is 0 (S5.24). */
export function wholeNumber(value: Json | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0
}

/**
 * The list in an item that holds nothing else: such an item only nests a list one level deeper. Otherwise
 * null.
 */
export function nestedList(item: Json): Json | null {
  const [first, ...others] = childrenOf(item)
  return first !== undefined && others.length === 0 && typeOf(first) === 'list' ? first : null
}

export type ListItem = {
  node: Json
  /** Its number, counted from the start of the list; items that only nest a list do not count (S3.33). */
  value: number
  /** Undefined outside of check lists, and for items that only nest a list (S3.33, S4.22). */
  checked: boolean | undefined
  nested: Json | null
}

export function listItems(list: Json): ListItem[] {
  const isCheck = listTypeOf(list) === 'check'
  let next = listStart(list)
  return childrenOf(list).map((node): ListItem => {
    const nested = nestedList(node)
    const value = next
    if (nested === null) next += 1
    const checked = isPlainJson(node) && own(node, 'checked') === true
    return { node, value, checked: isCheck && nested === null ? checked : undefined, nested }
  })
}

/** Joins neighbouring lists of one type (S4.25), and numbers the items of joined lists anew (S3.33). */
export function joinLists(nodes: readonly Json[]): Json[] {
  return runsOf(
    nodes,
    (before, node) => isList(before) && isList(node) && listTypeOf(before) === listTypeOf(node),
  ).map(([first = null, ...others]) =>
    others.length > 0 && isPlainJson(first)
      ? numbered({ ...first, children: [first, ...others].flatMap(childrenOf) })
      : first,
  )
}

function isList(node: Json): boolean {
  return typeOf(node) === 'list'
}

/** Groups neighbours: an item joins the group of the item before it if `belongs` is true. */
export function runsOf<T>(items: readonly T[], belongs: (before: T, item: T) => boolean): T[][] {
  const runs: T[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run !== undefined && before !== undefined && belongs(before, item)) run.push(item)
    else runs.push([item])
  }
  return runs
}

/** The items of a list without their numbers, which only tell their position in it. */
export function bareItems(list: Json): Json[] {
  return childrenOf(list).map((item) => {
    if (!isListItem(item)) return item
    const { value: _value, ...bare } = item
    return bare
  })
}

/** The list with its items numbered from its start on. */
export function numbered(list: JsonObject): JsonObject {
  const children = listItems(list).map(({ node, value }) => (isListItem(node) ? { ...node, value } : node))
  return { ...list, children }
}

function isListItem(node: Json): node is JsonObject {
  return isPlainJson(node) && typeOf(node) === 'listitem'
}

/** An item of a list as Markdown or a word processor writes it. `level`: 0 at the margin. `start`: its number. */
export type WrittenItem = {
  type: ListType
  level: number
  start: number
  checked: boolean
}

/** Wraps an item in one list per level; the item of each outer list holds only the next list. */
export function itemInLists(item: WrittenItem, children: JsonObject[], level = 0): JsonObject {
  const isLast = level === item.level
  const inside = isLast ? children : [itemInLists(item, children, level + 1)]
  const checked = isLast && item.type === 'check' ? { checked: item.checked } : {}
  const node = elementNode('listitem', inside, { value: item.start, indent: level, ...checked })
  const tag = item.type === 'number' ? 'ol' : 'ul'
  return elementNode('list', [node], { listType: item.type, start: isLast ? item.start : 1, tag })
}

/** Joins neighbouring lists of one type, at each level. */
export function joinNested(nodes: readonly Json[]): Json[] {
  return joinLists(withTypesAround(nodes)).map((node) => {
    if (!isPlainJson(node) || typeOf(node) !== 'list') return node
    const runs = runsOf(
      childrenOf(node),
      (before, item) => nestedList(before) !== null && nestedList(item) !== null,
    )
    const items = runs.map(([first = null, ...others]) =>
      isPlainJson(first) && nestedList(first) !== null
        ? { ...first, children: joinNested([first, ...others].flatMap(childrenOf)) }
        : first,
    )
    return { ...node, children: items }
  })
}

/**
 * Gives a list that only nests other lists the type of the list before it, as it has no marker of its own.
 */
function withTypesAround(nodes: readonly Json[]): Json[] {
  const typed: Json[] = []
  for (const node of nodes) {
    const before = typed.at(-1) ?? null
    const nestsOnly = typeOf(node) === 'list' && childrenOf(node).every((item) => nestedList(item) !== null)
    if (!nestsOnly || !isPlainJson(node) || typeOf(before) !== 'list') typed.push(node)
    else {
      const listType = listTypeOf(before)
      typed.push({ ...node, listType, tag: listType === 'number' ? 'ol' : 'ul' })
    }
  }
  return typed
}
