import type { JsonObject } from '../../shared/json.ts'
import { joinPath } from '../../shared/document/path.ts'

/** What the server's functions say about a place: conditions, allowed choices, custom validation. */
export type OverlayField = {
  /** Whether its condition holds. */
  visible: boolean
  /** The values that may be chosen: of options, or slugs of blocks; null: all. */
  choices: readonly string[] | null
  /** Which documents it may refer to, as a filter per collection; null: any. */
  filters: JsonObject | null
  /** What the server's own validation says, in its words; null: nothing. */
  error: string | null
}

/** What was answered last, by path with row ids; a place that nobody has answered for is not in it. */
export type Overlay = ReadonlyMap<string, OverlayField>

export const emptyOverlay: Overlay = new Map()

/** Whether a place, and everything around it, is shown as far as the server has said. */
export function isVisible(overlay: Overlay, path: string): boolean {
  if (overlay.size === 0) return true
  let at = ''
  for (const part of path.split('.')) {
    at = joinPath(at, part)
    if (overlay.get(at)?.visible === false) return false
  }
  return true
}
