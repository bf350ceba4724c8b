import type { Json } from '../../json.ts'
import { richTextLines } from './rich-text-lines.ts'

/** How many words a text has, as its language counts them: those of Chinese have no spaces between them. */
export function wordCount(value: Json | undefined, language: string): number {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  let count = 0
  for (const line of richTextLines(value))
    for (const { isWordLike } of segmenter.segment(line)) if (isWordLike === true) count += 1
  return count
}
