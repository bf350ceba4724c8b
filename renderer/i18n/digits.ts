/** The zeros of the digits that people type in one of the languages besides 0–9; the other nine follow each zero. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0be6, 0x0e50, 0x1040, 0xff10]

/** The same text with 0–9, which the window has in all languages, in the place of a language's own digits. */
export function latinDigits(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0
    const zero = ZEROS.find((one) => code >= one && code < one + 10)
    return zero === undefined ? char : String(code - zero)
  })
}
