import type { PrefetchState } from '../../shared/prefetch.ts'
import type { UseT } from '../i18n/use-t.ts'

/** One line that says how far it is; '' where only what is opened is kept. */
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
