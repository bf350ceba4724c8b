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
