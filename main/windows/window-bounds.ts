import * as v from 'valibot'

export const windowState = v.object({
  x: v.nullable(v.pipe(v.number(), v.integer())),
  y: v.nullable(v.pipe(v.number(), v.integer())),
  width: v.pipe(v.number(), v.integer(), v.minValue(1)),
  height: v.pipe(v.number(), v.integer(), v.minValue(1)),
  maximized: v.boolean(),
})
export type WindowState = v.InferOutput<typeof windowState>
export type Rectangle = { x: number; y: number; width: number; height: number }

export const MIN_WIDTH = 480
export const MIN_HEIGHT = 400
export const DEFAULT_WINDOW: WindowState = { x: null, y: null, width: 1440, height: 900, maximized: false }

/**
 * The bounds of a new window: the previous ones, but not larger than the screen and not out of sight, as a monitor
 * may be gone. `workAreas`: screens without task bars, in the same pixels. Without x and y the system chooses.
 */
export function fitWindow(
  kept: WindowState,
  workAreas: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } {
  const { x, y } = kept
  const area = (x === null || y === null ? undefined : bestArea({ ...kept, x, y }, workAreas)) ?? workAreas[0]
  const width = clamp(kept.width, MIN_WIDTH, area?.width ?? kept.width)
  const height = clamp(kept.height, MIN_HEIGHT, area?.height ?? kept.height)
  if (x === null || y === null || !area || overlap({ ...kept, x, y }, area) === 0) return { width, height }
  return {
    width,
    height,
    x: clamp(x, area.x, area.x + area.width - width),
    y: clamp(y, area.y, area.y + area.height - height),
  }
}

function bestArea(window: Rectangle, areas: readonly Rectangle[]): Rectangle | undefined {
  return areas.toSorted((a, b) => overlap(window, b) - overlap(window, a))[0]
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** Clamps a value; `low` wins if the room is smaller than the minimum. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high))
}
