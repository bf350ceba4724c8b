import type { LengthRange } from './seo-part.ts'

/** How a text's length is to be judged (S4.17–S4.21). */
export type LengthState = 'missing' | 'tooShort' | 'almostThere' | 'good' | 'tooLong'

export type LengthCheck = {
  state: LengthState
  /** In UTF-16 units, as the server counts. */
  length: number
  /** How far the bar goes, 0 to 1: up to the least length, then from there to the greatest. */
  bar: number
  /** What follows the count: how many characters are missing, may still come, or have to go. */
  rest: { kind: 'toGo' | 'leftOver' | 'tooMany'; characters: number }
}

/** From here on too short is almost there: S9.07. */
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
