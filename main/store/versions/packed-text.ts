import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { LIMITS } from '../../../shared/limits.ts'
import { parseJson } from '../tables/sql.ts'
import { applyDelta, textDelta } from './text-delta.ts'

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
