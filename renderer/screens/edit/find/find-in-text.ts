/** A match in a text, in UTF-16 units. */
export type Found = { start: number; end: number }
/** Yields the matches of a text piece by piece, also empty ones, so that a long text is not read in one go. */
export type FindInText = (text: string) => Generator<Found[]>

/** Returns the first matches of a text, without reading further. */
export function foundIn(find: FindInText, text: string, most = Infinity): Found[] {
  const all: Found[] = []
  for (const found of find(text)) {
    all.push(...found)
    if (all.length >= most) return all.slice(0, most)
  }
  return all
}

/**
 * Creates a search that ignores case, and accents that do not make another letter in the language of the content.
 * `language`: its BCP 47 tag, such as a locale of the site; an invalid one counts as unknown.
 */
export function findInText(typed: string, language: string | null): FindInText {
  const tag = knownTag(language)
  const wanted = fold(typed, tag)
  if (wanted === '') return function* () {}
  const collator = new Intl.Collator(tag, { usage: 'search', sensitivity: 'base' })
  const isSame = (text: string): boolean =>
    text.toLocaleLowerCase(tag) === typed.toLocaleLowerCase(tag) ||
    collator.compare(withoutStretch(text), withoutStretch(typed)) === 0

  const foldOne = foldCharacters(tag)
  return function* (text) {
    if (text.length <= PIECE && !fold(text, tag).includes(wanted)) return
    // Folded text that may begin a match, with the index of each unit in the original.
    let folded = ''
    let origin: number[] = []
    let read = 0
    while (read < text.length) {
      const until = Math.min(text.length, read + PIECE)
      while (read < until) {
        const character = String.fromCodePoint(text.codePointAt(read) ?? 0)
        const one = foldOne(character)
        for (let unit = 0; unit < one.length; unit += 1) origin.push(read)
        folded += one
        read += character.length
      }
      const found: Found[] = []
      let from = 0
      for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, from)) {
        const start = origin[at] ?? 0
        const end = endOfCharacter(text, origin[at + wanted.length - 1] ?? start)
        if (isSame(text.slice(start, end))) found.push({ start, end })
        from = at + wanted.length
      }
      yield found
      const done = Math.max(from, folded.length - wanted.length + 1)
      folded = folded.slice(done)
      origin = origin.slice(done)
    }
  }
}

/** UTF-16 units read in one go. */
const PIECE = 10_000

const MARKS = /\p{M}+/gu
/** A mark that only stretches Arabic words. */
const STRETCH = /\u0640/g

function withoutStretch(text: string): string {
  return text.replace(STRETCH, '')
}

/** Folds case, accents and letter forms: equal results could be the same to a person in some language. */
function fold(text: string, tag: string | undefined): string {
  const plain = withoutStretch(text.toLocaleLowerCase(tag)).normalize('NFKD').replace(MARKS, '')
  // Upper case and back makes ß equal to ss; the final sigma becomes a normal one.
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** Returns `fold` for single characters, cached, since a text has few different ones. */
function foldCharacters(tag: string | undefined): (character: string) => string {
  const known = new Map<string, string>()
  return (character) => {
    const before = known.get(character)
    if (before !== undefined) return before
    const folded = fold(character, tag)
    known.set(character, folded)
    return folded
  }
}

/** Returns the index behind a character and the accents that follow it. */
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
