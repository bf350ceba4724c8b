import type { Json, JsonObject } from '../../shared/json.ts'
import { isPlainJson, own } from '../../shared/json.ts'
import { canonical } from './canonical.ts'

/** A paragraph of one text, as an editor makes it. */
const paragraphOf = (word: string, format = 0): JsonObject => ({
  type: 'paragraph',
  version: 1,
  format: '',
  indent: 0,
  direction: 'ltr',
  textFormat: 0,
  textStyle: '',
  children: [{ type: 'text', version: 1, text: word, format, detail: 0, mode: 'normal', style: '' }],
})

const textOfNodes = (children: readonly JsonObject[]): JsonObject => ({
  root: { type: 'root', version: 1, format: '', indent: 0, direction: 'ltr', children: [...children] },
})

/** The top-level nodes of a rich text, without empty paragraphs. */
function nodesOf(value: Json | undefined): JsonObject[] {
  const root = isPlainJson(value) ? own(value, 'root') : undefined
  const children = isPlainJson(root) ? own(root, 'children') : undefined
  return Array.isArray(children) ? children.filter(isPlainJson).filter((node) => itemOf(node) !== '') : []
}

/**
 * A rich text as its paragraphs, in their order: the words of each, followed by the whole node if it is no plain
 * paragraph of these words.
 */
export const wordsOfText = (value: Json | undefined): string[] => nodesOf(value).map(itemOf)

function itemOf(node: JsonObject): string {
  const words = wordsIn(node)
  return canonical(node) === canonical(paragraphOf(words)) ? words : `${words} ${canonical(node)}`
}

function wordsIn(node: Json): string {
  if (!isPlainJson(node)) return ''
  const { text, children } = node
  if (typeof text === 'string') return text
  return Array.isArray(children) ? children.map(wordsIn).join('') : ''
}

export type HowWords = 'add' | 'edit' | 'format' | 'remove'

/**
 * A text with one paragraph more, one less, other words in one of them, or one bold or plain again; the paragraphs that
 * stay are as they were.
 */
export function changedText(value: Json | undefined, how: HowWords, draw: number, word: string): Json {
  const nodes = nodesOf(value)
  const at = Math.floor(draw * nodes.length)
  const node = nodes[at]
  if (how === 'add' || node === undefined) return textOfNodes(nodes.toSpliced(at, 0, paragraphOf(word)))
  if (how === 'remove') return textOfNodes(nodes.toSpliced(at, 1))
  if (how === 'edit') return textOfNodes(nodes.with(at, paragraphOf(word)))
  const words = wordsIn(node)
  return textOfNodes(nodes.with(at, paragraphOf(words, itemOf(node) === words ? BOLD : 0)))
}

const BOLD = 1

/** A text with so many paragraphs gets no more. */
export const MOST_PARAGRAPHS = 6
