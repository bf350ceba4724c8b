import type { Align, Looks } from '../shown.ts'

/** Pixels per indent, as other editors use. */
const INDENT = 40

/** Attributes for the direction, alignment and indent of an element, with a space in front; '' for none. */
export function looks({ align, indent, direction }: Looks): string {
  const style = [
    ...(align === null ? [] : [`text-align: ${align}`]),
    ...(indent === 0 ? [] : [`padding-inline-start: ${indent * INDENT}px`]),
  ].join('; ')
  return `${direction === 'rtl' ? ' dir="rtl"' : ''}${style === '' ? '' : ` style="${style}"`}`
}

export function alignment(align: Align | null): string {
  return looks({ align, indent: 0, direction: null })
}

/** Text as it may stand in an element or in a quoted attribute. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
/** Words with a backslash before each character that Markdown would interpret. */
export function plain(text: string): string {
  return text.replaceAll(/[\\`*_~[\]]/g, '\\$&')
}
