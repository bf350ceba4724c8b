import { isPlainJson, own, type Json, type JsonObject } from '../../json.ts'

/** Widths in pixels that a picture is looked for in. */
export type Target = { min: number; max: number }

/** What is shown large, and what stands in lists (S9.09). */
export const PREVIEW: Target = { min: 300, max: 520 }
export const THUMBNAIL: Target = { min: 40, max: 180 }

/**
 * The size of a picture that fits a width best, by name; null: the picture itself. The smallest within the target, else
 * the picture where it is not wider than that, else the smallest above it (S3.26).
 */
export function bestFit(data: JsonObject, { min, max }: Target): string | null {
  const width = own(data, 'width')
  const sizes = own(data, 'sizes') ?? null
  const known = Object.entries(isPlainJson(sizes) ? sizes : {}).flatMap(
    ([name, size]): { name: string; width: number }[] => {
      const wide = widthOf(size)
      return wide === null || wide < min ? [] : [{ name, width: wide }]
    },
  )
  const sorted = known.toSorted((a, b) => a.width - b.width)
  const within = sorted.find((size) => size.width <= max)
  if (within) return within.name
  return typeof width === 'number' && width <= max ? null : (sorted[0]?.name ?? null)
}

/** A picture that has no smaller size is shown in lists only where it is itself this small, in bytes. */
const LIGHT = 300_000

/** Whether this size of a picture, null for the picture itself, is small enough to be brought for a list. */
export function isLight(data: JsonObject, size: string | null): boolean {
  const bytes = own(data, 'filesize')
  return size !== null || (typeof bytes === 'number' && bytes <= LIGHT)
}

/** Of a size that the server has made. */
function widthOf(size: Json): number | null {
  if (!isPlainJson(size) || typeof own(size, 'url') !== 'string') return null
  const width = own(size, 'width')
  return typeof width === 'number' ? width : null
}
