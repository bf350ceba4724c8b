import * as v from 'valibot'

/** The steps from this computer to a signed-in user, in their order. */
export const STEPS = ['proxy', 'name', 'connect', 'answer', 'cms', 'companion', 'session'] as const

export const connectionStep = v.object({
  step: v.picklist(STEPS),
  /** unneeded: there is nothing to be done at this step, as where a proxy looks up the name. */
  state: v.picklist(['ok', 'failed', 'not-reached', 'unneeded']),
  /** Addresses, the proxy, a status, a version, a time; '' without. No content, no credentials. */
  detail: v.string(),
})
export type ConnectionStep = v.InferOutput<typeof connectionStep>

/** What is known of this computer and its store. Everything in it may stand in a report. */
export const computerFacts = v.object({
  versions: v.object({
    galley: v.string(),
    electron: v.string(),
    chromium: v.string(),
    node: v.string(),
    system: v.string(),
  }),
  /** Null: no account is open. */
  store: v.nullable(
    v.object({
      bytes: v.number(),
      schemaVersion: v.nullable(v.number()),
      keptDocuments: v.number(),
      unsentEntries: v.number(),
      conflicts: v.number(),
    }),
  ),
  /** Sizes in bytes. */
  folders: v.object({
    all: v.number(),
    accounts: v.number(),
    logs: v.number(),
    crashes: v.number(),
  }),
  crashes: v.object({ count: v.number(), newest: v.nullable(v.string()) }),
  /** `folder`: with `~` for the home folder. `lines`: the newest, without what may not stand in a report. */
  log: v.object({ folder: v.string(), lines: v.array(v.string()) }),
  /** The settings that the computer's policy decides. */
  policy: v.array(
    v.object({
      key: v.string(),
      value: v.string(),
      source: v.string(),
      problem: v.nullable(v.string()),
    }),
  ),
})
export type ComputerFacts = v.InferOutput<typeof computerFacts>

export const storeCheck = v.picklist(['sound', 'damaged', 'not-checked'])
export type StoreCheck = v.InferOutput<typeof storeCheck>

/** All of a report as a text: what the screen shows, the log, and nothing else. It names the host of the server. */
export function reportText({
  facts,
  connection,
  storeCheck: check,
  at,
}: {
  facts: ComputerFacts
  connection: { host: string; problem: { code: string; detail: string } | null; steps: ConnectionStep[] }
  storeCheck: StoreCheck
  at: Date
}): string {
  const { log, ...computer } = facts
  const report = {
    report: 'Galley',
    madeAt: at.toISOString(),
    connection,
    storeCheck: check,
    ...computer,
    log,
  }
  return JSON.stringify(report, null, 2)
}
