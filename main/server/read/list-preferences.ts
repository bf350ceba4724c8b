import * as v from 'valibot'
import { pathSegment } from '../../../shared/cms/path-segment.ts'
import { columnChoices, type ColumnChoice, type RefreshResult } from '../../../shared/ipc.ts'
import { isJsonObject, sameJson, type JsonObject } from '../../../shared/json.ts'
import { judgeRead, type Read, type SiteContext } from '../site-context.ts'

/** `isSent` false: the server does not have this choice yet. */
const keptColumns = v.object({ columns: v.nullable(columnChoices), isSent: v.boolean() })
type KeptColumns = v.InferOutput<typeof keptColumns>

const NOT_CHOSEN: KeptColumns = { columns: null, isSent: true }

/** The name that the web admin gives to how a list is shown. */
const preferenceKey = (slug: string): string => `collection-${slug}`
const resourceKey = (slug: string): string => `preference:${preferenceKey(slug)}`

async function readKept({ store }: Pick<SiteContext, 'store'>, slug: string): Promise<KeptColumns> {
  const kept = v.safeParse(keptColumns, (await store.getResource(resourceKey(slug)))?.value)
  return kept.success ? kept.output : NOT_CHOSEN
}

async function keep({ store }: SiteContext, slug: string, value: KeptColumns): Promise<void> {
  await store.putResource({ key: resourceKey(slug), value, etag: null })
}

/** The columns that the user has chosen for a list, as this computer knows it; null: none. */
export async function chosenColumns(
  site: Pick<SiteContext, 'store'>,
  slug: string,
): Promise<ColumnChoice[] | null> {
  return (await readKept(site, slug)).columns
}

/** Keeps a choice. It is the server's too once it was sent, which `refreshColumns` does. */
export async function chooseColumns(
  site: SiteContext,
  slug: string,
  columns: ColumnChoice[] | null,
): Promise<void> {
  await inTurn(site, () => keep(site, slug, { columns, isSent: false }))
}

/** Keeps something in the place of what was read before, unless the user has chosen meanwhile. */
function replace(site: SiteContext, slug: string, was: KeptColumns, value: KeptColumns): Promise<boolean> {
  return inTurn(site, async () => {
    if (!sameJson(await readKept(site, slug), was)) return false
    await keep(site, slug, value)
    return true
  })
}

const turns = new WeakMap<SiteContext, Promise<unknown>>()

/** One after another: between a look at what is kept and what takes its place no choice may come. */
function inTurn<T>(site: SiteContext, work: () => Promise<T>): Promise<T> {
  const result = (turns.get(site) ?? Promise.resolve()).then(work, work)
  turns.set(site, result)
  return result
}

/** The refreshes that go on, by site and collection: the next one of a list begins when the last one has ended. */
const refreshes = new WeakMap<SiteContext, Map<string, Promise<unknown>>>()

/** Sends a choice that the server does not have, or asks for the one that it has (S3.37). */
export function refreshColumns(site: SiteContext, slug: string): Promise<RefreshResult> {
  const going = refreshes.get(site) ?? new Map<string, Promise<unknown>>()
  refreshes.set(site, going)
  const last = going.get(slug)
  const next = async (): Promise<RefreshResult> => {
    await last?.catch(() => undefined)
    return refresh(site, slug)
  }
  const result = next()
  going.set(slug, result)
  return result
}

async function refresh(site: SiteContext, slug: string): Promise<RefreshResult> {
  const asked = await readKept(site, slug)
  const there = await readPreference(site, slug)
  if (!there.ok) return there.result
  // To somebody whose session has ended the server says the same as where nothing was ever chosen.
  if (there.value === null && !sameJson(asked, NOT_CHOSEN)) {
    const { status } = await site.checkConnection()
    if (status === 'signed-out') return { outcome: 'signed-out' }
    if (status !== 'online') return { outcome: 'offline' }
  }
  const kept = await readKept(site, slug)
  if (!kept.isSent) return send(site, slug, kept, there.value ?? {})
  // The answer is older than what was chosen meanwhile.
  if (!sameJson(kept, asked)) return { outcome: 'unchanged' }
  const parsed = v.safeParse(columnChoices, there.value?.['columns'])
  const columns = parsed.success ? parsed.output : null
  if (sameJson(kept.columns, columns)) return { outcome: 'unchanged' }
  const isTaken = await replace(site, slug, kept, { columns, isSent: true })
  return { outcome: isTaken ? 'updated' : 'unchanged' }
}

/** All that the web admin remembers of the list; null where there is nothing. */
async function readPreference(site: SiteContext, slug: string): Promise<Read<JsonObject | null>> {
  const read = await ask(site, { method: 'GET', path: pathOf(slug) }, (json) => {
    if (!isJsonObject(json)) return null
    const value = json['value'] ?? null
    return value === null || isJsonObject(value) ? { value } : null
  })
  return read.ok ? { ok: true, value: read.value.value } : read
}

/** What else the web admin remembers there stays. */
async function send(
  site: SiteContext,
  slug: string,
  kept: KeptColumns,
  there: JsonObject,
): Promise<RefreshResult> {
  const { columns: _before, ...rest } = there
  const value = kept.columns === null ? rest : { ...rest, columns: kept.columns }
  const sent = await ask(site, { method: 'POST', path: pathOf(slug), body: { value } }, () => true)
  if (!sent.ok) return sent.result
  await replace(site, slug, kept, { ...kept, isSent: true })
  return { outcome: 'unchanged' }
}

const pathOf = (slug: string): string => `/payload-preferences/${pathSegment(preferenceKey(slug))}`

async function ask<T>(
  site: SiteContext,
  request: Parameters<SiteContext['client']['request']>[0],
  parse: (json: unknown) => T | null,
): Promise<Read<T>> {
  return judgeRead(site, await site.client.request(request), parse)
}
