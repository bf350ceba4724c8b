import type { LengthRange } from './seo-part.ts'
import type { Json } from '../../json.ts'

/** The rating of a text's length (S4.17–S4.21). */
export type LengthState = 'missing' | 'tooShort' | 'almostThere' | 'good' | 'tooLong'

export type LengthCheck = {
  state: LengthState
  /** Length in UTF-16 units, as the server counts. */
  length: number
  /** Filled part of the bar, 0 to 1: first up to the minimum, then from there to the maximum. */
  bar: number
  /** The hint after the count: characters that are missing, still allowed, or too many. */
  rest: { kind: 'toGo' | 'leftOver' | 'tooMany'; characters: number }
}

/** Share of the minimum from which a text is almost long enough (S9.07). */
const ALMOST = 0.9

export function checkLength(text: string, { min, max }: LengthRange): LengthCheck {
  const { length } = text
  const isShort = length < min
  const rest: LengthCheck['rest'] =
    isShort || length === 0
      ? { kind: 'toGo', characters: min - length }
      : length > max
        ? { kind: 'tooMany', characters: length - max }
        : { kind: 'leftOver', characters: max - length }
  if (length === 0) return { state: 'missing', length, bar: 0, rest }
  if (isShort) {
    const bar = length / min
    return { state: bar > ALMOST ? 'almostThere' : 'tooShort', length, bar, rest }
  }
  if (length > max) return { state: 'tooLong', length, bar: 1, rest }
  return { state: 'good', length, bar: max === min ? 0 : (length - min) / (max - min), rest }
}

export function isGoodLength(text: string, range: LengthRange): boolean {
  return checkLength(text, range).state === 'good'
}

/** Number of passed checks of a search result, and of all (S2.67). */
export function countChecks(
  values: { title: Json; description: Json; image: Json },
  ranges: { title: LengthRange; description: LengthRange },
): { current: number; max: number } {
  const { title, description, image } = values
  const checks = [
    typeof title === 'string' && isGoodLength(title, ranges.title),
    typeof description === 'string' && isGoodLength(description, ranges.description),
    Boolean(image),
  ]
  return { current: checks.filter(Boolean).length, max: checks.length }
}
