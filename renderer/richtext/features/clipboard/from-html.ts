import {
  element as elementNode,
  itemInLists,
  joinNested,
} from '../../../../shared/fields/richText/from-markdown.ts'
import type { ListItem } from '../../../../shared/fields/richText/markdown-lines.ts'
import type { ListType } from '../../../../shared/fields/richText/lists.ts'
import { childrenOf, typeOf } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { documentIn, isPictureOfBox } from './html-documents.ts'
import { inlineNodes, isBlankLine, linkOf, textNode } from './html-inline.ts'
import type { FoundLink, Run } from './html-inline.ts'
import { alignOf, formatBit, formatIn, indentOf, isHidden, styleOf } from './html-looks.ts'
import { tableOf } from './html-table.ts'
import { pictureFile } from './picture-file.ts'
import { byThemselvesIn, isLineBlock, linesOf, paragraph, withBreaks } from './node-lines.ts'

/** What was read of a page or a document of another program. */
export type FromHtml = {
  /** Inline nodes where it is a part of a line, else what stands at the top of a text. */
  nodes: Json[]
  /** Pictures that it shows; most are somewhere else. */
  pictures: number
  /** Those that it holds itself. */
  files: File[]
}

type Around = { format: number; link: FoundLink | null; pre: boolean; depth: number }
type Piece = Run | { kind: 'block'; node: JsonObject }
type Reader = { newId: () => string; pictures: number; files: File[] }

/** Neither shown nor read: what runs, what is fetched, what is for a form. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  `head script style noscript template meta link title base svg math iframe frame frameset object embed applet
   canvas audio video source track map area input textarea select option button datalist dialog
   xml rp`.split(/\s+/),
)
const BLOCKS: ReadonlySet<string> = new Set(
  `address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form
   header hgroup html legend main nav p search section summary`.split(/\s+/),
)
/** Levels of a list in word processors, at most. */
const DEEPEST_LIST = 9
/** More levels than any document has that somebody wrote: what is deeper is read as its words. */
const DEEPEST = 150

/**
 * Reads HTML of any origin: headings, paragraphs, quotes, rules, lists, tables, links and formats. Everything else that
 * there is comes down to its words, or is left out; no style, class or address of a picture gets in.
 */
export function fromHtml(page: Document, newId: () => string): FromHtml {
  const reader: Reader = { newId, pictures: 0, files: [] }
  const pieces = piecesIn(page.body, { format: 0, link: null, pre: false, depth: 0 }, reader)
  const isLine = pieces.every((piece): piece is Run => piece.kind !== 'block')
  const nodes = isLine ? inlineNodes(pieces, newId) : blocksOf(pieces, reader)
  return { nodes: joinNested(nodes), pictures: reader.pictures, files: reader.files }
}

function readPicture(element: Element, reader: Reader): void {
  reader.pictures += 1
  const picture = element.localName === 'img' ? element : element.querySelector('img')
  const file = pictureFile(picture?.getAttribute('src') ?? '', reader.files.length)
  if (file !== null) reader.files.push(file)
}

/** What stands in an element, as blocks one under another. */
function blocksIn(parent: Element, depth: number, reader: Reader, format = 0): JsonObject[] {
  return blocksOf(piecesIn(parent, { format, link: null, pre: false, depth }, reader), reader)
}

function blocksOf(
  pieces: readonly Piece[],
  { newId }: Reader,
  make: (inline: JsonObject[]) => JsonObject = paragraph,
): JsonObject[] {
  const blocks: JsonObject[] = []
  let line: Run[] = []
  const end = (): void => {
    if (!isBlankLine(line)) blocks.push(make(inlineNodes(line, newId)))
    line = []
  }
  for (const piece of pieces) {
    if (piece.kind !== 'block') {
      line.push(piece)
      continue
    }
    end()
    blocks.push(piece.node)
  }
  end()
  return blocks
}

function piecesIn(parent: ParentNode, around: Around, reader: Reader): Piece[] {
  if (around.depth > DEEPEST) return [textRun(wordsIn(parent), around)]
  const inside = { ...around, depth: around.depth + 1 }
  const pieces: Piece[] = []
  for (const child of parent.childNodes) {
    const found =
      child.nodeType === Node.TEXT_NODE
        ? textRuns(child.nodeValue ?? '', inside)
        : isElement(child)
          ? elementPieces(child, inside, reader)
          : []
    for (const piece of found) pieces.push(piece)
  }
  return pieces
}

