import { numberFormat } from './number-format.ts'

const KILO = 1000
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `4.2 MB`, with the words of the language. `tag`: BCP 47. */
export function formatBytes(bytes: number, tag: string): string {
  const power = Math.min(
    UNITS.length - 1,
    Math.max(1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(KILO))),
  )
  return numberFormat(tag, {
    style: 'unit',
    unit: UNITS[power] ?? 'kilobyte',
    maximumFractionDigits: bytes < 10 * KILO ** power ? 1 : 0,
  }).format(bytes / KILO ** power)
}
