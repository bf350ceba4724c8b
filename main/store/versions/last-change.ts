import type { CallInput, KeptVersion, LastChange } from '../../../shared/ipc.ts'
import { getStored } from '../../../shared/document/path.ts'
import { sameJson, type Json, type JsonObject } from '../../../shared/json.ts'
import { readDocument } from '../tables/documents.ts'
import { resolveRef } from '../tables/ids.ts'
import { wroteRevision } from '../tables/sent-entries.ts'
import { keptVersions } from '../tables/version-contents.ts'
import type { ReadContext } from '../store-context.ts'

/**
 * When the value at a path of a document last became another one, by the versions whose contents are kept here. Nothing
 * is known where the newest of them is not what the server has by now.
 */
export function lastChange(
  { db, site }: ReadContext,
  { ref: asked, path, locale }: CallInput<'versions.lastChange'>,
): LastChange {
  const ref = resolveRef(db, asked)
  const fields = site.fields(ref)
  const valueIn = (data: JsonObject): Json => getStored(fields, data, path, locale)
  const now = readDocument(db, ref)
  let newer: KeptVersion | null = null
  for (const version of keptVersions(db, ref)) {
    if (newer === null) {
      if (now === null || !sameJson(valueIn(version.data), valueIn(now.data))) return { outcome: 'unknown' }
    } else if (!sameJson(valueIn(version.data), valueIn(newer.data))) {
      const revision = newer.data['updatedAt']
      const own = typeof revision === 'string' && wroteRevision(db, ref, { revision, path, locale })
      return { outcome: 'changed', version: newer.version, before: version.version, own }
    }
    newer = version
  }
  return newer === null ? { outcome: 'unknown' } : { outcome: 'same', since: newer.version }
}
