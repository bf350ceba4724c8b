import * as v from 'valibot'
import { pathName } from '../cms/path-segment.ts'
import { isPlainJson, own, type Json } from '../json.ts'

/**
 * On which side of the named document the key of the moved one is to be: `greater` is behind it where the list goes by
 * the order's own direction. In the words of the server (`newKeyWillBe`).
 */
export const moveSide = v.picklist(['greater', 'less'])
export type MoveSide = v.InferOutput<typeof moveSide>

/** Where a document goes in an order that people make: beside others, never to a number, which is another one by then. */
export const move = v.object({
  /** The field of the moved document that keeps the order: `_order`, or that of a join. */
  field: v.string(),
  /** Of a join: the field that points at the document whose list it is; the order is among those that point there. */
  scope: v.nullable(v.string()),
  /** The document whose list it is. */
  parent: v.optional(v.object({ slug: pathName, id: pathName })),
  /** Beside which document; the second one counts where the first is not there any more. */
  near: v.pipe(
    v.array(v.object({ id: v.pipe(v.string(), v.minLength(1)), side: moveSide })),
    v.minLength(1),
    v.maxLength(2),
  ),
})
export type Move = v.InferOutput<typeof move>

/** A document of the order as the server has it: its key (null: it has none yet), and whether it is in that list. */
export type Place = { id: string; key: string | null; inList: boolean }

/** Whether a value of the field by which a list is told points at its document; it may point at others besides. */
export function pointsAt(value: Json, parent: NonNullable<Move['parent']>): boolean {
  if (Array.isArray(value)) return value.some((one) => pointsAt(one, parent))
  if (!isPlainJson(value)) return value !== null && String(value) === parent.id
  const slug = own(value, 'relationTo')
  if (slug === undefined) return Object.values(value).some((one) => pointsAt(one, parent))
  return slug === parent.slug && pointsAt(own(value, 'value') ?? null, parent)
}

/** Beside which of them it goes now; null: none of those that were named is there any more, or in that list. */
export function neighbourNow(
  { near }: Pick<Move, 'near'>,
  moved: Place,
  others: readonly Place[],
): { place: Place; side: MoveSide } | null {
  if (!moved.inList) return null
  for (const { id, side } of near) {
    const place = others.find((one) => one.id === id && one.inList)
    if (place !== undefined) return { place, side }
  }
  return null
}

/**
 * Where a row of a list goes, told by the rows that will be above and below it; null where neither can be named: the
 * server does not have them yet. `isUp`: it came from below, so that the row below is the one that it was put before.
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
