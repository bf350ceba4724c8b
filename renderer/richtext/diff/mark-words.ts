import { nodeTypeOfShown } from '../../../shared/fields/richText/node-types/registry.ts'
import type { Shown, ShownText } from '../../../shared/fields/richText/shown.ts'
import type { Stretch } from '../../ui/text-change/diff-words.ts'

/** Placeholder character for a node without words. */
const PART = '\uFFFC'

/**
 * Returns the words of nodes as one text with a break after each line. `at`: start of each text node in it.
 */
export function wordsOfShown(all: readonly Shown[]): {
  words: string
  texts: { shown: ShownText; at: number }[]
} {
  const reading: Reading = { words: '', texts: [] }
  mapTexts(all, reading, (shown) => [shown])
  return reading
}

/** Returns the nodes with marks on ranges of their words. */
export function markWords(
  all: readonly Shown[],
  stretches: readonly Stretch[],
  mark: 'ins' | 'del',
): Shown[] {
  return mapTexts(all, { words: '', texts: [] }, (shown, at) => split(shown, at, stretches, mark))
}

type Reading = { words: string; texts: { shown: ShownText; at: number }[] }
type Visit = (shown: ShownText, at: number) => Shown[]

function mapTexts(all: readonly Shown[], reading: Reading, visit: Visit): Shown[] {
  const run = (inside: readonly Shown[]): Shown[] => mapTexts(inside, reading, visit)
  const line = (inside: readonly Shown[]): Shown[] => {
    const mapped = run(inside)
    reading.words += '\n'
    return mapped
  }
  return all.flatMap((one): Shown[] => {
    if (one.kind === 'text') {
      const at = reading.words.length
      reading.texts.push({ shown: one, at })
      reading.words += one.text
      return visit(one, at)
    }
    const type = nodeTypeOfShown(one)
    if (type.mapInside !== undefined) return [type.mapInside(one, { line, run })]
    reading.words += type.words ?? PART
    return [one]
  })
}

function split(shown: ShownText, at: number, stretches: readonly Stretch[], mark: 'ins' | 'del'): Shown[] {
  const pieces: Shown[] = []
  let done = 0
  const take = (until: number, marked: boolean): void => {
    if (until <= done) return
    pieces.push({ ...shown, text: shown.text.slice(done, until), ...(marked && { mark }) })
    done = until
  }
  for (const { start, end } of stretches) {
    if (end <= at || start >= at + shown.text.length) continue
    take(Math.max(0, start - at), false)
    take(Math.min(shown.text.length, end - at), true)
  }
  take(shown.text.length, false)
  return pieces.length === 0 ? [shown] : pieces
}
