import { isSameDay } from 'date-fns/isSameDay'
import type { UseT } from '../../../i18n/use-t.ts'

/** `10:32`, with the day where it is another one. */
export function timeText(
  iso: string,
  { formatTime, formatDate }: Pick<UseT, 'formatTime' | 'formatDate'>,
): string {
  return isSameDay(iso, new Date()) ? formatTime(iso) : formatDate(iso, { parts: 'short' })
}
