import * as v from 'valibot'
import { pathSegment } from '../../../shared/cms/addresses.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { isJsonObject, isPlainJson, jsonObject, own, sameJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { judgeRead } from '../site-context.ts'
import type { Read, SiteContext } from '../site-context.ts'
import { COLUMNS_ERROR } from '../../../shared/lists/columns.ts'
import { readListPreference } from '../../../shared/lists/list-preference.ts'
import type { ListChoice, ListPreference } from '../../../shared/lists/list-preference.ts'
import type { Log } from '../../log.ts'
import { navPreference } from '../../../shared/nav-preference.ts'
import type { NavChoice, NavPreference } from '../../../shared/nav-preference.ts'

/** A setting that the server stores for a user, as the web admin does. */
export type Preference<Shown extends JsonObject> = {
  /** The web admin's name for it: `nav`, `collection-posts`. */
  key: string
  /** Reads the parts used here, with defaults for those that are missing or unreadable. */
  shown: (value: JsonObject) => Shown
}

/**
 * `there`: the server's value when last asked. `chosen`: local choices that the server lacks; null: to be removed.
 */
const keptPreference = v.object({ there: jsonObject, chosen: jsonObject })
type KeptPreference = v.InferOutput<typeof keptPreference>

const NOT_CHOSEN: KeptPreference = { there: {}, chosen: {} }

type Keeping = Pick<SiteContext, 'store'>
const resourceKey = (key: string): string => `preference:${key}`

async function readKept({ store }: Keeping, key: string): Promise<KeptPreference> {
  const kept = v.safeParse(keptPreference, (await store.getResource(resourceKey(key)))?.value)
  return kept.success ? kept.output : NOT_CHOSEN
}

/** A preference as this computer knows it: the server's value with local choices applied. */
export async function readPreference<Shown extends JsonObject>(
  site: Keeping,
  { key, shown }: Preference<Shown>,
): Promise<Shown> {
  return shown(effective(await readKept(site, key)))
}

/**
 * Stores a choice on this computer; a part that is null is to be removed on the server. `refreshPreference`
 * sends it.
 */
export async function choosePreference(site: SiteContext, key: string, choice: JsonObject): Promise<void> {
  await change(site, key, ({ there, chosen }) => ({ there, chosen: merged(chosen, choice) }))
}

const turns = new WeakMap<SiteContext, Promise<unknown>>()

/** Changes run one after another, so that no choice is lost between read and write. */
function change(site: SiteContext, key: string, to: (kept: KeptPreference) => KeptPreference): Promise<void> {
  const work = async () =>
    site.store.putResource({ key: resourceKey(key), value: to(await readKept(site, key)), etag: null })
  const result = (turns.get(site) ?? Promise.resolve()).then(work, work)
  turns.set(site, result)
  return result
}

/** Running refreshes by site and key: the next one of a preference starts when the last one has ended. */
const refreshes = new WeakMap<SiteContext, Map<string, Promise<unknown>>>()

/** Sends local choices, and takes over the server's value (S2.18, S3.37). `updated`: the shown value has changed. */
export function refreshPreference<Shown extends JsonObject>(
  site: SiteContext,
  preference: Preference<Shown>,
): Promise<RefreshResult> {
  const going = refreshes.get(site) ?? new Map<string, Promise<unknown>>()
  refreshes.set(site, going)
  const last = going.get(preference.key)
  const next = async (): Promise<RefreshResult> => {
    await last?.catch(() => undefined)
    return refresh(site, preference)
  }
  const result = next()
  going.set(preference.key, result)
  return result
}

