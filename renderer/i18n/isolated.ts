/** Signs of Unicode, which nobody sees: what stands between one of the first two and the last keeps its own order. */
export const LEFT_TO_RIGHT = '\u2066'
const AS_IT_BEGINS = '\u2068'
export const END = '\u2069'

/** Letters of Hebrew, Arabic and the scripts beside them. */
export const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A value within a sentence, in the direction in which it begins. */
export function isolated(value: string): string {
  return `${AS_IT_BEGINS}${value}${END}`
}
