import type { LeftOut, ManyResult } from '../../../shared/ipc.ts'
import type { UseT } from '../../i18n/use-t.ts'

/** `3 documents were left out: 2 not on this computer, 1 no permission`; of one reason without its number. */
export function leftOutWords(
  { leftOut }: Pick<ManyResult, 'leftOut'>,
  { t, formatList }: UseT,
): { detail?: string } {
  if (leftOut.length === 0) return {}
  const counts = new Map<LeftOut, number>()
  for (const { why } of leftOut) counts.set(why, (counts.get(why) ?? 0) + 1)
  const parts = [...counts].map(([why, count]) => {
    const words = t(`galley:actions.many.why.${why}`)
    return counts.size === 1 ? words : t('galley:actions.many.whyCount', { count, why: words })
  })
  return { detail: t('galley:actions.many.left', { count: leftOut.length, why: formatList(parts) }) }
}
