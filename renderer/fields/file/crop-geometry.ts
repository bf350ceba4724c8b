import type { CropArea } from '../../../shared/fields/file/pending-file.ts'

/** A point of a picture in percent, from its left and top. */
export type Point = { x: number; y: number }
export type Corner = 'nw' | 'ne' | 'sw' | 'se'
export const CORNERS: readonly Corner[] = ['nw', 'ne', 'sw', 'se']

export const WHOLE: CropArea = { x: 0, y: 0, width: 100, height: 100 }
/** Smallest side of an area, in percent. */
const LEAST = 1

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** Moves an area, within the picture. */
export function moveArea(area: CropArea, by: Point): CropArea {
  return {
    ...area,
    x: clamp(area.x + by.x, 0, 100 - area.width),
    y: clamp(area.y + by.y, 0, 100 - area.height),
  }
}

/** Moves one corner of an area; the opposite one stays. */
export function moveCorner(area: CropArea, corner: Corner, by: Point): CropArea {
  const right = area.x + area.width
  const bottom = area.y + area.height
  const isWest = corner === 'nw' || corner === 'sw'
  const isNorth = corner === 'nw' || corner === 'ne'
  const left = isWest ? clamp(area.x + by.x, 0, right - LEAST) : area.x
  const top = isNorth ? clamp(area.y + by.y, 0, bottom - LEAST) : area.y
  return {
    x: left,
    y: top,
    width: (isWest ? right : clamp(right + by.x, left + LEAST, 100)) - left,
    height: (isNorth ? bottom : clamp(bottom + by.y, top + LEAST, 100)) - top,
  }
}

/** Returns the area between two points. */
export function areaBetween(a: Point, b: Point): CropArea {
  const [left, right] = [clamp(Math.min(a.x, b.x), 0, 100 - LEAST), clamp(Math.max(a.x, b.x), LEAST, 100)]
  const [top, bottom] = [clamp(Math.min(a.y, b.y), 0, 100 - LEAST), clamp(Math.max(a.y, b.y), LEAST, 100)]
  return {
    x: left,
    y: top,
    width: Math.max(LEAST, right - left),
    height: Math.max(LEAST, bottom - top),
  }
}

export function movePoint(point: Point, by: Point): Point {
  return { x: clamp(point.x + by.x, 0, 100), y: clamp(point.y + by.y, 0, 100) }
}

export function isWhole({ x, y, width, height }: CropArea): boolean {
  return x <= 0 && y <= 0 && width >= 100 && height >= 100
}

const STEP = 1
const LARGE_STEP = 10

/** Returns the step of an arrow key; null for other keys. */
export function keyStep({ key, shiftKey }: { key: string; shiftKey: boolean }): Point | null {
  const by = shiftKey ? LARGE_STEP : STEP
  if (key === 'ArrowLeft') return { x: -by, y: 0 }
  if (key === 'ArrowRight') return { x: by, y: 0 }
  if (key === 'ArrowUp') return { x: 0, y: -by }
  return key === 'ArrowDown' ? { x: 0, y: by } : null
}
