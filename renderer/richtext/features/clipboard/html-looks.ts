import type { TextFormat } from '../../../../shared/fields/richText/shown.ts'
import { FORMATS, MOST_INDENT } from '../../../../shared/fields/richText/shown.ts'
import { isColour } from '../../../../shared/fields/richText/tables.ts'

const BITS = Object.fromEntries(FORMATS)

export function formatBit(format: TextFormat): number {
  return BITS[format] ?? 0
}

const TAG_FORMATS: Readonly<Record<string, TextFormat>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  dfn: 'italic',
  var: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sub: 'subscript',
  sup: 'superscript',
  mark: 'highlight',
}

/**
 * Parses the style attribute as text, since the browser would drop Word's properties. Names and values in
 * lower case.
 */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const style = element.getAttribute('style')
  if (style === null) return NO_STYLE
  return new Map(
    style.split(';').flatMap((one): [string, string][] => {
      const colon = one.indexOf(':')
      return colon < 0
        ? []
        : [
            [
              one.slice(0, colon).trim().toLowerCase(),
              one
                .slice(colon + 1)
                .trim()
                .toLowerCase(),
            ],
          ]
    }),
  )
}

const NO_STYLE: ReadonlyMap<string, string> = new Map()

/** Returns the format of the words in an inline element. `around`: the format outside of it. */
export function formatIn(element: Element, style: ReadonlyMap<string, string>, around: number): number {
  const tag = TAG_FORMATS[element.localName]
  let format = around | (tag === undefined ? 0 : formatBit(tag))
  const set = (one: TextFormat, on: boolean): void => {
    format = on ? format | formatBit(one) : format & ~formatBit(one)
  }
  const weight = style.get('font-weight') ?? ''
  if (/^(bold|bolder|[6-9]00)$/.test(weight)) set('bold', true)
  // Google Docs wraps all of a text in a <b> that is none.
  if (/^(normal|lighter|[1-5]00)$/.test(weight)) set('bold', false)
  const slant = style.get('font-style') ?? ''
  if (/^(italic|oblique)/.test(slant)) set('italic', true)
  if (slant === 'normal') set('italic', false)
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  if (line.includes('underline')) set('underline', true)
  if (line.includes('line-through')) set('strikethrough', true)
  const place = style.get('vertical-align')
  if (place === 'super') set('superscript', true)
  if (place === 'sub') set('subscript', true)
  return format
}

export function isHidden(element: Element, style = styleOf(element)): boolean {
  return hasNoPlace(element, style) || /^(hidden|collapse)$/.test(style.get('visibility') ?? '')
}

/** True if it is hidden and takes no room. */
export function hasNoPlace(element: Element, style = styleOf(element)): boolean {
  return (
    element.hasAttribute('hidden') ||
    style.get('display') === 'none' ||
    style.get('mso-hide') === 'all' ||
    // The no-break space by which Word on the web ends each paragraph.
    (element.classList.contains('EOP') && element.textContent?.trim() === '') ||
    // The sign of an item of a list, and comments beside the text.
    style.get('mso-list') === 'ignore' ||
    (style.get('mso-element') ?? '').startsWith('comment')
  )
}

/** Returns the alignment of a paragraph; '' for the default. */
export function alignOf(element: Element, style: ReadonlyMap<string, string>): string {
  const align = style.get('text-align') ?? element.getAttribute('align')?.toLowerCase() ?? ''
  const isSaid = ['center', 'right', 'end', 'justify'].includes(align)
  return isSaid || (align === 'left' && isRtl(element, style)) ? align : ''
}

function isRtl(element: Element, style: ReadonlyMap<string, string>): boolean {
  const said = element.getAttribute('dir') ?? style.get('direction')
  return (said ?? element.closest('[dir]')?.getAttribute('dir') ?? '').toLowerCase() === 'rtl'
}

/** Pixels per CSS unit. */
const UNITS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}

/** Returns an absolute CSS length in pixels; null for any other value. */
export function pixelsOf(length: string): { pixels: number; unit: string } | null {
  const [, number = '', unit = ''] = /^(\d{1,7}(?:\.\d{1,9})?)(px|pt|pc|in|cm|mm)$/.exec(length.trim()) ?? []
  return number === '' ? null : { pixels: Number(number) * (UNITS[unit] ?? 1), unit }
}

/** Pixels of a level of indentation as toHtml and pages write it, and as programs for paper do: half an inch. */
const INDENT = 40
const INDENT_ON_PAPER = 48

/** Returns the level of indentation, from the padding that toHtml writes, or from the margin at the start. */
export function indentOf(element: Element, style: ReadonlyMap<string, string>): number {
  const length = pixelsOf(style.get('padding-inline-start') ?? marginAtStart(element, style))
  if (length === null) return 0
  const level = length.unit === 'px' ? INDENT : INDENT_ON_PAPER
  return Math.min(Math.round(length.pixels / level), MOST_INDENT)
}

function marginAtStart(element: Element, style: ReadonlyMap<string, string>): string {
  const isToRight = isRtl(element, style)
  const sides = (style.get('margin') ?? '').split(/\s+/)
  const [, atRight = '', , atLeft = atRight] = sides
  return (
    style.get('margin-inline-start') ??
    style.get(isToRight ? 'margin-right' : 'margin-left') ??
    (isToRight ? atRight : atLeft)
  )
}

/**
 * Values that are no background of a cell: the white of the page, and keywords without a colour of their own.
 */
const NO_COLOUR =
  /^(?:transparent|inherit|initial|unset|revert|none|auto|currentcolor|windowtext|window|white|#fff|#ffffff|rgb\(255, ?255, ?255\))$/

/** The background that a cell or a row states; null: none. */
export function colourOf(element: Element): string | null {
  const style = styleOf(element)
  const said = [
    style.get('background-color'),
    style.get('background'),
    element.getAttribute('bgcolor')?.toLowerCase(),
  ]
  return said.find((one) => one !== undefined && isColour(one) && !NO_COLOUR.test(one)) ?? null
}

/** Vertical alignment of the words in a cell; '' at the top. */
export function verticalAlignOf(element: Element): string {
  const align = styleOf(element).get('vertical-align') ?? element.getAttribute('valign')?.toLowerCase() ?? ''
  return align === 'middle' || align === 'bottom' ? align : ''
}

/** Returns the width that a column or cell states, in whole pixels; null if it states none. */
export function widthOf(element: Element): number | null {
  const attribute = element.getAttribute('width') ?? ''
  const said = styleOf(element).get('width') ?? (/^\d+$/.test(attribute) ? `${attribute}px` : attribute)
  const pixels = Math.round(pixelsOf(said)?.pixels ?? 0)
  return pixels > 0 && pixels < 5_000 ? pixels : null
}
