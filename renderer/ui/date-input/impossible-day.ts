import type { DateValue } from '@internationalized/date'

/**
 * What stands in the parts of a date, where that is a day that its month does not have: React Aria makes the month's last
 * day of it as the focus leaves, without a word. `next`: what it makes of it; null where the two are the same day.
 */
export function impossibleDay(parts: HTMLElement | null, next: DateValue | null): string | null {
  if (parts === null || next === null) return null
  const typed = (part: string): number =>
    Number(parts.querySelector(`[data-type="${part}"]`)?.getAttribute('aria-valuenow') ?? Number.NaN)
  const isOfMonth = typed('month') === next.month && typed('year') === next.year
  const isPastItsEnd = typed('day') > next.calendar.getDaysInMonth(next)
  if (!isOfMonth || !isPastItsEnd) return null
  const all = [...parts.querySelectorAll<HTMLElement>('[data-type]')]
  const isOfDay = ({ dataset }: HTMLElement) => ['day', 'month', 'year'].includes(dataset['type'] ?? '')
  return all
    .slice(all.findIndex(isOfDay), all.findLastIndex(isOfDay) + 1)
    .map(({ textContent }) => textContent)
    .join('')
}
