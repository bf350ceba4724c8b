import type { Json } from '../../json.ts'
import { isGoodLength } from './length-check.ts'
import type { LengthRange } from './seo-part.ts'

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
