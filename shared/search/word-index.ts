import { editsTo, mistakesIn } from './edits-to.ts'
import { wordsIn } from './fold-text.ts'

/** Longest query, in words; more of them tell nothing more. */
const MOST_WORDS = 12
/** Cost of a match: the whole word, its beginning, or inside it. */
const WHOLE = 0
const BEGINNING = 1
const WITHIN = 3
/** Cost of a spelling mistake; higher than a whole query of matches without one. */
const MISTAKE = MOST_WORDS * WITHIN + 1
const NO_FIT = 255
/** Fewest letters that match inside a word. Some scripts write several words, or an article and a word, as one. */
const LEAST_WITHIN = 3
/** Number of typed words whose matches are cached: the next key press changes only the last word. */
const KEPT = 12

export type Hit = { position: number; /** Lower is more likely. */ score: number }
/** Scores from here on are matches with spelling mistakes. */
export const MISSPELT = 1000

/** Scores from here on are matches without some of the words. */
export const PARTLY = 2000
/** Cost of a missing word; higher than any mistake in another word. */
const MISSING = 500
/** Fewest letters of a word that may match a text alone; "the" may not. */
const LEAST_TELLING = 4

/** Fewest letters of a whole word that is matched with mistakes. */
const LEAST_MISSPELT = 5

/**
 * `misspelt`: also finds words with mistakes; 'whole': only whole words of five letters or more. `partly`:
 * also finds texts with only some of the words, those with most of them first.
 */
export type How = { misspelt: boolean | 'whole'; within?: boolean; partly?: boolean }

/** For a second search, if no text has all words: some of them are enough, but each must match clearly. */
export const SOME_WORDS: How = { misspelt: 'whole', within: false, partly: true }

type Fits = { costs: Uint8Array; upTo: number }

/**
 * Finds the texts that have all typed words, in any order. A text has a position and several lines. Each
 * distinct word is compared once: 100,000 titles have fewer words than titles.
 */
export class WordIndex {
  readonly #words: string[] = []
  /** The letters of each word as a bit set: most words are told apart by them. */
  readonly #letters: number[] = []
  readonly #positions = new Map<string, number>()
  /** The texts by position, with line breaks around each line, and their words by index. */
  readonly #texts: string[] = []
  readonly #wordsOf: Uint32Array[] = []
  readonly #kept = new Map<string, Fits>()

  /** Replaces the text at a position; its first line is its title. */
  set(position: number, lines: readonly string[]): void {
    const words = lines.map(wordsIn)
    this.#texts[position] = `\n${words.map((line) => line.join(' ')).join('\n')}\n`
    this.#wordsOf[position] = Uint32Array.from(new Set(words.flat().map((word) => this.#positionOf(word))))
  }

