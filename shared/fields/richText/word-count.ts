import type { Json } from '../../json.ts'
import { richTextLines } from './rich-text-lines.ts'

/** Number of words of a text by the rules of its language: Chinese has no spaces between words. */
export function wordCount(value: Json | undefined, language: string): number {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  let count = 0
  for (const line of richTextLines(value))
    for (const { isWordLike } of segmenter.segment(line)) if (isWordLike === true) count += 1
  return count
}
