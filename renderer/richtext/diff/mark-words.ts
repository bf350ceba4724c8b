import type { Shown, ShownText } from '../../../shared/fields/richText/show.ts'
import type { Stretch } from '../../ui/text-change/diff-words.ts'

/** Stands in the words for a part that is none. */
const PART = '\uFFFC'

/** The words of nodes as one text, with a break between those of different lines; `at` is the place of each. */
export function wordsOfShown(all: readonly Shown[]): {
  words: string
  texts: { shown: ShownText; at: number }[]
} {
  const reading: Reading = { words: '', texts: [] }
  mapTexts(all, reading, (shown) => [shown])
  return reading
}

/** The nodes with stretches of their words marked. */
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
  return all.flatMap((one): Shown[] => {
    switch (one.kind) {
      case 'text': {
        const at = reading.words.length
        reading.texts.push({ shown: one, at })
        reading.words += one.text
        return visit(one, at)
      }
      case 'link':
      case 'unknown':
        return [{ ...one, inside: mapTexts(one.inside, reading, visit) }]
      case 'paragraph':
      case 'quote':
      case 'heading':
        return [{ ...one, inside: line(one.inside, reading, visit) }]
      case 'list':
        return [
          {
            ...one,
            items: one.items.map((item) => ({ ...item, inside: line(item.inside, reading, visit) })),
          },
        ]
      case 'table':
        return [
          {
            ...one,
            rows: one.rows.map((row) => ({
              ...row,
              cells: row.cells.map((cell) => ({ ...cell, inside: line(cell.inside, reading, visit) })),
            })),
          },
        ]
      default:
        reading.words += one.kind === 'break' || one.kind === 'rule' ? '\n' : one.kind === 'tab' ? '\t' : PART
        return [one]
    }
  })
}

function line(inside: readonly Shown[], reading: Reading, visit: Visit): Shown[] {
  const mapped = mapTexts(inside, reading, visit)
  reading.words += '\n'
  return mapped
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
