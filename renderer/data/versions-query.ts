import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { firstVersions, MAX_VERSIONS } from '../../shared/document/versions.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { VersionsQuery } from '../../shared/ipc.ts'
import { positive } from './list-address.ts'

/** Returns the query for `page`, `limit` and `sort` of a versions address; by default the first page. */
export function versionsQuery(
  ref: DocRef,
  entity: Collection | Global,
  params: URLSearchParams = new URLSearchParams(),
): VersionsQuery {
  const first = firstVersions(ref, entity)
  return {
    ref,
    page: positive(params.get('page')) ?? first.page,
    limit: positive(params.get('limit'), MAX_VERSIONS) ?? first.limit,
    sort: params.get('sort') === 'updatedAt' ? 'updatedAt' : first.sort,
  }
}