async function refresh<Shown extends JsonObject>(
  site: SiteContext,
  preference: Preference<Shown>,
): Promise<RefreshResult> {
  const { key } = preference
  const asked = await readKept(site, key)
  const read = await ask(site, { method: 'GET', path: pathOf(key) }, parseValue)
  if (!read.ok) return read.result
  // With an expired session the server answers as if nothing was ever chosen.
  if (read.value.value === null && !sameJson(asked, NOT_CHOSEN)) {
    const { status } = await site.checkConnection()
    if (status === 'signed-out') return { outcome: 'signed-out' }
    if (status !== 'online') return { outcome: 'offline' }
  }
  const kept = await readKept(site, key)
  const before = preference.shown(effective(kept))
  let there = read.value.value ?? {}
  if (Object.keys(kept.chosen).length > 0) {
    // Other parts of the web admin's value stay, as do choices made elsewhere.
    there = effective({ there, chosen: kept.chosen })
    const sent = await ask(site, { method: 'POST', path: pathOf(key), body: { value: there } }, () => true)
    if (!sent.ok) return sent.result
  }
  // Choices made during the request are applied to the new value.
  await change(site, key, ({ chosen }) => ({ there, chosen: without(chosen, kept.chosen) }))
  const isSeen = !sameJson(before, preference.shown(there))
  return { outcome: isSeen ? 'updated' : 'unchanged' }
}

/**
 * Reads the answer about a preference; `value` null: nothing is stored. Null: the answer is no preference.
 */
function parseValue(json: unknown): { value: JsonObject | null } | null {
  if (!isJsonObject(json)) return null
  const value = json['value'] ?? null
  return value === null || isJsonObject(value) ? { value } : null
}

function effective({ there, chosen }: KeptPreference): JsonObject {
  return Object.fromEntries(Object.entries(merged(there, chosen)).filter(([name]) => chosen[name] !== null))
}

/** Merges nested parts; other values are replaced. */
function merged(there: JsonObject, choice: JsonObject): JsonObject {
  const chosen = Object.entries(choice).map(([name, value]): [string, Json] => {
    const before = own(there, name)
    return [name, isPlainJson(before) && isPlainJson(value) ? merged(before, value) : value]
  })
  return Object.fromEntries([...Object.entries(there), ...chosen])
}

/** The choices without those that were sent. */
function without(chosen: JsonObject, sent: JsonObject): JsonObject {
  const left = Object.entries(chosen).flatMap(([name, value]): [string, Json][] => {
    if (!Object.hasOwn(sent, name)) return [[name, value]]
    const before = own(sent, name)
    if (sameJson(value, before)) return []
    return [[name, isPlainJson(value) && isPlainJson(before) ? without(value, before) : value]]
  })
  return Object.fromEntries(left)
}

const pathOf = (key: string): string => `/payload-preferences/${pathSegment(key)}`

async function ask<T>(
  site: SiteContext,
  request: Parameters<SiteContext['client']['request']>[0],
  parse: (json: unknown) => T | null,
): Promise<Read<T>> {
  return judgeRead(site, await site.client.request(request), parse)
}

/** The preference of a list, under the web admin's name for it. */
const preferenceOf = (slug: string, log: Log): Preference<ListPreference> => ({
  key: `collection-${slug}`,
  shown: (value) => readListPreference(value, () => log.error(COLUMNS_ERROR, { slug })),
})

/** The user's settings of a list, as this computer knows them. */
export function keptOfList(site: Pick<SiteContext, 'store' | 'log'>, slug: string): Promise<ListPreference> {
  return readPreference(site, preferenceOf(slug, site.log))
}

/** Stores a setting on this computer. `refreshListPreference` sends it to the server. */
export async function chooseForList(site: SiteContext, slug: string, choice: ListChoice): Promise<void> {
  await choosePreference(site, preferenceOf(slug, site.log).key, { ...choice })
}

/** Sends local settings, and takes over those of the server (S3.37). */
export function refreshListPreference(site: SiteContext, slug: string): Promise<RefreshResult> {
  return refreshPreference(site, preferenceOf(slug, site.log))
}

const nav: Preference<NavPreference> = { key: 'nav', shown: (value) => v.parse(navPreference, value) }

/** The open parts of the navigation, as this computer knows them. */
export function readNav(site: Pick<SiteContext, 'store'>): Promise<NavPreference> {
  return readPreference(site, nav)
}

/** Stores a choice on this computer. `refreshNav` sends it to the server. */
export function chooseNav(site: SiteContext, choice: NavChoice): Promise<void> {
  return choosePreference(site, nav.key, choice)
}

/** Sends local choices, and takes over those made elsewhere (S2.18, S2.23). */
export function refreshNav(site: SiteContext): Promise<RefreshResult> {
  return refreshPreference(site, nav)
}