function wordsIn(parent: ParentNode): string {
  return [...parent.childNodes]
    .map((child) =>
      child.nodeType === Node.TEXT_NODE
        ? (child.nodeValue ?? '')
        : isElement(child) && !isLeftOut(child)
          ? wordsIn(child)
          : '',
    )
    .join('')
}

/** Of another document, whose classes are not those of this one. */
function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

function textRun(text: string, { format, link, pre }: Around): Run {
  return { kind: 'text', text: pre ? text : text.replaceAll(/[\t\n\r\f ]+/g, ' '), format, pre, link }
}

function textRuns(text: string, around: Around): Run[] {
  if (!around.pre) return text === '' ? [] : [textRun(text, around)]
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .flatMap((line, at): Run[] => [
      ...(at === 0 ? [] : [{ kind: 'break' as const, link: around.link }]),
      ...(line === '' ? [] : [textRun(line, around)]),
    ])
}

function isLeftOut(element: Element, style = styleOf(element)): boolean {
  return LEFT_OUT.has(element.localName) || isHidden(element, style)
}

function elementPieces(element: Element, around: Around, reader: Reader): Piece[] {
  const tag = element.localName
  const style = styleOf(element)
  if (isLeftOut(element, style)) return []
  const document = documentIn(element)
  if (document !== null) return [{ kind: 'block', node: document }]
  if (tag === 'img' || tag === 'picture') {
    if (!isPictureOfBox(element)) readPicture(element, reader)
    return []
  }
  const space = style.get('white-space') ?? ''
  const inside = { ...around, pre: space === '' ? around.pre : space.startsWith('pre') }
  switch (tag) {
    case 'br':
      return element.classList.contains('Apple-interchange-newline')
        ? []
        : [{ kind: 'break', link: around.link }]
    case 'hr':
      return [{ kind: 'block', node: { type: 'horizontalrule', version: 1 } }]
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return headingPieces(element, tag, style, inside, reader)
    case 'ul':
    case 'ol':
      return listOf(element, inside.depth, reader).map((node) => ({ kind: 'block', node }))
    case 'li':
      // Without a list around it.
      return blocksOf(piecesIn(element, inside, reader), reader).map((node) => ({ kind: 'block', node }))
    case 'table':
      return tableOf(element, (one) => blocksIn(one, inside.depth + 1, reader)).map((node) => ({
        kind: 'block',
        node,
      }))
    case 'blockquote':
      return quotePieces(element, style, inside, reader)
    case 'pre':
    case 'listing':
      return boxPieces(element, style, { ...inside, pre: true, format: formatBit('code') }, reader)
    default:
      if (BLOCKS.has(tag) || style.get('display') === 'block')
        return boxPieces(element, style, inside, reader)
      return piecesIn(element, { ...inside, ...inlineLooks(element, style, around) }, reader)
  }
}

function inlineLooks(
  element: Element,
  style: ReadonlyMap<string, string>,
  around: Around,
): Pick<Around, 'format' | 'link'> {
  const link = element.localName === 'a' ? (linkOf(element) ?? around.link) : around.link
  const format = formatIn(element, style, around.format)
  // Links are underlined by themselves.
  return { link, format: link === null ? format : format & ~formatBit('underline') }
}

/** A paragraph, or what holds some. */
function boxPieces(
  element: Element,
  style: ReadonlyMap<string, string>,
  inside: Around,
  reader: Reader,
): Piece[] {
  const item = element.localName === 'p' ? wordItem(element, style) : null
  const pieces = piecesIn(element, inside, reader)
  const isTitle = element.localName === 'p' && /\bMsoTitle\b/.test(element.className)
  const look = looks(element, style)
  const make = (inline: JsonObject[]): JsonObject =>
    item !== null
      ? itemInLists(item, inline)
      : { ...(isTitle ? heading('h1', inline) : paragraph(inline)), ...look }
  return blocksOf(pieces, reader, make).map((node) => ({ kind: 'block', node }))
}

function looks(element: Element, style: ReadonlyMap<string, string>): JsonObject {
  return { format: alignOf(element, style), indent: indentOf(element, style) }
}

function heading(tag: string, inline: JsonObject[]): JsonObject {
  return elementNode('heading', inline, { tag })
}

