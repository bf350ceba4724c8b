import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallInput, VersionContent, VersionRow } from '../../../shared/ipc.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { pathSegment } from '../../../shared/cms/path-segment.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { withoutCredentials } from '../../store/tables/credentials.ts'
import { baseQuery, collectionPath, documentPath, queryString } from '../http/document-query.ts'
import { entityOf, judgeRead, type SiteContext } from '../site-context.ts'
import { toRow } from './read-versions.ts'

/**
 * One version of a document whole, also of one that is in the trash: from this computer, or from the server, and kept
 * from then on. Only an autosave becomes another one, for as long as it is the newest.
 */
export async function readVersion(
  site: SiteContext,
  { ref: asked, versionId }: CallInput<'versions.read'>,
): Promise<VersionContent> {
  const ref = await site.store.resolveId(asked)
  const kept = await site.store.versionContent({ ref, versionId })
  if (kept !== null && !kept.version.autosave) return { outcome: 'here', ...kept }
  const asks = await askForVersion(site, ref, versionId)
  if (asks.outcome === 'here')
    await site.store.putVersionContent({ ref, version: asks.version, data: asks.data })
  const unreached = asks.outcome === 'not-here' && (asks.reason === 'offline' || asks.reason === 'signed-out')
  return kept !== null && unreached ? { outcome: 'here', ...kept } : asks
}

async function askForVersion(site: SiteContext, ref: DocRef, versionId: string): Promise<VersionContent> {
  const entity = entityOf(site.schema(), ref)
  if (!entity?.versions || (ref.kind === 'collection' && isTempId(ref.id))) return notHere('gone')
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
    if (ref.kind === 'global') return { outcome: 'here', version, data }
    // Every version of the collection has such an address.
    if (!isId(parent) || String(parent) !== ref.id) return notHere('gone')
    const isAccount = entity.kind === 'collection' && entity.auth !== null
    const shown = isAccount ? withoutCredentials(data) : data
    return { outcome: 'here', version, data: { ...shown, id: parent } }
  }
  const { result } = read
  if (result.outcome === 'offline' || result.outcome === 'signed-out') return notHere(result.outcome)
  const message = 'message' in result ? result.message : ''
  return notHere(result.outcome === 'gone' ? 'gone' : 'refused', message)
}

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
  message = '',
): VersionContent {
  return { outcome: 'not-here', reason, message }
}
