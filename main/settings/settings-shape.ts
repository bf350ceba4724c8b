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

/** The facts about a site besides its row in the list: how it is reached, and what the person has accepted. */
const siteFacts = v.object({
  /** The address, as in the list of servers. */
  url: v.string(),
  /** API route below that address. */
  api: v.string(),
  cookiePrefix: v.string(),
  /** True if the person has accepted that nothing sent there is encrypted. */
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
 * The settings kept between starts, beside the databases. Each part falls back on its own, so that an unreadable one
 * does not cost the list of servers. They hold no credentials (SY2).
 */
export const settingsShape = v.object({
  theme: v.fallback(theme, 'auto'),
  /** Null: the language of the system. */
  language: v.fallback(v.nullable(languageKey), null),
  servers: v.fallback(v.array(server), []),
  sites: v.fallback(v.array(siteFacts), []),
  /** The account that is opened at start; null after signing out or if the session is not kept. */
  lastAccount: v.fallback(v.nullable(lastAccount), null),
  /** The newest accepted update feed: an older one of the same feed is ignored. */
  updateFeed: v.fallback(v.nullable(v.object({ of: v.string(), issued: v.string() })), null),
  window: v.fallback(windowState, DEFAULT_WINDOW),
})
export type Settings = v.InferOutput<typeof settingsShape>

/** Reads settings from the content of the file. Never fails: unreadable parts get their defaults. */
export function readSettings(stored: unknown): Settings {
  const parsed = v.safeParse(settingsShape, stored)
  return parsed.success ? parsed.output : v.parse(settingsShape, {})
}
