import { useMemo } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { VersionRow, VersionsPage, VersionsQuery } from '../../../../shared/ipc.ts'
import { galley } from '../../../data/bridge.ts'
import { useVersionsQuery } from '../../../data/queries.ts'
import { useRefresh } from '../../../data/use-refresh.ts'

/** Most versions on the time line; Payload keeps as many by default. */
const MOST = 100

/**
 * Returns the newest versions of a document, oldest first: the first page if it has all, else a query of its own.
 * Offline it returns the known ones.
 */
export function useVersionsInTime(
  ref: DocRef,
  { query, page, isAsked }: { query: VersionsQuery; page: VersionsPage | undefined; isAsked: boolean },
): readonly VersionRow[] {
  const isWhole = page === undefined || page.totalDocs <= page.rows.length
  const long: VersionsQuery = useMemo(() => ({ ref, page: 1, limit: MOST, sort: '-updatedAt' }), [ref])
  const more = useVersionsQuery(isWhole ? query : long).data
  useRefresh(['versions', long], () => galley.call('versions.refresh', long), { ready: isAsked && !isWhole })
  const rows = (!isWhole && more?.fetchedAt != null ? more.rows : page?.rows) ?? NONE
  // The list has the newer of two versions of the same moment first.
  return useMemo(
    () => rows.toReversed().toSorted((a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt)),
    [rows],
  )
}

const NONE: readonly VersionRow[] = []

/** Returns the version before another one; null: the list does not have it. */
export function listedBefore(rows: readonly VersionRow[], versionId: string): string | null {
  const at = rows.findIndex(({ id }) => id === versionId)
  return at > 0 ? (rows[at - 1]?.id ?? null) : null
}

/** Returns the versions needed for one more step on the time line. */
export function oneStepAround(rows: readonly VersionRow[], versionId: string): string[] {
  const at = rows.findIndex(({ id }) => id === versionId)
  return at === -1 ? [] : [rows[at - 2], rows[at + 1]].flatMap((row) => row?.id ?? [])
}
