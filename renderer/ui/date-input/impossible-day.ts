import type { DateValue } from '@internationalized/date'

/** A day that its month does not have, as it was typed. `text`: the whole date. */
export type ImpossibleDay = { day: number; text: string }

/**
 * Returns a typed day that its month does not have; null if there is none. React Aria silently replaces it by the
 * month's last day on blur. `next`: React Aria's date.
 */
export function impossibleDay(parts: HTMLElement | null, next: DateValue): ImpossibleDay | null {
  if (parts === null) return null
  const typed = (part: string): number =>
    Number(parts.querySelector(`[data-type="${part}"]`)?.getAttribute('aria-valuenow') ?? Number.NaN)
  const day = typed('day')
  const isOfMonth = typed('month') === next.month && typed('year') === next.year
  if (!isOfMonth || !(day > next.calendar.getDaysInMonth(next))) return null
  const all = [...parts.querySelectorAll<HTMLElement>('[data-type]')]
  const isOfDay = ({ dataset }: HTMLElement) => ['day', 'month', 'year'].includes(dataset['type'] ?? '')
  const text = all
    .slice(all.findIndex(isOfDay), all.findLastIndex(isOfDay) + 1)
    .map(({ textContent }) => textContent)
    .join('')
  return { day, text }
}
