import type { ListType } from '../../../../shared/fields/richText/lists.ts'
import { dataIn, linesOf } from '../../../../shared/fields/richText/node-lines.ts'
import { elementNode, paragraphNode, typeOf, withBreaks } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { textNode } from '../clipboard/html-inline.ts'
import { isHidden } from '../clipboard/html-looks.ts'
import { DEEPEST } from '../clipboard/html-reading.ts'
import type { HtmlReader, HtmlReading } from '../clipboard/html-reading.ts'

/** Levels of a list in word processors, at most. */
const DEEPEST_LIST = 9

export const listFromHtml: HtmlReader = {
  tags: ['ul', 'ol', 'li'],
  read(element, _style, inside, reading) {
    // An item without a list around it is its blocks.
    if (element.localName === 'li') return reading.blocks(reading.pieces(element, inside))
    return listOf(element, inside.depth, reading)
  },
}

function listOf(list: Element, depth: number, reading: HtmlReading): JsonObject[] {
  const items = [...list.children].filter(({ localName }) => localName === 'li')
  const type: ListType =
    list.localName === 'ol' ? 'number' : items.some((item) => boxOf(item) !== null) ? 'check' : 'bullet'
  const start = Number.parseInt(list.getAttribute('start') ?? '1', 10)
  const children: JsonObject[] = []
  for (const child of list.children) {
    if (isHidden(child)) continue
    if (child.localName === 'ul' || child.localName === 'ol')
      for (const nested of listOf(child, depth + 1, reading)) children.push(nestingItem(nested))
    else if (child.localName === 'li')
      for (const item of itemsOf(child, type, depth, reading)) children.push(item)
  }
  if (children.length === 0) return []
  const tag = type === 'number' ? 'ol' : 'ul'
  let made = elementNode('list', children, {
    listType: type,
    start: type === 'number' && Number.isSafeInteger(start) && start >= 0 ? start : 1,
    tag,
  })
  for (let level = levelsAround(list, items[0]); level > 0; level -= 1)
    made = elementNode('list', [nestingItem(made)], { listType: type, start: 1, tag })
  return [made]
}

/**
 * Returns the number of missing outer lists: Word on the web writes a list for each item, with its level as
 * an attribute.
 */
function levelsAround(list: Element, item: Element | undefined): number {
  const level = Number(item?.getAttribute('data-aria-level') ?? 1)
  if (!Number.isInteger(level) || level > DEEPEST_LIST) return 0
  let around = 1
  for (let outer = list.parentElement; outer !== null && around < level; outer = outer.parentElement)
    if (outer.localName === 'ul' || outer.localName === 'ol') around += 1
  return level - around
}

function nestingItem(list: JsonObject): JsonObject {
  return elementNode('listitem', [list], { value: 1 })
}

/** Returns an item, followed by its nested lists as items of their own, in the server's shape. */
function itemsOf(item: Element, type: ListType, depth: number, reading: HtmlReading): JsonObject[] {
  const lines: Json[][] = []
  const lists: JsonObject[] = []
  const others: Json[] = []
  for (const block of depth > DEEPEST
    ? [paragraphNode([textNode(reading.words(item))])]
    : reading.blocksIn(item, depth + 1)) {
    if (typeOf(block) === 'list') lists.push(block)
    else {
      for (const line of linesOf(block)) lines.push(line)
      for (const one of dataIn(block)) others.push(one)
    }
  }
  const checked = type === 'check' ? { checked: boxOf(item) === true } : {}
  const own =
    lines.length === 0 && others.length === 0 && lists.length > 0
      ? []
      : [elementNode('listitem', [...withBreaks(lines), ...others], { value: 1, ...checked })]
  return [...own, ...lists.map(nestingItem)]
}

/** The state of an item's box; null: it has none. */
function boxOf(item: Element): boolean | null {
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true'
  const inFront = [...item.children].flatMap((child) =>
    child.localName === 'p' || child.localName === 'label' ? [...child.children] : [child],
  )
  const box = inFront.find((one) => one.localName === 'input' && one.getAttribute('type') === 'checkbox')
  return box?.hasAttribute('checked') ?? null
}
