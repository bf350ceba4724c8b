import * as v from 'valibot'
import { localPreference } from './local-preference.ts'

const navShape = v.fallback(
  v.object({
    open: v.optional(v.boolean(), true),
    groups: v.optional(v.record(v.string(), v.object({ open: v.boolean() })), {}),
  }),
  { open: true, groups: {} },
)
export type NavPreference = v.InferOutput<typeof navShape>

/** In the shape of the web admin's `nav` preference (S2.18, S2.23), until preferences travel with the account. */
export const navPreference = localPreference<NavPreference>('nav', (stored) =>
  v.parse(navShape, stored ?? {}),
)

const densities = ['compact', 'standard', 'roomy'] as const
export type Density = (typeof densities)[number]
const densityShape = v.fallback(v.picklist(densities), 'standard')

export const densityPreference = localPreference<Density>('density', (stored) =>
  v.parse(densityShape, stored),
)

const listShape = v.fallback(v.record(v.string(), v.object({ limit: v.optional(v.number()) })), {})
type ListPreference = v.InferOutput<typeof listShape>

/** How lists are shown, by server and collection. */
const listPreference = localPreference<ListPreference>('lists', (stored) => v.parse(listShape, stored ?? {}))

/** Rows per page of a list as they were last chosen on this server, null where they never were. */
export function keptLimit(serverId: string, slug: string): number | null {
  return listPreference.get()[`${serverId}/${slug}`]?.limit ?? null
}

export function keepLimit(serverId: string, slug: string, limit: number): void {
  const name = `${serverId}/${slug}`
  const all = listPreference.get()
  listPreference.set({ ...all, [name]: { ...all[name], limit } })
}
