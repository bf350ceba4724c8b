import type { PrefetchState } from '../../shared/prefetch.ts'
import type { UseT } from '../i18n/use-t.ts'

/** Returns the progress of the prefetch in one line; '' if it is off. */
export function prefetchWords(
  { phase, left, found }: PrefetchState,
  { t, formatNumber }: Pick<UseT, 't' | 'formatNumber'>,
): string {
  if (phase === 'off') return ''
  if (phase === 'fetching') {
    const all = found ?? left
    return t('galley:app.keep.phase.fetching', {
      number: formatNumber(Math.max(0, all - left)),
      found: formatNumber(all),
    })
  }
  return t(`galley:app.keep.phase.${phase}`)
}
