const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const
const BASE = 1024

/** A size of a file as the site's own admin says it (S9.20): `0 bytes`, `1KB`, with decimals `1.5KB`. */
export function formatFilesize(bytes: number, decimals = 0): string {
  if (bytes <= 0) return '0 bytes'
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(BASE)))
  const amount = Number((bytes / BASE ** power).toFixed(Math.max(0, decimals)))
  return `${amount}${power === 0 ? ' ' : ''}${UNITS[power] ?? ''}`
}
