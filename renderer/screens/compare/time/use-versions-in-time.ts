import { useMemo } from 'react'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { VersionRow, VersionsPage, VersionsQuery } from '../../../../shared/ipc.ts'
import { galley } from '../../../data/bridge.ts'
import { useVersionsQuery } from '../../../data/queries.ts'
import { useRefresh } from '../../../data/use-refresh.ts'

/** Versions on the line of time at most; Payload keeps as many unless the site says otherwise. */
const MOST = 100

/**
 * The newest versions of a document, the oldest of them first: all of the first page where that is all there is, else as
 * many as the line shows, asked for by themselves. Offline it is what is known of either.
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
  // Of two made at the same moment the list has the newer one first.
  return useMemo(
    () => rows.toReversed().toSorted((a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt)),
    [rows],
  )
}

const NONE: readonly VersionRow[] = []

/** The version before another one; null: the list does not say. */
export function listedBefore(rows: readonly VersionRow[], versionId: string): string | null {
  const at = rows.findIndex(({ id }) => id === versionId)
  return at > 0 ? (rows[at - 1]?.id ?? null) : null
}

/** What one step on the line of time needs besides what is on the screen. */
export function oneStepAround(rows: readonly VersionRow[], versionId: string): string[] {
  const at = rows.findIndex(({ id }) => id === versionId)
  return at === -1 ? [] : [rows[at - 2], rows[at + 1]].flatMap((row) => row?.id ?? [])
}
