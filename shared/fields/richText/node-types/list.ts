import { isPlainJson, own } from '../../../json.ts'
import type { Json, JsonObject } from '../../../json.ts'
import { bareItems, itemInLists, listItems, listStart, listTypeOf, nestedList, numbered } from '../lists.ts'
import type { ListType } from '../lists.ts'
import { LIST_INDENT, readItem } from '../markdown-lines.ts'
import { childrenOf, elementNode, typeOf, withBreaks } from '../nodes.ts'
import type { Feature } from '../rich-text-editor.ts'
import { looksOf, MOST_INDENT } from '../shown.ts'
import type { ShownOf } from '../shown.ts'
import { areAll, inEach } from '../three-way.ts'
import type { Three } from '../three-way.ts'
import type { Alone, HtmlWriter, MarkdownWriter, NodeMerging, NodeType, Offer } from './node-type.ts'

const LIST_FEATURES: Record<ListType, Feature> = {
  bullet: 'unorderedList',
  number: 'orderedList',
  check: 'checklist',
}

export const list: NodeType<ShownOf<'list'>> = {
  types: ['list'],
  standing: 'block',
  name: ({ type }) => type,
  changes: (was, is) =>
    is.type === 'number' && was.start !== is.start ? [{ what: 'start', to: is.start }] : [],
  holds: { list: 'listitem' },
  show: (node, show) => ({
    kind: 'list',
    type: listTypeOf(node),
    start: listStart(node),
    direction: looksOf(node).direction,
    items: listItems(node).map(({ node: item, value, checked, nested }) => ({
      ...looksOf(item),
      value,
      checked,
      nests: nested !== null,
      inside: show(childrenOf(item)),
    })),
  }),
  mapInside: (shown, { line }) => ({
    ...shown,
    items: shown.items.map((item) => ({ ...item, inside: line(item.inside) })),
  }),
  between: { list: '\n' },
  html,
  markdown: (shown, write) => markdownLines(shown, write, 0).join('\n'),
  readMarkdown(line, { inline, isNumbered }) {
    const item = readItem(line)
    if (item === null || (item.type === 'number' && !isNumbered)) return null
    return itemInLists(item, inline(item.text))
  },
  offer: (node, offer) => offered(node, offer, 0),
  merge(three, merging, alone) {
    if (areAll('list', three)) return merging.movesLines ? null : mergeItems(three, merging, alone)
    const nested = inEach(three, (node) => (typeOf(node) === 'listitem' ? nestedList(node) : null))
    return nested === null ? null : merging.holder(three, mergeItems(nested, merging, alone), alone)
  },
  /**
   * True for items with words. If one became an item that only nests a list, the meaning of its tick is
   * unclear.
   */
  mergesProperties: (node) => typeOf(node) === 'listitem' && nestedList(node) === null,
}

function html(shown: ShownOf<'list'>, { all }: HtmlWriter): string {
  const tag = shown.type === 'number' ? 'ol' : 'ul'
  const start = shown.type === 'number' && shown.start !== 1 ? ` start="${shown.start}"` : ''
  const items = shown.items.map(({ value, checked, inside }) => {
    const box = checked === undefined ? '' : ` role="checkbox" aria-checked="${checked}"`
    return `<li value="${value}"${box}>${all(inside)}</li>`
  })
  return `<${tag}${start}>${items.join('')}</${tag}>`
}

function markdownLines({ items, type }: ShownOf<'list'>, write: MarkdownWriter, depth: number): string[] {
  return items.flatMap(({ value, checked, inside, nests }) => {
    const below = inside.flatMap((one) => (one.kind === 'list' ? markdownLines(one, write, depth + 1) : []))
    if (nests) return below
    const sign = type === 'number' ? `${value}. ` : type === 'check' ? `- [${checked ? 'x' : ' '}] ` : '- '
    const words = write.inline(inside.filter((one) => one.kind !== 'list'))
    return [`${' '.repeat(depth * LIST_INDENT)}${sign}${words}`, ...below]
  })
}

/** Converts a pasted list to its type, else bullets (bullets to numbers); if the editor has neither, to paragraphs. */
function offered(node: JsonObject, offer: Offer, depth: number): Json[] {
  const given = listTypeOf(node)
  const type = [given, given === 'bullet' ? ('number' as const) : ('bullet' as const)].find((one) =>
    offer.has(LIST_FEATURES[one]),
  )
  if (type === undefined) return offer.flat(node)
  const items = childrenOf(node).flatMap((item) => offeredItem(item, type, offer, depth))
  return [
    elementNode('list', items, {
      listType: type,
      start: type === 'number' ? Math.max(listStart(node), 0) : 1,
      tag: type === 'number' ? 'ol' : 'ul',
    }),
    // Items hold only lines, so data nodes in them go behind the outermost list.
    ...(depth === 0 ? offer.lines.dataIn(node).flatMap((one) => offer.block(one)) : []),
  ]
}

function offeredItem(item: Json, type: ListType, offer: Offer, depth: number): Json[] {
  const { lines, inline, wrapped, looks } = offer
  if (!isPlainJson(item) || typeOf(item) !== 'listitem')
    return wrapped([item]).map((line) =>
      elementNode('listitem', childrenOf(line), { value: 1, ...(type === 'check' && { checked: false }) }),
    )
  const nested = nestedList(item)
  // Items below the deepest indent are moved up to it.
  if (isPlainJson(nested) && depth >= MOST_INDENT) return offered(nested, offer, depth).flatMap(childrenOf)
  const lists: Json[] = []
  const found: Json[][] = []
  for (const run of lines.runsOf(childrenOf(item))) {
    if ('line' in run) found.push(run.line.flatMap((one) => inline(one)))
    else if (isPlainJson(run.node) && typeOf(run.node) === 'list' && depth < MOST_INDENT)
      for (const one of offered(run.node, offer, depth + 1)) lists.push(one)
    else if (!lines.isData(run.node))
      for (const line of lines.of(run.node)) found.push(line.flatMap((one) => inline(one)))
  }
  const checked = type === 'check' ? { checked: own(item, 'checked') === true } : {}
  return [
    elementNode('listitem', [...withBreaks(found), ...lists], {
      ...looks(item),
      indent: 0,
      value: 1,
      ...checked,
    }),
  ]
}

function mergeItems(three: Three, merging: NodeMerging, alone: Alone): Json[] {
  const items = {
    base: bareItems(three.base),
    mine: bareItems(three.mine),
    theirs: bareItems(three.theirs),
  }
  const around = isPlainJson(three.theirs) ? three.theirs : {}
  const children = merging.nodes(items, (item) => ({ ...around, children: [item] }))
  return merging.holder(three, children, alone).map(numbered)
}
