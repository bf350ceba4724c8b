import { isPlainJson, own } from '../../json.ts'
import type { Json } from '../../json.ts'
import { nodeTypeAround } from './node-types/registry.ts'
import { childrenOf, topNodes, typeOf } from './nodes.ts'

/** The words of rich text, one line for each top-level node that has any. */
export function richTextLines(value: Json | undefined): string[] {
  return topNodes(value)
    .map((node) => textOf(node).trim())
    .filter((line) => line !== '')
}

function textOf(node: Json): string {
  if (!isPlainJson(node)) return ''
  const known = nodeTypeAround(node)
  if (known?.standing === 'inline' && known.words !== undefined) return known.words
  const text = own(node, 'text')
  if (typeof text === 'string') return text
  return childrenOf(node)
    .map(textOf)
    .join(known?.between?.[typeOf(node)] ?? '')
}

/** Number of words of a text by the rules of its language: Chinese has no spaces between words. */
export function wordCount(value: Json | undefined, language: string): number {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  let count = 0
  for (const line of richTextLines(value))
    for (const { isWordLike } of segmenter.segment(line)) if (isWordLike === true) count += 1
  return count
}
