import { itemInLists, joinNested } from '../../../../shared/fields/richText/lists.ts'
import type { WrittenItem } from '../../../../shared/fields/richText/lists.ts'
import { elementNode, paragraphNode } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { htmlReaders } from '../../node-views/registry.ts'
import { inlineNodes, isBlankLine, linkOf } from './html-inline.ts'
import type { Run } from './html-inline.ts'
import { formatBit, formatIn, isHidden, styleOf } from './html-looks.ts'
import { blockLooks, DEEPEST } from './html-reading.ts'
import type { HtmlContext, HtmlReading, Piece } from './html-reading.ts'
import { LIMITS } from '../../../../shared/limits.ts'

/** The content of an HTML document. */
export type FromHtml = {
  /** Inline nodes if the content is part of a line, else top-level nodes. */
  nodes: Json[]
  /** Number of pictures in the content; most are only referenced. */
  pictures: number
  /** The pictures that the content itself holds, as data URLs. */
  files: File[]
}

/** Elements without readable content: scripts, embedded and external content, form controls. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  `head script style noscript template meta link title base svg math iframe frame frameset object embed applet
   canvas audio video source track map area input textarea select option button datalist dialog
   xml rp`.split(/\s+/),
)
const BLOCKS: ReadonlySet<string> = new Set(
  `address article aside body caption center dd details dialog div dl dt fieldset figcaption figure footer form
   header hgroup html legend main nav p search section summary`.split(/\s+/),
)
/** The reading, with its results besides the nodes. */
type Reader = HtmlReading & { newId: () => string; pictures: number; files: File[] }

/**
 * Reads HTML of any origin: headings, paragraphs, quotes, rules, lists, tables, links and formats, and the
 * documents of the web admin (documentIn). Of other elements only the words are kept; classes and picture addresses are
 * dropped.
 */
export function fromHtml(page: Document, newId: () => string): FromHtml {
  const reader: Reader = {
    newId,
    pictures: 0,
    files: [],
    pieces: (parent, around) => piecesIn(parent, around, reader),
    blocks: (pieces, make) => blocksOf(pieces, reader, make),
    blocksIn: (parent, depth) =>
      blocksOf(piecesIn(parent, { format: 0, link: null, pre: false, depth }, reader), reader),
    words: wordsIn,
  }
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

function blocksOf(
  pieces: readonly Piece[],
  { newId }: Reader,
  make: (inline: JsonObject[]) => JsonObject = paragraphNode,
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

function piecesIn(parent: ParentNode, around: HtmlContext, reader: Reader): Piece[] {
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

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

function textRun(text: string, { format, link, pre }: HtmlContext): Run {
  return { kind: 'text', text: pre ? text : text.replaceAll(/[\t\n\r\f ]+/g, ' '), format, pre, link }
}

function textRuns(text: string, around: HtmlContext): Run[] {
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

function elementPieces(element: Element, around: HtmlContext, reader: Reader): Piece[] {
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
  const own = htmlReaders.get(tag)
  if (own !== undefined)
    return own.read(element, style, inside, reader).map((node) => ({ kind: 'block', node }))
  switch (tag) {
    case 'br':
      return element.classList.contains('Apple-interchange-newline')
        ? []
        : [{ kind: 'break', link: around.link }]
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
  around: HtmlContext,
): Pick<HtmlContext, 'format' | 'link'> {
  const link = element.localName === 'a' ? (linkOf(element) ?? around.link) : around.link
  const format = formatIn(element, style, around.format)
  // Links are underlined by themselves.
  return { link, format: link === null ? format : format & ~formatBit('underline') }
}

/** Returns a box as one block if it has only inline content, else as its blocks. */
function boxPieces(
  element: Element,
  style: ReadonlyMap<string, string>,
  inside: HtmlContext,
  reader: Reader,
): Piece[] {
  const item = element.localName === 'p' ? wordItem(element, style) : null
  const pieces = piecesIn(element, inside, reader)
  const isTitle = element.localName === 'p' && /\bMsoTitle\b/.test(element.className)
  const look = blockLooks(element, style)
  const make = (inline: JsonObject[]): JsonObject =>
    item !== null
      ? itemInLists(item, inline)
      : { ...(isTitle ? elementNode('heading', inline, { tag: 'h1' }) : paragraphNode(inline)), ...look }
  return blocksOf(pieces, reader, make).map((node) => ({ kind: 'block', node }))
}

const NUMBERS = /^[(\s]*(?:(\d{1,9})|[a-z]{1,4})[.):]/i

/** Reads a list item as Word writes it: a paragraph with its level and its marker; null: it is none. */
function wordItem(element: Element, style: ReadonlyMap<string, string>): WrittenItem | null {
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

/**
 * The upload or relationship that the web admin wrote as HTML; null: it is neither. Its attributes count only on the
 * elements that it writes: an empty picture, and a box with words that are the same in all languages.
 */
function documentIn(element: Element): JsonObject | null {
  if (element.localName === 'img' && !element.hasAttribute('src') && !element.hasAttribute('srcset')) {
    const upload = named(element, 'upload', 'data-lexical-upload-relation-to')
    return upload && { type: 'upload', version: 3, format: '', fields: {}, ...upload }
  }
  if (element.localName !== 'div') return null
  const relationship = named(element, 'relationship', 'data-lexical-relationship-relationto')
  return relationship !== null &&
    element.childElementCount === 0 &&
    element.textContent?.trim() === `${relationship.relationTo} relation to ${relationship.value}`
    ? { type: 'relationship', version: 2, format: '', ...relationship }
    : null
}

type NamedDocument = { relationTo: string; value: string }

function named(element: Element, kind: string, collection: string): NamedDocument | null {
  const value = element.getAttribute(`data-lexical-${kind}-id`)
  const relationTo = element.getAttribute(collection)
  return value === null || relationTo === null ? null : { relationTo, value }
}

/** True for the picture that Google Docs draws as the box of a check list item. */
function isPictureOfBox(picture: Element): boolean {
  return (
    picture.getAttribute('aria-roledescription') === 'checkbox' &&
    picture.parentElement?.getAttribute('role') === 'checkbox'
  )
}

/** Most bytes of a picture that is only a placeholder or a tracking pixel. */
const POINT = 128

/**
 * Returns the picture in a data URL as a file; null for any other address, or if it cannot be read, is too large or is
 * only a placeholder (POINT). `index`: from 0.
 */
function pictureFile(address: string, index: number): File | null {
  const [, type = '', kind = '', base64] =
    /^data:(image\/([a-z0-9-]+)(?:[.+][a-z0-9.+-]*)?)(?:;[a-z]+=[^;,]*)*;base64,(.+)$/is.exec(
      address.trim(),
    ) ?? []
  if (base64 === undefined || base64.length > LIMITS.paste) return null
  const bytes = bytesOf(base64)
  if (bytes === null || bytes.length <= POINT) return null
  const ending = kind.toLowerCase() === 'jpeg' ? 'jpg' : kind.toLowerCase()
  // Named like a single picture that the browser pastes.
  const name = index === 0 ? `image.${ending}` : `image-${index + 1}.${ending}`
  return new File([bytes], name, { type: type.toLowerCase() })
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
