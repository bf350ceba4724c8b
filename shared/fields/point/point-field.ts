import type { NamedBase } from '../../cms/field-base.ts'

/** A place: `[longitude, latitude]`, in degrees. */
export type PointField = NamedBase & { type: 'point'; step: number | null }
