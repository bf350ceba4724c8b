/**
 * Replacements for letters that Unicode does not split into a letter and a mark, and for Arabic spelling
 * variants.
 */
const SAME: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ة: 'ه',
  ى: 'ي',
  ٱ: 'ا',
  ک: 'ك',
  ی: 'ي',
  ـ: '',
}
const SAME_LETTERS = /[ßæœøłđðþħŧıĸŋةىٱکیـ]/g

/** Text without case, accents and vowel marks. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  // ASCII text cannot be folded further.
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\u0000-\u007f]*$/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(SAME_LETTERS, (letter) => SAME[letter] ?? letter)
}

/** Words of a text, folded. */
export function wordsIn(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
