import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallInput, VersionContent, VersionRow, LastChange } from '../../../shared/ipc.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { pathSegment } from '../../../shared/cms/addresses.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import { storable } from '../../store/tables/credentials.ts'
import { baseQuery, collectionPath, documentPath, queryString } from '../http/document-query.ts'
import { entityOf, judgeRead } from '../site-context.ts'
import type { SiteContext } from '../site-context.ts'
import { mayReadVersions, toRow, refreshVersions } from './read-versions.ts'
import { firstVersions } from '../../../shared/document/versions.ts'

/**
 * Reads a whole version, also of a document in the trash, and stores it. The stored copy is returned without the
 * server, or if the server pruned it; it is deleted if the user may no longer read it.
 */
export async function readVersion(
  site: SiteContext,
  { ref: asked, versionId }: CallInput<'versions.read'>,
): Promise<VersionContent> {
  const ref = await site.store.resolveId(asked)
  const asks = await askForVersion(site, ref, versionId)
  if (asks.outcome === 'here') {
    await site.store.putVersionContent({ ref, version: asks.version, data: asks.data })
    return asks
  }
  // If access has conditions, the server answers the same for a pruned version.
  const isDenied = asks.outcome === 'denied' && !(await mayReadVersions(site, ref))
  if (isDenied) {
    await site.store.forgetVersionContent({ ref, versionId })
    return notHere('refused', asks.message)
  }
  const kept = await site.store.versionContent({ ref, versionId })
  const isGone = asks.outcome === 'gone' || asks.outcome === 'denied'
  if (kept !== null) return { outcome: 'here', gone: isGone, ...kept }
  const reason = asks.outcome === 'failed' || asks.outcome === 'denied' ? 'refused' : asks.outcome
  return notHere(reason, asks.message)
}

type VersionAnswer =
  | Extract<VersionContent, { outcome: 'here' }>
  | { outcome: 'offline' | 'signed-out' | 'gone' | 'denied' | 'failed'; message: string }

async function askForVersion(site: SiteContext, ref: DocRef, versionId: string): Promise<VersionAnswer> {
  const entity = entityOf(site.schema(), ref)
  if (!entity?.versions || (ref.kind === 'collection' && isTempId(ref.id))) return GONE
  const root = ref.kind === 'global' ? documentPath(ref) : collectionPath(ref.slug)
  const trash = entity.kind === 'collection' && entity.trash ? { trash: 'true' } : {}
  const query = queryString({ ...baseQuery(site.schema(), false), ...trash })
  const answer = await site.client.request({
    method: 'GET',
    path: `${root}/versions/${pathSegment(versionId)}${query}`,
  })
  const read = await judgeRead(site, answer, versionOf)
  if (read.ok) {
    const { version, parent, data } = read.value
    if (ref.kind === 'global') return { outcome: 'here', gone: false, version, data }
    // This address exists for every version of the collection, so the parent is compared.
    if (!isId(parent) || String(parent) !== ref.id) return GONE
    const shown = entity.kind === 'collection' ? storable(entity, data) : data
    return { outcome: 'here', gone: false, version, data: { ...shown, id: parent } }
  }
  const { outcome } = read.result
  const message = 'message' in read.result ? read.result.message : ''
  const isKnown =
    outcome === 'offline' || outcome === 'signed-out' || outcome === 'gone' || outcome === 'denied'
  return { outcome: isKnown ? outcome : 'failed', message }
}

const GONE: VersionAnswer = { outcome: 'gone', message: '' }

function versionOf(
  json: unknown,
): { version: VersionRow; data: JsonObject; parent: Json | undefined } | null {
  if (!isJsonObject(json)) return null
  const version = toRow(json)
  const { version: data, parent } = json
  return version !== null && isJsonObject(data) ? { version, data, parent } : null
}

const isId = (value: Json | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

function notHere(
  reason: Extract<VersionContent, { outcome: 'not-here' }>['reason'],
  message: string,
): VersionContent {
  return { outcome: 'not-here', reason, message }
}

/** Versions that are read for one question at most. */
const MOST_READ = 25

/** Finds the last change of a value; missing versions that it needs are fetched. */
export async function readLastChange(
  site: SiteContext,
  { ref: asked, ...what }: CallInput<'versions.lastChange'>,
): Promise<LastChange> {
  const ref = await site.store.resolveId(asked)
  const entity = entityOf(site.schema(), ref)
  if (entity?.versions) await refreshVersions(site, firstVersions(ref, entity))
  for (let read = 0; ; read += 1) {
    const { change, missing } = await site.store.lastChange({ ref, ...what })
    if (missing === null || read === MOST_READ) return change
    const content = await readVersion(site, { ref, versionId: missing })
    if (content.outcome !== 'here') return change
  }
}
