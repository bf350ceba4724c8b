import * as v from 'valibot'

/** The steps from this computer to a signed-in user, in order. */
export const STEPS = ['proxy', 'name', 'connect', 'answer', 'cms', 'companion', 'session'] as const

export const connectionStep = v.object({
  step: v.picklist(STEPS),
  /** unneeded: the step does not apply, such as the name lookup behind a proxy. */
  state: v.picklist(['ok', 'failed', 'not-reached', 'unneeded']),
  /** Addresses, the proxy, a status, a version, a time; '' without. No content, no credentials. */
  detail: v.string(),
})
export type ConnectionStep = v.InferOutput<typeof connectionStep>

/** Facts about this computer and its store. Everything in it may be part of a report. */
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
  /** `folder`: with `~` for the home folder. `lines`: the newest, without anything that must not be in a report. */
  log: v.object({ folder: v.string(), lines: v.array(v.string()) }),
  /** The settings that the computer's policy sets. */
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

/** The whole report as text: the facts on the screen and the log. It names the host of the server. */
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
