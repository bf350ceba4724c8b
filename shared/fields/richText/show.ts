import { isPlainJson, own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { linkTarget, safeAddress } from './links.ts'
import { listItems, listStart, listTypeOf, wholeNumber } from './lists.ts'
import { childrenOf, typeOf } from './nodes.ts'
import { HEADINGS } from './rich-text-editor.ts'
import { readTable } from './tables.ts'
import type { Table, TableCell } from './tables.ts'

/**
 * A rich text as a tree of plain instructions: what is to be drawn, with everything checked that comes from the
 * document. A page makes elements of it, an export text; neither reads nodes itself.
 */
export type Shown =
  | ShownText
  | { kind: 'break' }
  | { kind: 'tab' }
  | ({ kind: 'paragraph' | 'quote' } & Box)
  | ({ kind: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6 } & Box)
  | { kind: 'rule' }
  | {
      kind: 'list'
      type: 'bullet' | 'number' | 'check'
      start: number
      direction: Looks['direction']
      items: ShownItem[]
    }
  | ShownLink
  | {
      kind: 'table'
      table: Omit<Table, 'rows'>
      align: Align | null
      direction: Looks['direction']
      rows: { height: number | null; cells: ShownCell[] }[]
    }
  /** What is drawn by what is in it: the node, as it is stored. */
  | { kind: 'upload' | 'relationship' | 'block' | 'inlineBlock'; node: JsonObject; align: Align | null }
  /** A node that Galley does not know, with what can be read of it. */
  | { kind: 'unknown'; type: string; inside: Shown[] }

export type ShownText = {
  kind: 'text'
  text: string
  formats: TextFormat[]
  states: { [key: string]: string }
  /** Where two texts are compared: only one of them has it. */
  mark?: 'ins' | 'del'
}
export type ShownItem = {
  value: number
  checked: boolean | undefined
  inside: Shown[]
  nests: boolean
} & Looks
export type ShownCell = Omit<TableCell, 'node'> & { inside: Shown[] }
export type ShownLink = {
  kind: 'link'
  /** As it may be opened; null: it leads to a document of the site, or nowhere. */
  href: string | null
  document: { slug: string; id: string } | null
  newTab: boolean
  inside: Shown[]
}

export type Align = 'left' | 'start' | 'center' | 'right' | 'end' | 'justify'
export type Looks = { align: Align | null; indent: number; direction: 'ltr' | 'rtl' | null }
type Box = Looks & { inside: Shown[] }

/** The bits of a text's `format`, the outermost element first. */
export const FORMATS = [
  ['bold', 1],
  ['italic', 2],
  ['strikethrough', 4],
  ['underline', 8],
  ['code', 16],
  ['subscript', 32],
  ['superscript', 64],
  ['highlight', 128],
] as const
export type TextFormat = (typeof FORMATS)[number][0]

/** More levels than are drawn: deeper nodes are left out, for nobody could read them. */
const DEEPEST = 60
/** Indents that are drawn. */
export const MOST_INDENT = 20

export function showNodes(nodes: readonly Json[], depth = 0): Shown[] {
  return depth > DEEPEST ? [] : nodes.flatMap((node) => showNode(node, depth))
}

function showNode(node: Json, depth: number): Shown[] {
  if (!isPlainJson(node)) return []
  const type = typeOf(node)
  const inside = (): Shown[] => showNodes(childrenOf(node), depth + 1)
  switch (type) {
    case 'text':
      return [shownText(node)]
    case 'linebreak':
      return [{ kind: 'break' }]
    case 'tab':
      return [{ kind: 'tab' }]
    case 'paragraph':
    case 'quote':
      return [{ kind: type, ...looksOf(node), inside: inside() }]
    case 'heading':
      return [{ kind: 'heading', level: levelOf(own(node, 'tag')), ...looksOf(node), inside: inside() }]
    case 'horizontalrule':
      return [{ kind: 'rule' }]
    case 'list':
      return [shownList(node, depth)]
    case 'link':
    case 'autolink':
      return [shownLink(node, inside())]
    case 'table':
      return [shownTable(node, depth)]
    case 'upload':
    case 'relationship':
    case 'block':
    case 'inlineBlock':
      return [{ kind: type, node, align: looksOf(node).align }]
    default: {
      const text = own(node, 'text')
      return [{ kind: 'unknown', type, inside: typeof text === 'string' ? [shownText(node)] : inside() }]
    }
  }
}

function shownText(node: JsonObject): Shown {
  const text = own(node, 'text')
  const bits = wholeNumber(own(node, 'format'))
  const state = own(node, '$')
  return {
    kind: 'text',
    text: typeof text === 'string' ? text : '',
    formats: FORMATS.flatMap(([name, bit]) => ((bits & bit) === 0 ? [] : [name])),
    states: Object.fromEntries(
      Object.entries(isPlainJson(state) ? state : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  }
}

function levelOf(tag: Json | undefined): 1 | 2 | 3 | 4 | 5 | 6 {
  const levels = [1, 2, 3, 4, 5, 6] as const
  return levels[HEADINGS.findIndex((one) => one === tag)] ?? 1
}

const ALIGNS: readonly Align[] = ['left', 'start', 'center', 'right', 'end', 'justify']

function looksOf(node: JsonObject): Looks {
  const direction = own(node, 'direction')
  return {
    align: ALIGNS.find((one) => one === own(node, 'format')) ?? null,
    indent: Math.min(wholeNumber(own(node, 'indent')), MOST_INDENT),
    direction: direction === 'ltr' || direction === 'rtl' ? direction : null,
  }
}

function shownList(node: JsonObject, depth: number): Shown {
  return {
    kind: 'list',
    type: listTypeOf(node),
    start: listStart(node),
    direction: looksOf(node).direction,
    items: listItems(node).map(({ node: item, value, checked, nested }) => ({
      ...looksOf(isPlainJson(item) ? item : {}),
      value,
      checked,
      nests: nested !== null,
      inside: showNodes(childrenOf(item), depth + 1),
    })),
  }
}

function shownLink(node: JsonObject, inside: Shown[]): ShownLink {
  const target = linkTarget(node)
  return {
    kind: 'link',
    href: target?.kind === 'address' ? safeAddress(target.url) : null,
    document: target?.kind === 'document' ? { slug: target.slug, id: target.id } : null,
    newTab: target?.newTab ?? false,
    inside,
  }
}

function shownTable(node: JsonObject, depth: number): Shown {
  const { rows, ...table } = readTable(node)
  return {
    kind: 'table',
    table,
    align: looksOf(node).align,
    direction: looksOf(node).direction,
    rows: rows.map(({ height, cells }) => ({
      height,
      cells: cells.map(({ node: cell, ...rest }) => ({
        ...rest,
        inside: showNodes(childrenOf(cell), depth + 1),
      })),
    })),
  }
}
