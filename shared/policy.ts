import * as v from 'valibot'

/** A key of this computer's policy, as shown in windows and to administrators. */
export const policyDecision = v.object({
  /** The name of the key; `*`: all keys of a source that cannot be read. */
  key: v.string(),
  /** The effective value, as JSON; null: none. */
  text: v.nullable(v.string()),
  /** The file or registry key that sets it. */
  source: v.string(),
  problem: v.nullable(
    v.object({
      code: v.picklist(['unreadable', 'not-valid', 'unknown-key']),
      /** The message for administrators, in English. */
      detail: v.string(),
      /** The fallback for a source that could not be read; null: none. */
      holds: v.nullable(v.picklist(['last-valid', 'strict'])),
    }),
  ),
})
export type PolicyDecision = v.InferOutput<typeof policyDecision>

/** Colours of a server's square in the windows. */
export const serverColor = v.picklist(['blue', 'green', 'amber', 'red', 'grey'])
export type ServerColor = v.InferOutput<typeof serverColor>

/** The parts of this computer's policy that windows need. */
export const windowPolicy = v.object({
  decisions: v.array(policyDecision),
  /** Ids of the servers that the policy offers. */
  serverIds: v.array(v.string()),
  /** Colours of servers by id, if the policy sets them. */
  serverColors: v.record(v.string(), serverColor),
  onlyTheseServers: v.boolean(),
  /** Largest space for documents that users may choose; null: no limit. */
  keepMegabytes: v.nullable(v.number()),
  export: v.boolean(),
  outsideLinks: v.boolean(),
})
export type WindowPolicy = v.InferOutput<typeof windowPolicy>
