const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the first grapheme of a text in upper case; '' for an empty text. */
export function firstLetter(text: string): string {
  for (const { segment } of graphemes.segment(text.trim())) return segment.toLocaleUpperCase()
  return ''
}
