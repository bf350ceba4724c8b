import type { TextFormat } from '../../../../shared/fields/richText/show.ts'
import { FORMATS } from '../../../../shared/fields/richText/show.ts'

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

/** The declarations of a style, as they were written: the browser drops those of Word. Names in lower case. */
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

/** The format of the words in an inline element, in one of which `around` holds. */
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

export function isHidden(element: Element, style: ReadonlyMap<string, string>): boolean {
  return (
    element.hasAttribute('hidden') ||
    style.get('display') === 'none' ||
    style.get('visibility') === 'hidden' ||
    style.get('mso-hide') === 'all' ||
    // The sign of an item of a list, and comments beside the text.
    style.get('mso-list') === 'ignore' ||
    (style.get('mso-element') ?? '').startsWith('comment')
  )
}

/** How a paragraph stands; '' where it stands as any. */
export function alignOf(element: Element, style: ReadonlyMap<string, string>): string {
  const align = style.get('text-align') ?? element.getAttribute('align')?.toLowerCase() ?? ''
  return ['center', 'right', 'end', 'justify'].includes(align) ? align : ''
}

/** Pixels of a level of indentation, as toHtml writes it. */
const INDENT = 40

export function indentOf(style: ReadonlyMap<string, string>): number {
  const [, pixels = '0'] = /^(\d+)px$/.exec(style.get('padding-inline-start') ?? '') ?? []
  return Math.min(Math.round(Number(pixels) / INDENT), 20)
}
