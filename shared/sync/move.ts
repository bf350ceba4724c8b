import * as v from 'valibot'
import { pathName } from '../cms/addresses.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json } from '../json.ts'

/**
 * The side of a neighbour to move to, as the server names it (`newKeyWillBe`): `greater` is after it, in a list
 * sorted by the order itself.
 */
export const moveSide = v.picklist(['greater', 'less'])
export type MoveSide = v.InferOutput<typeof moveSide>

/**
 * The target of a move in a manual order. It names neighbours, since an index may be another one when the move is
 * sent.
 */
export const move = v.object({
  /** The field of the moved document that keeps the order: `_order`, or that of a join. */
  field: v.string(),
  /**
   * The field of the listed documents that points at the document with the join; the order is among those
   * that point at the same one. Null without a join.
   */
  scope: v.nullable(v.string()),
  /** The document with the join. */
  parent: v.optional(v.object({ slug: pathName, id: pathName })),
  /** The neighbours of the new position. The second one counts if the first no longer exists. */
  near: v.pipe(
    v.array(v.object({ id: v.pipe(v.string(), v.minLength(1)), side: moveSide })),
    v.minLength(1),
    v.maxLength(2),
  ),
})
export type Move = v.InferOutput<typeof move>

/**
 * A document of the order as the server has it. `key` null: no order key yet. `inList`: it is in the list of the
 * move.
 */
export type OrderedDocument = { id: string; key: string | null; inList: boolean }

/** True if a relationship value points at `parent`, the document with the join; it may point at others as well. */
export function pointsAt(value: Json, parent: NonNullable<Move['parent']>): boolean {
  if (Array.isArray(value)) return value.some((one) => pointsAt(one, parent))
  if (!isPlainJson(value)) return value !== null && String(value) === parent.id
  const slug = own(value, 'relationTo')
  if (slug === undefined) return Object.values(value).some((one) => pointsAt(one, parent))
  return slug === parent.slug && pointsAt(own(value, 'value') ?? null, parent)
}

/** Returns the first named neighbour that is still in the list; null if none is, or if the moved one is not. */
export function neighbourNow(
  { near }: Pick<Move, 'near'>,
  moved: OrderedDocument,
  others: readonly OrderedDocument[],
): { place: OrderedDocument; side: MoveSide } | null {
  if (!moved.inList) return null
  for (const { id, side } of near) {
    const place = others.find((one) => one.id === id && one.inList)
    if (place !== undefined) return { place, side }
  }
  return null
}

/**
 * Names the neighbours of a moved row by the rows above and below its new position; null if the server has neither.
 * `isUp`: the row was moved up, so the row below it is named first.
 */
export function nearOf(
  above: string | null,
  below: string | null,
  { isUp, descending }: { isUp: boolean; descending: boolean },
): Move['near'] | null {
  const under = (id: string): Move['near'][number] => ({ id, side: descending ? 'less' : 'greater' })
  const over = (id: string): Move['near'][number] => ({ id, side: descending ? 'greater' : 'less' })
  const named = [above === null ? [] : [under(above)], below === null ? [] : [over(below)]]
  const near = (isUp ? named.toReversed() : named).flat()
  return near.length === 0 ? null : near
}

/** Digits in text order. Payload 3.90 makes keys without capitals; older keys may have some. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * A key that sorts between two others as texts, so that a moved document is shown in its new position until
 * the server has made its own key. null: no key on that side. If the two are not in order, a key after the
 * first.
 */
export function keyBetween(lower: string | null, upper: string | null): string {
  if (lower !== null && (upper === null || upper <= lower)) return `${lower}i`
  const low = lower ?? ''
  let high = upper
  let key = ''
  // Ends at the latest behind the longer of the two, where everything is free.
  for (let at = 0; at <= Math.max(low.length, upper?.length ?? 0); at += 1) {
    const from = digitAt(low, at)
    const to = high === null || at >= high.length ? DIGITS.length : digitAt(high, at)
    if (to - from > 1) return key + DIGITS.charAt(Math.floor((from + to) / 2))
    key += DIGITS.charAt(from)
    if (to > from) high = null
  }
  return `${key}i`
}

function digitAt(key: string, at: number): number {
  return Math.max(0, DIGITS.indexOf(key.charAt(at) || '0'))
}