  /**
   * Calls back for each matching text, by position; with mistakes only if asked for. `within` false: ASCII words
   * match by their beginning only. An empty query matches nothing.
   */
  search(typed: string, how: How, onHit: (position: number, score: number) => void): void {
    const words = wordsIn(typed)
    const wanted = [...new Set(words)].slice(0, MOST_WORDS)
    const fits = wanted.map((word) => this.#fitsOf(word, how).costs)
    if (fits.length === 0) return
    if (how.partly === true) return this.#searchPartly(wanted, fits, onHit)
    const scoreOf = scorer(words.join(' '))
    for (let position = 0; position < this.#wordsOf.length; position++) {
      const cost = costOf(this.#wordsOf[position], fits)
      if (cost < NO_FIT) onHit(position, scoreOf(cost, this.#texts[position] ?? ''))
    }
  }

  #searchPartly(
    words: readonly string[],
    fits: readonly Uint8Array[],
    onHit: (position: number, score: number) => void,
  ): void {
    for (const [position, own] of this.#wordsOf.entries()) {
      if (own === undefined) continue
      let [score, isTold] = [PARTLY, false]
      for (const [at, costs] of fits.entries()) {
        const cost = leastOf(own, costs)
        isTold ||= cost < NO_FIT && (words[at]?.length ?? 0) >= LEAST_TELLING
        score += cost < NO_FIT ? cost : MISSING
      }
      if (isTold) onHit(position, score)
    }
  }

  /** Returns all texts that match, the best first. */
  hits(typed: string, how: How): Hit[] {
    const hits: Hit[] = []
    this.search(typed, how, (position, score) => hits.push({ position, score }))
    return hits.toSorted((a, b) => a.score - b.score)
  }

  #positionOf(word: string): number {
    const known = this.#positions.get(word)
    if (known !== undefined) return known
    const position = this.#words.push(word) - 1
    this.#letters.push(lettersOf(word))
    this.#positions.set(word, position)
    return position
  }

  #fitsOf(typed: string, { misspelt, within = true }: How): Fits {
    const key = `${misspelt === 'whole' ? '=' : misspelt ? '~' : ''}${within ? '*' : ''}${typed}`
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    const fits = kept?.upTo === this.#words.length ? kept : this.#fit(typed, { misspelt, within }, kept)
    this.#kept.set(key, fits)
    for (const oldest of [...this.#kept.keys()].slice(0, -KEPT)) this.#kept.delete(oldest)
    return fits
  }

  #fit(
    typed: string,
    { misspelt, within }: { misspelt: boolean | 'whole'; within: boolean },
    kept: Fits | undefined,
  ): Fits {
    const costs = new Uint8Array(this.#words.length).fill(NO_FIT)
    if (kept) costs.set(kept.costs)
    const isWhole = misspelt === 'whole'
    const most = misspelt === false || (isWhole && typed.length < LEAST_MISSPELT) ? 0 : mistakesIn(typed)
    const letters = lettersOf(typed)
    const isLong = (within && typed.length >= LEAST_WITHIN) || /[^\p{ASCII}]/u.test(typed)
    for (let index = kept?.upTo ?? 0; index < costs.length; index++) {
      const missing = letters & ~(this.#letters[index] ?? 0)
      if (missing !== 0 && (most === 0 || bitsIn(missing) > most)) continue
      costs[index] = fitOf(typed, this.#words[index] ?? '', { isLong, most, isWhole, hasAll: missing === 0 })
    }
    return { costs, upTo: costs.length }
  }
}

/** A kind of matching. `isWhole`: with mistakes, only a whole word matches. */
type Kind = { isLong: boolean; most: number; isWhole: boolean; hasAll: boolean }

function fitOf(typed: string, word: string, { isLong, most, isWhole, hasAll }: Kind): number {
  if (hasAll) {
    if (word.startsWith(typed)) return word.length === typed.length ? WHOLE : BEGINNING
    if (isLong && word.includes(typed)) return WITHIN
  }
  const found = most === 0 ? null : editsTo(typed, word, most)
  if (found === null || (isWhole && (!found.isWhole || word.length < LEAST_MISSPELT))) return NO_FIT
  return MISTAKE * found.edits + (found.isWhole ? WHOLE : BEGINNING)
}

/** The sum of the best match of each typed word; NO_FIT if one has none. Sums stay below it. */
function costOf(own: Uint32Array | undefined, fits: readonly Uint8Array[]): number {
  if (own === undefined) return NO_FIT
  let sum = 0
  for (const costs of fits) {
    const least = leastOf(own, costs)
    if (least === NO_FIT) return NO_FIT
    sum = Math.min(sum + least, NO_FIT - 1)
  }
  return sum
}

/** The lowest cost of a text's words for one typed word. */
function leastOf(own: Uint32Array, costs: Uint8Array): number {
  let least = NO_FIT
  for (let index = 0; index < own.length; index++) {
    const cost = costs[own[index] ?? 0] ?? NO_FIT
    if (cost < least) least = cost
  }
  return least
}

/**
 * Scores a match, the best first: a whole line, the beginning of a line (in both cases the first line comes
 * first), words in a row, words anywhere, misspelt words.
 */
function scorer(line: string): (cost: number, text: string) => number {
  const [beginning, whole, inside] = [`\n${line}`, `\n${line}\n`, ` ${line}`]
  return (cost, text) => {
    if (cost >= MISTAKE) return MISSPELT + cost
    if (text.startsWith(beginning)) return text.startsWith(whole) ? 0 : text.includes(whole) ? 50 : 100
    if (text.includes(beginning)) return text.includes(whole) ? 50 : 150
    return (text.includes(inside) ? 200 : 300) + cost
  }
}

function lettersOf(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

function bitsIn(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
