const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first letter as people see it, in capitals; '' for an empty text. */
export function firstLetter(text: string): string {
  for (const { segment } of graphemes.segment(text.trim())) return segment.toLocaleUpperCase()
  return ''
}
