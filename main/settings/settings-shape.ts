import * as v from 'valibot'
import { languageKey, theme } from '../../shared/ipc.ts'
import { DEFAULT_WINDOW, windowState } from '../windows/window-bounds.ts'

const server = v.object({
  id: v.string(),
  url: v.string(),
  name: v.string(),
  waiting: v.nullable(v.number()),
  lastIdentifier: v.nullable(v.string()),
})

/** What is known of a site besides its row in the list: how it is reached, and what the person has accepted. */
const siteFacts = v.object({
  /** As in the list of servers. */
  url: v.string(),
  /** Route of its API below that. */
  api: v.string(),
  cookiePrefix: v.string(),
  /** The person knows that nothing sent there is encrypted. */
  plainHttp: v.boolean(),
})
export type SiteFacts = v.InferOutput<typeof siteFacts>

const lastAccount = v.object({
  serverId: v.string(),
  collection: v.string(),
  userId: v.string(),
  label: v.string(),
})

/**
 * What is kept between starts, beside the databases. Each part falls back on its own: one that a later or damaged
 * version wrote differently must not cost the list of servers. No credential is in here (SY2).
 */
export const settingsShape = v.object({
  theme: v.fallback(theme, 'auto'),
  /** null: as the system says. */
  language: v.fallback(v.nullable(languageKey), null),
  servers: v.fallback(v.array(server), []),
  sites: v.fallback(v.array(siteFacts), []),
  /** Whose database is opened at start; null after signing out or where the session is not kept. */
  lastAccount: v.fallback(v.nullable(lastAccount), null),
  /** The newest feed of versions that was taken: an older one of the same counts no more. */
  updateFeed: v.fallback(v.nullable(v.object({ of: v.string(), issued: v.string() })), null),
  window: v.fallback(windowState, DEFAULT_WINDOW),
})
export type Settings = v.InferOutput<typeof settingsShape>

/** Settings from whatever the file holds. Never fails: what cannot be read is as in a first start. */
export function readSettings(stored: unknown): Settings {
  const parsed = v.safeParse(settingsShape, stored)
  return parsed.success ? parsed.output : v.parse(settingsShape, {})
}
