import { isPlainJson, own, type Json, type JsonObject } from '../../json.ts'

/** A range of widths in pixels for a picture. */
export type TargetSize = { min: number; max: number }

/** The widths of large previews, and of pictures in lists (S9.09). */
export const PREVIEW: TargetSize = { min: 300, max: 520 }
export const THUMBNAIL: TargetSize = { min: 40, max: 180 }

/**
 * The best size of a picture for a width, by name; null: the original. Chosen in this order: the smallest
 * size within the target, the original if it is not too wide, the smallest size above (S3.26).
 */
export function bestFit(data: JsonObject, { min, max }: TargetSize): string | null {
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

/** Name for the site's own thumbnail; no size of a picture has it. */
export const THUMBNAIL_URL = ':thumbnailURL'

/**
 * The picture for a file in lists (S3.25): the site's own thumbnail, whatever the type, otherwise the best size. By
 * name; null: the original; undefined: none, the file is no picture.
 */
export function thumbnailSize(data: JsonObject): string | null | undefined {
  const chosen = own(data, 'thumbnailURL')
  const isImage = isPicture(own(data, 'mimeType'))
  // The site names the original as thumbnail, so its size decides whether lists load it.
  if (typeof chosen === 'string' && chosen === own(data, 'url')) return isImage ? null : undefined
  if (typeof chosen === 'string' && chosen !== '') return sizeAt(data, chosen) ?? THUMBNAIL_URL
  return isImage ? bestFit(data, THUMBNAIL) : undefined
}

/**
 * The picture for a card of this width in pixels: the best size for it, but the one for lists if that is a thumbnail
 * of the site's own, or the file is no picture. By name, as `thumbnailSize` returns it.
 */
export function cardSize(data: JsonObject, width: number): string | null | undefined {
  const small = thumbnailSize(data)
  if (small === THUMBNAIL_URL || !isPicture(own(data, 'mimeType'))) return small
  return bestFit(data, { min: width, max: 2 * width })
}

export const isPicture = (mimeType: Json | undefined): boolean =>
  typeof mimeType === 'string' && mimeType.startsWith('image/')

/** The size with this address, so that it is cached once, under its own name. */
function sizeAt(data: JsonObject, address: string): string | undefined {
  const sizes = own(data, 'sizes')
  return Object.entries(isPlainJson(sizes) ? sizes : {}).find(
    ([, size]) => isPlainJson(size) && own(size, 'url') === address,
  )?.[0]
}

/** Largest original, in bytes, that lists load for a picture without smaller sizes. */
const LIGHT = 300_000

/** True if a size of a picture, or null for the original, is small enough for lists. */
export function isLight(data: JsonObject, size: string | null): boolean {
  const bytes = own(data, 'filesize')
  return size !== null || (typeof bytes === 'number' && bytes <= LIGHT)
}

/** The width of a size, if the server has generated it. */
function widthOf(size: Json): number | null {
  if (!isPlainJson(size) || typeof own(size, 'url') !== 'string') return null
  const width = own(size, 'width')
  return typeof width === 'number' ? width : null
}
