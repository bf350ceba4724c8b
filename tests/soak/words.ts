import type { Json, JsonObject } from '../../shared/json.ts'
import { isPlainJson, own } from '../../shared/json.ts'

/** A rich text of the soak: paragraphs of one text each, every one of them used once. */
export const textOfWords = (words: readonly string[]): JsonObject => ({
  root: {
    type: 'root',
    version: 1,
    format: '',
    indent: 0,
    direction: 'ltr',
    children: words.map((word) => ({
      type: 'paragraph',
      version: 1,
      format: '',
      indent: 0,
      direction: 'ltr',
      textFormat: 0,
      textStyle: '',
      children: [{ type: 'text', version: 1, text: word, format: 0, detail: 0, mode: 'normal', style: '' }],
    })),
  },
})

/** What is in its paragraphs. */
export function wordsOfText(value: Json | undefined): string[] {
  const root = isPlainJson(value) ? own(value, 'root') : undefined
  const children = isPlainJson(root) ? own(root, 'children') : undefined
  return Array.isArray(children) ? children.map(wordsIn).filter((words) => words !== '') : []
}

function wordsIn(node: Json): string {
  if (!isPlainJson(node)) return ''
  const { text, children } = node
  if (typeof text === 'string') return text
  return Array.isArray(children) ? children.map(wordsIn).join('') : ''
}

/** A text with one paragraph more, one less, or other words in one of them; the paragraphs that stay are as they were. */
export function changedText(
  value: Json | undefined,
  how: 'add' | 'edit' | 'remove',
  draw: number,
  word: string,
): Json {
  const words = wordsOfText(value)
  const at = Math.floor(draw * words.length)
  if (how === 'add' || words.length === 0) return textOfWords(words.toSpliced(at, 0, word))
  return textOfWords(how === 'edit' ? words.with(at, word) : words.toSpliced(at, 1))
}

/** A text with so many paragraphs gets no more. */
export const MOST_PARAGRAPHS = 6
