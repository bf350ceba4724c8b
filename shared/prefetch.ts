import * as v from 'valibot'

/**
 * The settings for documents that are fetched before anybody opens them. `keep` null: the user was not asked yet, and
 * only opened documents are kept.
 */
export const prefetchSettings = v.object({
  keep: v.nullable(v.picklist(['all', 'opened'])),
  /** Number of the newest documents of each collection. */
  documentsPerCollection: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  /** Largest size of all stored documents together; 1 MB is 1,000,000 bytes. */
  megabytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
  pauseOnBattery: v.boolean(),
})
export type PrefetchSettings = v.InferOutput<typeof prefetchSettings>

export const DEFAULT_PREFETCH: PrefetchSettings = {
  keep: null,
  documentsPerCollection: 2000,
  megabytes: 500,
  pauseOnBattery: true,
}

/**
 * The state of the prefetch:
 * - off: only opened documents are kept
 * - looking: looks for changes
 * - fetching: `left` documents are still to come
 * - offline, battery: waits for the server, or for mains power
 * - done: everything within the limits is here
 * - full: the room in the settings is used up
 * - failed: the documents could not be stored, or another error; it is tried again
 */
export const prefetchPhase = v.picklist([
  'off',
  'looking',
  'fetching',
  'offline',
  'battery',
  'done',
  'full',
  'failed',
])

export const prefetchState = v.object({
  settings: prefetchSettings,
  /** True if the policy of this computer decides, so that the user is not asked. */
  managed: v.boolean(),
  phase: prefetchPhase,
  /** Documents still to fetch, as far as is known. */
  left: v.number(),
  /** Documents that the last sweep found on the server, within the limits; null before the first one. */
  found: v.nullable(v.number()),
})
export type PrefetchState = v.InferOutput<typeof prefetchState>
