import * as v from 'valibot'
import { recordOf } from './json.ts'

/** Parts of the navigation that were opened or closed, in the shape of the web admin's `nav` preference. */
export const navChoice = v.object({
  open: v.exactOptional(v.boolean()),
  groups: v.exactOptional(recordOf(v.object({ open: v.boolean() }))),
})
export type NavChoice = v.InferOutput<typeof navChoice>

/**
 * The navigation: open or closed (S2.23), and its groups by label (S2.18). A group is open until it is
 * closed.
 */
export const navPreference = v.object({
  open: v.fallback(v.optional(v.boolean(), true), true),
  groups: v.fallback(v.optional(recordOf(v.object({ open: v.boolean() })), {}), {}),
})
export type NavPreference = v.InferOutput<typeof navPreference>

export const NAV_OPEN: NavPreference = { open: true, groups: {} }

/** The navigation with other parts opened or closed. */
export function withNavChoice(
  before: NavPreference,
  { open = before.open, groups }: NavChoice,
): NavPreference {
  const all = new Map([...Object.entries(before.groups), ...Object.entries(groups ?? {})])
  return { open, groups: Object.fromEntries(all) }
}
