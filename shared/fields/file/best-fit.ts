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

/** The name of what the site itself shows small of a file: no size of a picture is called so. */
export const THUMBNAIL_URL = ':thumbnailURL'

/**
 * What stands for a file in lists (S3.25): what the site has for it, of whatever type it is, else the size of a picture
 * that fits best. By name; null: the picture itself; undefined: nothing, it is no picture.
 */
export function thumbnailSize(data: JsonObject): string | null | undefined {
  const chosen = own(data, 'thumbnailURL')
  const isImage = isPicture(own(data, 'mimeType'))
  // The file itself is no smaller for being called a thumbnail: whether it is brought for a list its size decides.
  if (typeof chosen === 'string' && chosen === own(data, 'url')) return isImage ? null : undefined
  if (typeof chosen === 'string' && chosen !== '') return sizeAt(data, chosen) ?? THUMBNAIL_URL
  return isImage ? bestFit(data, THUMBNAIL) : undefined
}

/**
 * What is drawn of a file on a card of this many pixels: a picture that is wide enough for it, and else what stands for
 * the file in lists. By name, as `thumbnailSize` says it.
 */
export function cardSize(data: JsonObject, width: number): string | null | undefined {
  const small = thumbnailSize(data)
  if (small === THUMBNAIL_URL || !isPicture(own(data, 'mimeType'))) return small
  return bestFit(data, { min: width, max: 2 * width })
}

export const isPicture = (mimeType: Json | undefined): boolean =>
  typeof mimeType === 'string' && mimeType.startsWith('image/')

/** The size that lies at an address, so that it is kept once, under its own name. */
function sizeAt(data: JsonObject, address: string): string | undefined {
  const sizes = own(data, 'sizes')
  return Object.entries(isPlainJson(sizes) ? sizes : {}).find(
    ([, size]) => isPlainJson(size) && own(size, 'url') === address,
  )?.[0]
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
