import * as v from 'valibot'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { pathSegment } from '../../../shared/cms/addresses.ts'
import { versionName, type CallInput, type CallOutput, type RefreshResult } from '../../../shared/ipc.ts'
import { recordOf, sameJson } from '../../../shared/json.ts'
import { pageShape } from '../answer-shapes.ts'
import { queryString } from '../http/document-query.ts'
import { judgeRead, type SiteContext } from '../site-context.ts'

/**
 * Names by preference key, one preference per version, so that computers do not overwrite each other. `there`: the
 * server's when last asked. `chosen`: local changes that it lacks; null: no name.
 */
const keptNames = v.object({ there: recordOf(v.string()), chosen: recordOf(v.nullable(v.string())) })
type KeptNames = v.InferOutput<typeof keptNames>

const NONE: KeptNames = { there: {}, chosen: {} }
const RESOURCE = 'version-names'
const PREFIX = 'galley-version-name:'
const PATH = '/payload-preferences'

const prefixOf = (ref: DocRef): string =>
  ref.kind === 'global' ? `${PREFIX}global:${ref.slug}:` : `${PREFIX}${ref.slug}:${refId(ref)}:`

/** The user's names for versions of a document, by version id, as this computer knows them. */
export async function readVersionNames(
  site: SiteContext,
  { ref: asked }: CallInput<'versions.names'>,
): Promise<CallOutput<'versions.names'>> {
  const prefix = prefixOf(await site.store.resolveId(asked))
  const own = Object.entries(shownNames(await readKept(site))).filter(([key]) => key.startsWith(prefix))
  return Object.fromEntries(own.map(([key, name]) => [key.slice(prefix.length), name]))
}

/** The names by preference key, with local choices applied. */
function shownNames({ there, chosen }: KeptNames): Record<string, string> {
  const all = Object.entries({ ...there, ...chosen })
  return Object.fromEntries(all.flatMap(([key, name]) => (name === null ? [] : [[key, name]])))
}

/** Stores or removes a name on this computer. `refreshVersionNames` sends it to the server. */
export async function nameVersion(
  site: SiteContext,
  { ref: asked, versionId, name }: CallInput<'versions.setName'>,
): Promise<void> {
  const key = prefixOf(await site.store.resolveId(asked)) + versionId
  await change(site, ({ there, chosen }) => ({ there, chosen: { ...chosen, [key]: name } }))
}

/** Running refreshes: the next one starts when the last has ended, otherwise an older answer could win. */
const refreshes = new WeakMap<SiteContext, Promise<unknown>>()

/** Sends local names, and takes over those given elsewhere. `updated`: the shown names have changed. */
export function refreshVersionNames(site: SiteContext): Promise<RefreshResult> {
  const work = () => refresh(site)
  const result = (refreshes.get(site) ?? Promise.resolve()).then(work, work)
  refreshes.set(site, result)
  return result
}

async function refresh(site: SiteContext): Promise<RefreshResult> {
  const before = await readKept(site)
  const query = {
    where: { key: { contains: PREFIX } },
    depth: 0,
    limit: 0,
    select: { key: 'true', value: 'true' },
  }
  const path = PATH + queryString(query)
  const read = await judgeRead(site, await site.client.request({ method: 'GET', path }), parseNames)
  if (!read.ok) return read.result
  await change(site, ({ chosen }) => ({ there: read.value, chosen }))
  let refused: RefreshResult | null = null
  for (const [key, name] of Object.entries((await readKept(site)).chosen)) {
    // The server fails if there is no name to remove.
    const result = name === null && !Object.hasOwn(read.value, key) ? null : await send(site, key, name)
    if (result?.outcome === 'offline' || result?.outcome === 'signed-out') return result
    if (result !== null) {
      // The name is sent again next time, and does not hold up others.
      refused ??= result
      continue
    }
    await change(site, ({ there, chosen }) => ({
      there: name === null ? without(there, key) : { ...there, [key]: name },
      // The name may have been changed during the request.
      chosen: chosen[key] === name ? without(chosen, key) : chosen,
    }))
  }
  const isSeen = !sameJson(shownNames(before), shownNames(await readKept(site)))
  return isSeen ? { outcome: 'updated' } : (refused ?? { outcome: 'unchanged' })
}

/** Sends one name. Null: the server has it now. */
async function send(site: SiteContext, key: string, name: string | null): Promise<RefreshResult | null> {
  const path = `${PATH}/${pathSegment(key)}`
  const answer = await site.client.request(
    name === null ? { method: 'DELETE', path } : { method: 'POST', path, body: { value: { name } } },
  )
  const sent = await judgeRead(site, answer, () => true)
  return sent.ok ? null : sent.result
}

const preference = v.looseObject({ key: v.string(), value: v.looseObject({ name: versionName }) })

function parseNames(json: unknown): Record<string, string> | null {
  const parsed = v.safeParse(pageShape, json)
  if (!parsed.success) return null
  const names = parsed.output.docs.flatMap((doc): [string, string][] => {
    const one = v.safeParse(preference, doc)
    return one.success && one.output.key.startsWith(PREFIX) ? [[one.output.key, one.output.value.name]] : []
  })
  return Object.fromEntries(names)
}

async function readKept({ store }: Pick<SiteContext, 'store'>): Promise<KeptNames> {
  const kept = v.safeParse(keptNames, (await store.getResource(RESOURCE))?.value)
  return kept.success ? kept.output : NONE
}

const turns = new WeakMap<SiteContext, Promise<unknown>>()

/** Changes run one after another, so that no name is lost between read and write. */
function change(site: SiteContext, to: (kept: KeptNames) => KeptNames): Promise<void> {
  const work = async () =>
    site.store.putResource({ key: RESOURCE, value: to(await readKept(site)), etag: null })
  const result = (turns.get(site) ?? Promise.resolve()).then(work, work)
  turns.set(site, result)
  return result
}

function without<T>(from: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([one]) => one !== key))
}
