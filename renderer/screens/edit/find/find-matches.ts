import type { FindInText } from './find-in-text.ts'
import { keyOfPlace, type FindPlace } from './find-places.ts'

export type FindMatch = {
  place: FindPlace
  /** Index of the place in the document. */
  index: number
  /** Index of the match in its place. */
  nth: number
  /** Range in the text of the place, in UTF-16 units. */
  start: number
  end: number
}

/** Yields the matches of each place in order, of a long text piece by piece, also empty ones. */
export function* findMatches(places: readonly FindPlace[], find: FindInText): Generator<FindMatch[]> {
  for (const [index, place] of places.entries()) {
    let before = 0
    for (const found of find(place.text)) {
      yield found.map(({ start, end }, at) => ({ place, index, nth: before + at, start, end }))
      before += found.length
    }
    yield []
  }
}

/** Most matches that are counted. */
export const MOST_MATCHES = 5000

/** Yields matches until there are enough. */
export function* untilEnough(found: Iterable<FindMatch[]>): Generator<FindMatch[]> {
  let count = 0
  for (const matches of found) {
    yield matches.slice(0, MOST_MATCHES - count)
    count += matches.length
    if (count >= MOST_MATCHES) return
  }
}

export function samePlace(a: FindMatch, b: FindMatch): boolean {
  return keyOfPlace(a.place) === keyOfPlace(b.place) && a.nth === b.nth
}
