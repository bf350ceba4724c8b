import { firstVersions } from '../../../shared/cms/first-versions.ts'
import type { CallInput, LastChange } from '../../../shared/ipc.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import { readVersion } from './read-version.ts'
import { refreshVersions } from './read-versions.ts'

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
