import { firstVersions } from '../../../shared/document/versions.ts'
import { getStored } from '../../../shared/document/path.ts'
import type { CallInput, KeptVersion } from '../../../shared/ipc.ts'
import { sameJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { readDocument } from '../tables/documents.ts'
import { resolveRef } from '../tables/ids.ts'
import { wroteRevision } from '../tables/sent-entries.ts'
import { versionContent } from '../tables/version-contents.ts'
import { listVersions } from '../tables/versions.ts'
import type { FoundChange } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * Finds the last change of the value at a path, from the newest version on, as the server orders them. It stops at
 * the first version whose content is not here, as that is not guessed.
 */
export function lastChange(
  context: StoreContext,
  { ref: asked, path, locale }: CallInput<'versions.lastChange'>,
): FoundChange {
  const { db, site } = context
  const ref = resolveRef(db, asked)
  const entity = site.entity(ref)
  const now = readDocument(db, ref)
  if (entity === null || now === null) return UNKNOWN
  const valueIn = (data: JsonObject): Json => getStored(entity.fields, data, path, locale)
  const value = valueIn(now.data)
  let newer: KeptVersion | null = null
  for (const { id } of listVersions(context, firstVersions(ref, entity)).rows) {
    const older = versionContent(context, { ref, versionId: id })
    if (older === null) return { change: sinceAs(newer), missing: id }
    if (!sameJson(valueIn(older.data), value)) {
      // The newest listed version is not that of the local document: one of them is outdated.
      if (newer === null) return UNKNOWN
      const revision = newer.data['updatedAt']
      const own = typeof revision === 'string' && wroteRevision(db, ref, { revision, path, locale })
      return {
        change: { outcome: 'changed', version: newer.version, before: older.version, own },
        missing: null,
      }
    }
    newer = older
  }
  return { change: sinceAs(newer), missing: null }
}

const UNKNOWN: FoundChange = { change: { outcome: 'unknown' }, missing: null }

/** The value is unchanged since that version at least. */
function sinceAs(oldest: KeptVersion | null): FoundChange['change'] {
  return oldest === null ? { outcome: 'unknown' } : { outcome: 'same', since: oldest.version }
}
