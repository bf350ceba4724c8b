import { isPlainJson, own } from '../../json.ts'
import type { Json } from '../../json.ts'

/** The words of rich text, one line for each top-level node that has any. */
export function richTextLines(value: Json | undefined): string[] {
  const root = isPlainJson(value) ? own(value, 'root') : null
  const children = isPlainJson(root) ? own(root, 'children') : null
  if (!Array.isArray(children)) return []
  return children.map((node) => textOf(node).trim()).filter((line) => line !== '')
}

/** What stands between the nodes within one of these. */
const BETWEEN: ReadonlyMap<Json | undefined, string> = new Map([
  ['list', '\n'],
  ['table', '\n'],
  ['tablerow', ' · '],
])

function textOf(node: Json): string {
  if (!isPlainJson(node)) return ''
  const type = own(node, 'type')
  if (type === 'linebreak') return '\n'
  if (type === 'tab') return '\t'
  const text = own(node, 'text')
  if (typeof text === 'string') return text
  const children = own(node, 'children')
  return Array.isArray(children) ? children.map(textOf).join(BETWEEN.get(type) ?? '') : ''
}
