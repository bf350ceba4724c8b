import * as v from 'valibot'

/** A key of the policy of this computer, as a window and people who look after the computer are told of it. */
export const policyDecision = v.object({
  /** `*`: all keys of a source that cannot be read. */
  key: v.string(),
  /** The value that holds, as JSON; null: none. */
  text: v.nullable(v.string()),
  /** The file or registry key that says so. */
  source: v.string(),
  problem: v.nullable(
    v.object({
      code: v.picklist(['unreadable', 'not-valid', 'unknown-key']),
      /** For administrators, in English. */
      detail: v.string(),
      /** What holds in place of what could not be read; null: nothing. */
      holds: v.nullable(v.picklist(['last-valid', 'strict'])),
    }),
  ),
})
export type PolicyDecision = v.InferOutput<typeof policyDecision>

/** Colours of the square that a server is known by. */
export const serverColor = v.picklist(['blue', 'green', 'amber', 'red', 'grey'])
export type ServerColor = v.InferOutput<typeof serverColor>

/** What the window has to know of the policy of this computer. */
export const windowPolicy = v.object({
  decisions: v.array(policyDecision),
  /** Ids of the servers that it offers. */
  serverIds: v.array(v.string()),
  /** By their ids, where the policy gives them one. */
  serverColors: v.record(v.string(), serverColor),
  onlyTheseServers: v.boolean(),
  /** The most room for documents that users may choose; null: as much as they like. */
  keepMegabytes: v.nullable(v.number()),
  export: v.boolean(),
  outsideLinks: v.boolean(),
})
export type WindowPolicy = v.InferOutput<typeof windowPolicy>
