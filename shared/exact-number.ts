/** Most significant digits that are compared; a numeral with more of them never counts as exact. */
const MOST_DIGITS = 100

/**
 * True if a number keeps all digits of a numeral, such as `-12.50e3`: 9007199254740993 would become 9007199254740992
 * (F102). Long fractions may lose their last digits, as in coordinates.
 */
export function isExact(numeral: string): boolean {
  const written = significant(numeral)
  if (written === null || written.digits.length > MOST_DIGITS) return false
  if (written.digits === '') return true
  const value = Number(numeral)
  if (written.exponent < 0 && value !== 0 && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true
  return [String(value), value.toPrecision(written.digits.length)].some((kept) => {
    const held = significant(kept)
    return held !== null && held.digits === written.digits && held.exponent === written.exponent
  })
}

/** Digits without the zeros around them, and the power of ten of the last one; null if it is no numeral. */
function significant(numeral: string): { digits: string; exponent: number } | null {
  const [, whole, decimals = '', exponent = '0'] =
    /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(numeral) ?? []
  if (whole === undefined) return null
  const all = (whole + decimals).replace(/^0+/, '')
  const digits = withoutEndingZeros(all)
  return { digits, exponent: Number(exponent) - decimals.length + all.length - digits.length }
}

function withoutEndingZeros(digits: string): string {
  let end = digits.length
  while (digits.charAt(end - 1) === '0') end -= 1
  return digits.slice(0, end)
}
