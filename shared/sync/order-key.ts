/** Digits in text order. Payload 3.90 makes keys without capitals; older keys may have some. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * A key that sorts between two others as texts, so that a moved document is shown in its place until the server has made
 * its own key. null: there is nothing on that side. Where the two are not in order, one behind the first.
 */
export function keyBetween(lower: string | null, upper: string | null): string {
  if (lower !== null && (upper === null || upper <= lower)) return `${lower}i`
  const low = lower ?? ''
  let high = upper
  let key = ''
  // Ends at the latest behind the longer of the two, where everything is free.
  for (let at = 0; at <= Math.max(low.length, upper?.length ?? 0); at += 1) {
    const from = digitAt(low, at)
    const to = high === null || at >= high.length ? DIGITS.length : digitAt(high, at)
    if (to - from > 1) return key + DIGITS.charAt(Math.floor((from + to) / 2))
    key += DIGITS.charAt(from)
    if (to > from) high = null
  }
  return `${key}i`
}

function digitAt(key: string, at: number): number {
  return Math.max(0, DIGITS.indexOf(key.charAt(at) || '0'))
}
