import type { Json } from '../../json.ts'
import type { JsonObject } from '../../json.ts'
import { topNodes } from './nodes.ts'
import { showNodes } from './show.ts'
import type { Align, Looks, Shown, ShownCell, TextFormat } from './show.ts'
import { CELL_WIDTH } from './tables.ts'

/** What is said of nodes that are no text: the title of a document, what stands in a block. */
export type NodeWords = (node: JsonObject) => string

const TAGS: Record<TextFormat, string> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 's',
  underline: 'u',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
  highlight: 'mark',
}

/**
 * A rich text as HTML for other programs. It holds elements, a few styles and safe addresses; no script, no class, and
 * nothing of the text that is not escaped.
 */
export function toHtml(value: Json | undefined, words: NodeWords): string {
  return html(showNodes(topNodes(value)), words)
}

function html(all: readonly Shown[], words: NodeWords): string {
  return all.map((one) => element(one, words)).join('')
}

function element(shown: Shown, words: NodeWords): string {
  switch (shown.kind) {
    case 'text':
      return shown.formats.reduceRight(
        (inside, format) => `<${TAGS[format]}>${inside}</${TAGS[format]}>`,
        escaped(shown.text),
      )
    case 'break':
      return '<br>'
    case 'tab':
      return '\t'
    case 'paragraph':
      return `<p${looks(shown)}>${html(shown.inside, words) || '<br>'}</p>`
    case 'quote':
      return `<blockquote${looks(shown)}>${html(shown.inside, words)}</blockquote>`
    case 'heading':
      return `<h${shown.level}${looks(shown)}>${html(shown.inside, words)}</h${shown.level}>`
    case 'rule':
      return '<hr>'
    case 'list':
      return list(shown, words)
    case 'link': {
      const inside = html(shown.inside, words)
      if (shown.href === null) return inside
      const target = shown.newTab ? ' target="_blank" rel="noopener noreferrer"' : ''
      return `<a href="${escaped(shown.href)}"${target}>${inside}</a>`
    }
    case 'table':
      return `<table>${shown.rows.map((row) => `<tr>${row.cells.map((cell) => tableCell(cell, words)).join('')}</tr>`).join('')}</table>`
    case 'inlineBlock':
      return escaped(words(shown.node))
    case 'upload':
    case 'relationship':
    case 'block':
      return `<p${alignment(shown.align)}>${escaped(words(shown.node))}</p>`
    case 'unknown':
      return html(shown.inside, words)
    default:
      return shown satisfies never
  }
}

function list(shown: Extract<Shown, { kind: 'list' }>, words: NodeWords): string {
  const tag = shown.type === 'number' ? 'ol' : 'ul'
  const start = shown.type === 'number' && shown.start !== 1 ? ` start="${shown.start}"` : ''
  const items = shown.items.map(({ value, checked, inside }) => {
    const box = checked === undefined ? '' : ` role="checkbox" aria-checked="${checked}"`
    return `<li value="${value}"${box}>${html(inside, words)}</li>`
  })
  return `<${tag}${start}>${items.join('')}</${tag}>`
}

function tableCell(cell: ShownCell, words: NodeWords): string {
  const tag = cell.isRowHeader || cell.isColumnHeader ? 'th' : 'td'
  const spans = [
    cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : '',
    cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '',
  ].join('')
  const style = [
    'border: 1px solid black',
    `width: ${cell.width ?? CELL_WIDTH}px`,
    `vertical-align: ${cell.verticalAlign ?? 'top'}`,
    'text-align: start',
    ...(cell.backgroundColor === null ? [] : [`background-color: ${cell.backgroundColor}`]),
  ].join('; ')
  return `<${tag}${spans} style="${escaped(style)}">${html(cell.inside, words)}</${tag}>`
}

/** How far an indent goes, in pixels, as other editors read it. */
const INDENT = 40

function looks({ align, indent, direction }: Looks): string {
  const style = [
    ...(align === null ? [] : [`text-align: ${align}`]),
    ...(indent === 0 ? [] : [`padding-inline-start: ${indent * INDENT}px`]),
  ].join('; ')
  return `${direction === 'rtl' ? ' dir="rtl"' : ''}${style === '' ? '' : ` style="${style}"`}`
}

function alignment(align: Align | null): string {
  return align === null ? '' : ` style="text-align: ${align}"`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
