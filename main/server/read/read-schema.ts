import { parseSiteConfig } from '../../../shared/cms/parse-config.ts'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { readText, read as readProperty } from '../../../shared/cms/read-value.ts'
import { isJsonObject, sameJson } from '../../../shared/json.ts'
import { judgeRead, type SiteContext } from '../site-context.ts'

const RESOURCE = 'config'

/** The schema fingerprint in the companion's answer; null: there is none. */
const markIn = (answer: unknown): string | null => readText(readProperty(answer, 'schemaMark'))

/** Loads the stored schema; null if there is none, or it can no longer be read. */
export async function loadSchema(
  site: Pick<SiteContext, 'store' | 'companion' | 'log'>,
): Promise<SiteSchema | null> {
  const resource = await site.store.getResource(RESOURCE)
  if (!resource) return null
  const parsed = parseSiteConfig(fieldTypes, resource.value)
  if (parsed.ok) {
    await site.store.setSchema(parsed.schema)
    site.companion.kept(markIn(resource.value))
    return parsed.schema
  }
  site.log.warn('kept-schema-unreadable')
  return null
}

/**
 * Fetches the site's schema, with the stored ETag. `adopt` is called with a new schema, after the store has switched
 * to it.
 */
export async function refreshSchema(
  site: SiteContext,
  adopt: (schema: SiteSchema) => void,
): Promise<RefreshResult> {
  const kept = await site.store.getResource(RESOURCE)
  // A stored answer that this version cannot read is requested again in full.
  const etag = site.schema() ? (kept?.etag ?? null) : null
  const answer = await site.client.request({
    method: 'GET',
    path: '/desktop/config',
    headers: etag === null ? {} : { 'If-None-Match': etag },
  })
  if (answer.kind === 'http' && answer.status === 304) {
    site.contacted()
    const { idempotency = false, staleCheck = false } = site.schema()?.capabilities ?? {}
    site.companion.described({ key: idempotency, base: staleCheck })
    site.companion.adopted(markIn(kept?.value))
    return { outcome: 'unchanged' }
  }
  const read = await judgeRead(site, answer, (json) => (isJsonObject(json) ? json : null))
  if (!read.ok) {
    if (read.result.outcome === 'gone') site.companion.hasNone()
    return read.result
  }
  const parsed = parseSiteConfig(fieldTypes, read.value)
  if (!parsed.ok) {
    site.log.warn('schema-unreadable', { reason: parsed.reason.code })
    return { outcome: 'unreadable', reason: parsed.reason }
  }
  const { idempotency, staleCheck } = parsed.schema.capabilities
  site.companion.described({ key: idempotency, base: staleCheck })
  // The same schema may come with labels in another language.
  const isSame = site.schema() !== null && kept !== null && sameJson(kept.value, read.value)
  if (!isSame) await site.store.setSchema(parsed.schema)
  // From here on writes are made by this schema.
  site.companion.adopted(markIn(read.value))
  // Stored last: an answer with a known ETag is not requested again.
  await site.store.putResource({
    key: RESOURCE,
    value: read.value,
    etag: answer.kind === 'http' ? answer.etag : null,
  })
  if (isSame) return { outcome: 'unchanged' }
  adopt(parsed.schema)
  return { outcome: 'updated' }
}
