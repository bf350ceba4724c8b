import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { VersionsQuery } from '../../shared/ipc.ts'
import { positive } from './list-params.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 500

/** `page`, `limit` and `sort` of the address of a document's versions; the first page without an address. */
export function versionsQuery(
  ref: DocRef,
  entity: Collection | Global,
  params: URLSearchParams = new URLSearchParams(),
): VersionsQuery {
  return {
    ref,
    page: positive(params.get('page'), Number.MAX_SAFE_INTEGER) ?? 1,
    limit:
      positive(params.get('limit'), MAX_LIMIT) ??
      (entity.kind === 'collection' ? entity.defaultLimit : DEFAULT_LIMIT),
    sort: params.get('sort') === 'updatedAt' ? 'updatedAt' : '-updatedAt',
  }
}
