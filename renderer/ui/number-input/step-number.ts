/**
 * Returns a value one step up or down, inside the limits and without the noise of binary fractions; null
 * counts as 0.
 */
export function stepNumber(
  value: number | null,
  direction: 1 | -1,
  limits: { step: number; min: number | null; max: number | null },
): number {
  const from = value ?? 0
  const digits = Math.max(decimals(from), decimals(limits.step))
  const next = Number((from + direction * limits.step).toFixed(digits))
  return Math.min(limits.max ?? Infinity, Math.max(limits.min ?? -Infinity, next))
}

function decimals(value: number): number {
  const text = String(value)
  return text.includes('e-') ? 12 : (text.split('.')[1]?.length ?? 0)
}
