import { LIMITS } from '../../../shared/limits.ts'

/** How many of so many parts of a list are drawn; `times`: the first ones, and as often as more were asked for. */
export function drawnAtOnce(total: number, times: number): number {
  return Math.min(total, times * LIMITS.comparedParts)
}
