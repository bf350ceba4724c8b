/** Where something was found in a text, in UTF-16 units. */
export type Found = { start: number; end: number }
export type FindInText = (text: string) => Found[]

/**
 * Finds what was typed as a person reads it: whatever the case, and whatever accents a letter has that is the same
 * letter in the language of the content. `language`: a BCP 47 tag as the site writes it; one that is none counts as
 * not known.
 */
export function findInText(typed: string, language: string | null): FindInText {
  const tag = knownTag(language)
  const wanted = fold(typed, tag)
  if (wanted === '') return () => []
  const collator = new Intl.Collator(tag, { usage: 'search', sensitivity: 'base' })
  const isSame = (text: string): boolean =>
    text.toLocaleLowerCase(tag) === typed.toLocaleLowerCase(tag) ||
    collator.compare(withoutStretch(text), withoutStretch(typed)) === 0

  return (text) => {
    if (!fold(text, tag).includes(wanted)) return []
    const { folded, origin } = foldByCharacter(text, tag)
    const found: Found[] = []
    for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
      const start = origin[at] ?? 0
      const end = endOfCharacter(text, origin[at + wanted.length - 1] ?? start)
      if (isSame(text.slice(start, end))) found.push({ start, end })
    }
    return found
  }
}

const MARKS = /\p{M}+/gu
/** Stretches Arabic words and says nothing. */
const STRETCH = /\u0640/g

function withoutStretch(text: string): string {
  return text.replace(STRETCH, '')
}

/** The letters without case, accents and forms: what could be the same to a person in some language. */
function fold(text: string, tag: string | undefined): string {
  const plain = withoutStretch(text.toLocaleLowerCase(tag)).normalize('NFKD').replace(MARKS, '')
  // Both ways: ß is ss, and both of the small sigmas are one.
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** The same with, for each of its units, where the character begins that it was made of. */
function foldByCharacter(text: string, tag: string | undefined): { folded: string; origin: number[] } {
  const origin: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const one = fold(character, tag)
    for (let unit = 0; unit < one.length; unit += 1) origin.push(at)
    folded += one
    at += character.length
  }
  return { folded, origin }
}

/** Behind the character at a place and the accents that follow it. */
function endOfCharacter(text: string, start: number): number {
  let end = start + String.fromCodePoint(text.codePointAt(start) ?? 0).length
  while (end < text.length && /^\p{M}/u.test(text.slice(end, end + 2))) end += 1
  return end
}

function knownTag(language: string | null): string | undefined {
  try {
    return language === null ? undefined : Intl.getCanonicalLocales(language.replace('_', '-'))[0]
  } catch {
    return undefined
  }
}