function headingPieces(
  element: Element,
  tag: string,
  style: ReadonlyMap<string, string>,
  inside: Around,
  reader: Reader,
): Piece[] {
  // A heading is bold by itself.
  const plain = (pieces: Piece[]): Piece[] =>
    pieces.map((piece) =>
      piece.kind === 'text' ? { ...piece, format: piece.format & ~formatBit('bold') } : piece,
    )
  const look = looks(element, style)
  const make = (inline: JsonObject[]): JsonObject => ({ ...heading(tag, inline), ...look })
  return blocksOf(plain(piecesIn(element, inside, reader)), reader, make).map((node) => ({
    kind: 'block',
    node,
  }))
}

/** Lines of a quote are one; what is no line stands behind it. */
function quotePieces(
  element: Element,
  style: ReadonlyMap<string, string>,
  inside: Around,
  reader: Reader,
): Piece[] {
  const blocks = blocksOf(piecesIn(element, inside, reader), reader)
  const look = looks(element, style)
  const found: Piece[] = []
  let lines: Json[][] = []
  const end = (): void => {
    if (lines.length > 0) {
      const node = elementNode('quote', withBreaks(lines))
      found.push({ kind: 'block', node: { ...node, ...look } })
    }
    lines = []
  }
  for (const block of blocks) {
    if (isLineBlock(block)) lines.push(childrenOf(block))
    else {
      end()
      found.push({ kind: 'block', node: block })
    }
  }
  end()
  return found
}

function listOf(list: Element, depth: number, reader: Reader): JsonObject[] {
  const items = [...list.children].filter(({ localName }) => localName === 'li')
  const type: ListType =
    list.localName === 'ol' ? 'number' : items.some((item) => boxOf(item) !== null) ? 'check' : 'bullet'
  const start = Number.parseInt(list.getAttribute('start') ?? '1', 10)
  const children: JsonObject[] = []
  for (const child of list.children) {
    if (isHidden(child)) continue
    if (child.localName === 'ul' || child.localName === 'ol')
      for (const nested of listOf(child, depth + 1, reader)) children.push(nestingItem(nested))
    else if (child.localName === 'li')
      for (const item of itemsOf(child, type, depth, reader)) children.push(item)
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

/** Levels of a list that no list around it shows: Word on the web writes a list for each item, and its level beside it. */
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

/** An item, and lists in it as items of their own behind it, as the server has them. */
function itemsOf(item: Element, type: ListType, depth: number, reader: Reader): JsonObject[] {
  const lines: Json[][] = []
  const lists: JsonObject[] = []
  const others: Json[] = []
  for (const block of depth > DEEPEST
    ? [paragraph([textNode(wordsIn(item))])]
    : blocksIn(item, depth + 1, reader)) {
    if (typeOf(block) === 'list') lists.push(block)
    else {
      for (const line of linesOf(block)) lines.push(line)
      for (const one of byThemselvesIn(block)) others.push(one)
    }
  }
  const checked = type === 'check' ? { checked: boxOf(item) === true } : {}
  const own =
    lines.length === 0 && others.length === 0 && lists.length > 0
      ? []
      : [elementNode('listitem', [...withBreaks(lines), ...others], { value: 1, ...checked })]
  return [...own, ...lists.map(nestingItem)]
}

/** Whether an item has a box, and whether that is checked; null: it has none. */
function boxOf(item: Element): boolean | null {
  if (item.getAttribute('role') === 'checkbox') return item.getAttribute('aria-checked') === 'true'
  const inFront = [...item.children].flatMap((child) =>
    child.localName === 'p' || child.localName === 'label' ? [...child.children] : [child],
  )
  const box = inFront.find((one) => one.localName === 'input' && one.getAttribute('type') === 'checkbox')
  return box?.hasAttribute('checked') ?? null
}

const NUMBERS = /^[(\s]*(?:(\d{1,9})|[a-z]{1,4})[.):]/i

/** An item of a list as Word writes it: a paragraph that says its level, with its sign in front. */
function wordItem(element: Element, style: ReadonlyMap<string, string>): ListItem | null {
  const level = /\blevel(\d)\b/.exec(style.get('mso-list') ?? '')
  if (level === null) return null
  const sign = [...element.querySelectorAll('[style]')].find(
    (one) => styleOf(one).get('mso-list') === 'ignore',
  )
  const number = NUMBERS.exec(sign?.textContent ?? '')
  return {
    type: number === null ? 'bullet' : 'number',
    level: Number(level[1]) - 1,
    start: Number(number?.[1] ?? 1),
    checked: false,
  }
}
