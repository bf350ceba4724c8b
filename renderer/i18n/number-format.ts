/** Formatters that were made: making one takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.NumberFormat>()

/** The formatter of a language with these options; always the same one. */
export function numberFormat(tag: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${tag} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, options)
  formats.set(key, format)
  return format
}
