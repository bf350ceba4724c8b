import { isPlainJson, own } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { wholeNumber } from './lists.ts'
import type { Table, TableCell } from './tables.ts'

/** One node of a rich text for drawing and export, with all values from the document checked. */
export type Shown =
  | ShownText
  | { kind: 'break' }
  | { kind: 'tab' }
  | ({ kind: 'paragraph' } & Box)
  | ({ kind: 'quote' } & Box)
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
  | ShownPart<'upload'>
  | ShownPart<'relationship'>
  | ShownPart<'block'>
  | ShownPart<'inlineBlock'>
  /** A node that Galley does not know, with what can be read of it. */
  | { kind: 'unknown'; type: string; inside: Shown[] }

export type ShownKind = Shown['kind']
export type ShownOf<K extends ShownKind> = Extract<Shown, { kind: K }>

/** `node`: the stored node, since its data is drawn. */
type ShownPart<K> = { kind: K; node: JsonObject; align: Align | null }

export type ShownText = {
  kind: 'text'
  text: string
  formats: TextFormat[]
  states: { [key: string]: string }
  /** Set where two texts are compared and only one of them has the words. */
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
  /** The address as it may be opened; null: the link leads to a document of the site, or nowhere. */
  href: string | null
  document: { slug: string; id: string } | null
  newTab: boolean
  inside: Shown[]
}

export type Align = 'left' | 'start' | 'center' | 'right' | 'end' | 'justify'
export type Looks = { align: Align | null; indent: number; direction: 'ltr' | 'rtl' | null }
type Box = Looks & { inside: Shown[] }

/** Bits of a text's `format`, the outermost element first. */
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

/** Deepest indent that is drawn. */
export const MOST_INDENT = 20

const ALIGNS: readonly Align[] = ['left', 'start', 'center', 'right', 'end', 'justify']

/** Alignment, indent and direction of a stored node. */
export function looksOf(node: Json): Looks {
  const at = (key: string): Json | undefined => (isPlainJson(node) ? own(node, key) : undefined)
  const direction = at('direction')
  return {
    align: ALIGNS.find((one) => one === at('format')) ?? null,
    indent: Math.min(wholeNumber(at('indent')), MOST_INDENT),
    direction: direction === 'ltr' || direction === 'rtl' ? direction : null,
  }
}
