import { DEPTH, type ApiQuestion } from '../../../shared/cms/api-view.ts'

/** True if the value is a valid depth. */
export function isDepth(value: number | null): value is number {
  return value !== null && Number.isInteger(value) && value >= DEPTH.min && value <= DEPTH.max
}

/** Returns the question of an address (S2.57). `locale`: the shown one. */
export function apiQuestionOf(
  params: URLSearchParams,
  { locale, defaultDepth, hasDrafts }: { locale: string | null; defaultDepth: number; hasDrafts: boolean },
): ApiQuestion {
  const asked = params.get('depth')
  const depth = asked === null || asked === '' ? null : Number(asked)
  return {
    depth: isDepth(depth) ? depth : isDepth(defaultDepth) ? defaultDepth : DEPTH.max,
    draft: hasDrafts && params.get('draft') === 'true',
    locale,
  }
}
