import { latinDigits } from './digits.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const
const BASE = 1024

const sizeFormats = new Map<string, Intl.NumberFormat>()

/** The size of a file as a language writes it, to one decimal: `9.6 KB`. */
export function writeSize(bytes: number, tag: string): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(BASE)))
  const unit = UNITS[power] ?? 'byte'
  const key = `${tag} ${unit}`
  const format =
    sizeFormats.get(key) ??
    new Intl.NumberFormat(tag, {
      style: 'unit',
      unit,
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: 1,
    })
  sizeFormats.set(key, format)
  // As the same size is written elsewhere in the window.
  return latinDigits(format.format(bytes / BASE ** power).replace('kB', 'KB'))
}
