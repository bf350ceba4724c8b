import type { Json } from '../../json.ts'
import { topNodes } from './nodes.ts'
import { showNodes } from './show.ts'
import type { Shown, TextFormat } from './show.ts'
import type { NodeWords } from './to-html.ts'

/** Spaces of a level of a list (S9.15). */
export const LIST_INDENT = 4

const MARKS: Partial<Record<TextFormat, string>> = { bold: '**', italic: '*', strikethrough: '~~', code: '`' }

/** A rich text as markdown, in the form that GitHub reads; what markdown has no sign for is plain text. */
export function toMarkdown(value: Json | undefined, words: NodeWords): string {
  return blocks(showNodes(topNodes(value)), words).join('\n\n')
}

function blocks(all: readonly Shown[], words: NodeWords): string[] {
  return all.map((one) => block(one, words)).filter((text) => text.trim() !== '')
}

function block(shown: Shown, words: NodeWords): string {
  switch (shown.kind) {
    case 'heading':
      return `${'#'.repeat(shown.level)} ${inline(shown.inside, words)}`
    case 'quote':
      return inline(shown.inside, words).replace(/^/gm, '> ')
    case 'rule':
      return '---'
    case 'list':
      return listLines(shown, words, 0).join('\n')
    case 'table':
      return table(shown, words)
    case 'upload':
    case 'relationship':
    case 'block':
      return plain(words(shown.node))
    case 'paragraph':
      return atLineStart(inline(shown.inside, words))
    default:
      return inline([shown], words)
  }
}

function listLines(list: Extract<Shown, { kind: 'list' }>, words: NodeWords, depth: number): string[] {
  return list.items.flatMap(({ value, checked, inside, nests }) => {
    const lists = inside.filter((one) => one.kind === 'list')
    const below = lists.flatMap((one) => listLines(one, words, depth + 1))
    if (nests) return below
    const sign =
      list.type === 'number' ? `${value}. ` : list.type === 'check' ? `- [${checked ? 'x' : ' '}] ` : '- '
    const text = inline(
      inside.filter((one) => one.kind !== 'list'),
      words,
    )
    return [`${' '.repeat(depth * LIST_INDENT)}${sign}${text}`, ...below]
  })
}

function table({ rows }: Extract<Shown, { kind: 'table' }>, words: NodeWords): string {
  const lines = rows.map(
    ({ cells }) =>
      `| ${cells.map(({ inside }) => blocks(inside, words).join(' ').replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`,
  )
  const [first, ...others] = lines
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 1)
  return first === undefined ? '' : [first, `|${' --- |'.repeat(width)}`, ...others].join('\n')
}

function inline(all: readonly Shown[], words: NodeWords): string {
  return all
    .map((one): string => {
      if (one.kind === 'text') return marked(one)
      if (one.kind === 'break') return '\n'
      if (one.kind === 'tab') return '\t'
      if (one.kind === 'inlineBlock') return plain(words(one.node))
      if (one.kind === 'link') {
        const text = inline(one.inside, words)
        return one.href === null ? text : `[${text}](${one.href.replaceAll(/[()\s]/g, encodeURIComponent)})`
      }
      return 'inside' in one ? inline(one.inside, words) : block(one, words)
    })
    .join('')
}

/** Marks stand at words: markdown takes a mark beside a space for a plain sign. */
function marked({ text, formats }: Extract<Shown, { kind: 'text' }>): string {
  const bare = text.trim()
  if (bare === '') return text
  const start = text.length - text.trimStart().length
  const [before, after] = [text.slice(0, start), text.slice(start + bare.length)]
  const signs = formats.flatMap((format) => MARKS[format] ?? [])
  const inside = formats.includes('code') ? bare : plain(bare)
  return `${before}${signs.reduceRight((one, sign) => `${sign}${one}${sign}`, inside)}${after}`
}

function plain(text: string): string {
  return text.replaceAll(/[\\`*_~[\]]/g, '\\$&')
}

/** A paragraph that begins like something else. The spaces are those of the line, of which each is looked at once. */
function atLineStart(text: string): string {
  return text.replaceAll(
    /^([^\S\n\r\u2028\u2029]*)(#{1,6} |>|- |\+ |\d+\. |---)/gm,
    (_all, space: string, sign: string) =>
      /^\d/.test(sign) ? `${space}${sign.replace('.', '\\.')}` : `${space}\\${sign}`,
  )
}
