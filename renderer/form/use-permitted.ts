import { useCallback, useMemo, useSyncExternalStore } from 'react'
import {
  judge,
  judgeTrashed,
  knownIn,
  type DocumentOperation,
  type Judged,
  type TrashOperation,
  type Verdict,
} from '../../shared/cms/document-permissions.ts'
import type { Collection, Global } from '../../shared/cms/schema-model.ts'
import type { ListRow } from '../../shared/ipc.ts'
import { useConnection, useSessionQuery } from '../data/queries.ts'
import { useT } from '../i18n/use-t.ts'
import { useDocument, useDocumentState, useOpenDocument, useOpenForm } from './form-context.tsx'

const never = () => () => undefined

/** Returns the known permissions for the open document; for documents of the entity if none is open. */
export function useJudged(
  { kind, slug }: Collection | Global,
  isNew: boolean,
  /** Locale; by default that of the form around. */
  of?: string | null,
): Judged {
  const permissions = useSessionQuery().data?.permissions ?? null
  const canAsk = useConnection()?.status === 'online'
  const around = useOpenDocument()
  const document = around?.entity.kind === kind && around.entity.slug === slug ? around : null
  const known = useSyncExternalStore(
    document?.subscribe ?? never,
    () => document?.getDocument().view.permissions ?? null,
  )
  const own = useOpenForm()?.locale ?? null
  const locale = of === undefined ? own : of
  return useMemo(
    () => ({ kind, slug, isNew, permissions, known: isNew ? null : knownIn(known, locale), canAsk }),
    [kind, slug, isNew, permissions, known, locale, canAsk],
  )
}

/** Returns a check of the user's permissions for the open document. */
export function usePermitted(): (operation: DocumentOperation) => Verdict {
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const judged = useJudged(entity, isNew)
  return useCallback((operation) => judge(judged, operation), [judged])
}

/** Returns the reason that an operation on the open document is not permitted, as text; null if it is. */
export function useWhyNot(): (operation: DocumentOperation) => string | null {
  const { t } = useT()
  const permitted = usePermitted()
  return useCallback((operation) => (permitted(operation).may ? null : t(REASONS[operation])), [permitted, t])
}

/** A document that is not open, with the permissions in its list row. */
export type KnownRow = Pick<ListRow, 'permissions'> & { isNew?: boolean }

/** Returns a check of the user's permissions for documents that are not open. */
export function useRowsPermitted(): (slug: string, row: KnownRow, operation: DocumentOperation) => boolean {
  const permissions = useSessionQuery().data?.permissions ?? null
  const canAsk = useConnection()?.status === 'online'
  return useCallback(
    (slug, { isNew = false, permissions: known = null }, operation) =>
      judge({ kind: 'collection', slug, isNew, permissions, known, canAsk }, operation).may,
    [permissions, canAsk],
  )
}

/** Returns the check of `useRowsPermitted` for one collection. */
export function useRowPermitted(slug: string): (row: KnownRow, operation: DocumentOperation) => boolean {
  const permitted = useRowsPermitted()
  return useCallback((row, operation) => permitted(slug, row, operation), [permitted, slug])
}

/** Returns a check of the user's permissions for documents in a collection's trash. */
export function useTrashPermitted(slug: string): (row: KnownRow, operation: TrashOperation) => boolean {
  const permissions = useSessionQuery().data?.permissions ?? null
  return useCallback(
    ({ permissions: known = null }, operation) => judgeTrashed({ slug, permissions, known }, operation),
    [slug, permissions],
  )
}

/** Returns the reason that an operation is permitted on none of these documents, as text; null if on some. */
export function useWhyNotRows(
  slug: string,
): (rows: readonly KnownRow[], operation: DocumentOperation) => string | null {
  const { t } = useT()
  const permitted = useRowPermitted(slug)
  return useCallback(
    (rows, operation) => (rows.some((row) => permitted(row, operation)) ? null : t(REASONS[operation])),
    [permitted, t],
  )
}

const REASONS: Record<DocumentOperation, string> = {
  edit: 'galley:edit.notAllowed',
  update: 'galley:edit.may.update',
  publish: 'galley:edit.may.publish',
  unpublish: 'galley:edit.may.unpublish',
  delete: 'galley:edit.may.delete',
  create: 'galley:edit.may.create',
}
