import type { VersionsQuery } from '../ipc.ts'
import type { DocRef } from '../cms/doc-ref.ts'
import type { Collection, Global } from '../cms/schema-model.ts'

const DEFAULT_LIMIT = 10
/** Most versions on one page. */
export const MAX_VERSIONS = 500

/** The versions of a document that its screen shows first, and that are read ahead for it. */
export function firstVersions(ref: DocRef, entity: Collection | Global): VersionsQuery {
  const asked = entity.kind === 'collection' ? entity.defaultLimit : DEFAULT_LIMIT
  const isLimit = Number.isInteger(asked) && asked > 0
  return { ref, page: 1, limit: isLimit ? Math.min(asked, MAX_VERSIONS) : DEFAULT_LIMIT, sort: '-updatedAt' }
}

/** Takes the place of a version id: the document at the time of its deletion. */
export const LAST_STATE = 'last-state'
