import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { LIMITS } from '../../../shared/limits.ts'
import { parseJson } from '../tables/sql.ts'

const deltaShape = v.array(v.union([v.string(), v.tuple([v.number(), v.number()])]))

/** Packs a text, whole or (`base`) as the difference to another one. */
export function packText(text: string, base: string | null): Buffer {
  return deflateRawSync(base === null ? text : JSON.stringify(textDelta(base, text)))
}

/** Unpacks a text. Throws if it is too damaged, or too long; `hashOf` finds other damage. */
export function unpackText(packed: Buffer, base: string | null): string {
  const text = inflateRawSync(packed, { maxOutputLength: LIMITS.keptVersion }).toString('utf8')
  return base === null ? text : applyDelta(base, v.parse(deltaShape, parseJson(text)))
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A text as a difference to another one: pieces of the other text by index and length, or own texts. */
export type TextDelta = ([at: number, length: number] | string)[]

/** Length of the substrings by which pieces are found, taken at multiples of it. */
const STEP = 24
/** Most positions that are tried for one substring: rows of a list begin alike. */
const PLACES = 4

export function textDelta(base: string, text: string): TextDelta {
  const places = placesOf(base)
  const delta: TextDelta = []
  let own = 0
  /** End of the previous piece in the base: mostly the texts go on alike from there. */
  let expected = 0
  let at = 0
  while (at < text.length) {
    const found = longest(base, text, at, [
      expected + at - own,
      expected,
      ...(places.get(text.slice(at, at + STEP)) ?? []),
    ])
    if (found.length < STEP) {
      at += 1
      continue
    }
    // Equal characters before the match belong to it, too.
    let back = 0
    while (at - back > own && found.at > back && text[at - back - 1] === base[found.at - back - 1]) back += 1
    if (at - back > own) delta.push(text.slice(own, at - back))
    delta.push([found.at - back, found.length + back])
    expected = found.at + found.length
    at += found.length
    own = at
  }
  if (own < text.length) delta.push(text.slice(own))
  return delta
}

/** Applies a delta. Throws if the result would be longer than any stored text. */
export function applyDelta(base: string, delta: TextDelta): string {
  const length = delta.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part[1]), 0)
  if (length > LIMITS.keptVersion) throw new Error('A version is too long')
  return delta
    .map((part) => (typeof part === 'string' ? part : base.slice(part[0], part[0] + part[1])))
    .join('')
}

function placesOf(base: string): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (let at = 0; at + STEP <= base.length; at += STEP) {
    const key = base.slice(at, at + STEP)
    const known = places.get(key)
    if (known === undefined) places.set(key, [at])
    else if (known.length < PLACES) known.push(at)
  }
  return places
}

function longest(
  base: string,
  text: string,
  at: number,
  places: readonly number[],
): { at: number; length: number } {
  let best = { at: 0, length: 0 }
  for (const place of places) {
    let length = 0
    while (
      at + length < text.length &&
      place + length < base.length &&
      text.charCodeAt(at + length) === base.charCodeAt(place + length)
    )
      length += 1
    if (length > best.length) best = { at: place, length }
  }
  return best
}
