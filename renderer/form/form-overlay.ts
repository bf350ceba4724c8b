import type { JsonObject } from '../../shared/json.ts'
import { joinPath } from '../../shared/document/path.ts'

/** The server's answer about a field: condition, allowed choices, custom validation. */
export type OverlayField = {
  /** True if its condition holds. */
  visible: boolean
  /** The allowed values: of options, or slugs of blocks; null: all. */
  choices: readonly string[] | null
  /** Documents that it may refer to, as a filter per collection; null: any. */
  filters: JsonObject | null
  /** Message of the server's validation; null if there is none. */
  error: string | null
}

/** The last answers, by path with row ids; fields without an answer are absent. */
export type Overlay = ReadonlyMap<string, OverlayField>

export const emptyOverlay: Overlay = new Map()

/** True if the server hides neither the field nor a container around it. */
export function isVisible(overlay: Overlay, path: string): boolean {
  if (overlay.size === 0) return true
  let at = ''
  for (const part of path.split('.')) {
    at = joinPath(at, part)
    if (overlay.get(at)?.visible === false) return false
  }
  return true
}
