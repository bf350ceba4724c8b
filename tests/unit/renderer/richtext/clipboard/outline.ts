import { listTypeOf } from '../../../../../shared/fields/richText/lists.ts'
import { childrenOf, fieldsOf, typeOf } from '../../../../../shared/fields/richText/nodes.ts'
import { FORMATS } from '../../../../../shared/fields/richText/shown.ts'
import { isPlainJson } from '../../../../../shared/json.ts'
import type { Json } from '../../../../../shared/json.ts'

/** Nodes as lines that can be read: what they are, what is in them, and what the words look like. */
export function outline(nodes: readonly Json[]): string[] {
  if (nodes.every((node) => ['text', 'link', 'autolink', 'linebreak', 'tab'].includes(typeOf(node))))
    return [nodes.map(inline).join('')]
  return nodes.flatMap((node) => lines(node))
}

function lines(node: Json): string[] {
  if (!isPlainJson(node)) return ['?']
  const type = typeOf(node)
  const words = childrenOf(node).map(inline).join('')
  const align = typeof node['format'] === 'string' && node['format'] !== '' ? ` ${node['format']}` : ''
  if (type === 'heading') return [`${said(node['tag'])}${align}: ${words}`]
  if (type === 'paragraph') return [`p${align}: ${words}`]
  if (type === 'quote') return [`quote: ${words}`]
  if (type === 'list') {
    const start = node['start'] === 1 ? '' : ` from ${said(node['start'])}`
    return [
      `${listTypeOf(node)}${start}`,
      ...childrenOf(node)
        .flatMap(item)
        .map((line) => `  ${line}`),
    ]
  }
  if (type === 'table') return childrenOf(node).map((row) => `| ${childrenOf(row).map(cell).join(' | ')} |`)
  if (type === 'block') return [`block ${said(fieldsOf(node)['blockType'])}`]
  return [type]
}

function item(node: Json): string[] {
  const [first] = childrenOf(node)
  if (typeOf(first) === 'list') return lines(first ?? null)
  const checked = isPlainJson(node) && 'checked' in node ? (node['checked'] === true ? '[x] ' : '[ ] ') : ''
  return [`- ${checked}${childrenOf(node).map(inline).join('')}`]
}

function cell(node: Json): string {
  const { headerState, colSpan, rowSpan } = isPlainJson(node) ? node : {}
  const head = headerState === 1 ? '^' : headerState === 2 ? '<' : ''
  const span = colSpan === 1 && rowSpan === 1 ? '' : `(${said(colSpan)}x${said(rowSpan)}) `
  return `${head}${span}${childrenOf(node).flatMap(lines).join(' / ').replaceAll('p: ', '')}`
}

function inline(node: Json): string {
  if (!isPlainJson(node)) return '?'
  const type = typeOf(node)
  if (type === 'linebreak') return '⏎'
  if (type === 'tab') return '⇥'
  if (type === 'link' || type === 'autolink')
    return `[${childrenOf(node).map(inline).join('')}](${said(fieldsOf(node)['url'])})`
  if (type !== 'text') return `{${type}}`
  const format = Number(node['format'])
  const names = FORMATS.filter(([, bit]) => (format & bit) !== 0).map(([name]) => name)
  const text = said(node['text'])
  return names.length === 0 ? text : `<${names.join(' ')}>${text}</>`
}

function said(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
