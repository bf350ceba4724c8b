import type { ContentLocaleOption } from '../../../data/content-locale.tsx'

/**
 * True if the second locale is the source of the first: by the site's setting, else if it comes first in the site's
 * order.
 */
export function isSecondSource(
  locales: readonly Pick<ContentLocaleOption, 'code' | 'source'>[],
  first: string | null,
  second: string | null,
): boolean {
  const [one, other] = [first, second].map((code) => locales.find((locale) => locale.code === code))
  if (one === undefined || other === undefined) return false
  if (one.source === other.code || other.source === one.code) return one.source === other.code
  return locales.indexOf(other) < locales.indexOf(one)
}
