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

/** What is known of what the user may do with the open document; with documents of the entity, where none is open. */
export function useJudged(
  { kind, slug }: Collection | Global,
  isNew: boolean,
  /** That of the form around by default. */
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

/** What the user may do with the open document. */
export function usePermitted(): (operation: DocumentOperation) => Verdict {
  const { entity } = useDocument()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const judged = useJudged(entity, isNew)
  return useCallback((operation) => judge(judged, operation), [judged])
}

/** Why the user may not do something to the open document, in words; null: they may. */
export function useWhyNot(): (operation: DocumentOperation) => string | null {
  const { t } = useT()
  const permitted = usePermitted()
  return useCallback((operation) => (permitted(operation).may ? null : t(REASONS[operation])), [permitted, t])
}

/** A document that is not open, by what its row knows. */
export type KnownRow = Pick<ListRow, 'permissions'> & { isNew?: boolean }

/** What the user may do with documents that are not open. */
export function useRowsPermitted(): (slug: string, row: KnownRow, operation: DocumentOperation) => boolean {
  const permissions = useSessionQuery().data?.permissions ?? null
  const canAsk = useConnection()?.status === 'online'
  return useCallback(
    (slug, { isNew = false, permissions: known = null }, operation) =>
      judge({ kind: 'collection', slug, isNew, permissions, known, canAsk }, operation).may,
    [permissions, canAsk],
  )
}

/** The same for those of one collection. */
export function useRowPermitted(slug: string): (row: KnownRow, operation: DocumentOperation) => boolean {
  const permitted = useRowsPermitted()
  return useCallback((row, operation) => permitted(slug, row, operation), [permitted, slug])
}

/** What the user may do with documents of the trash of a collection. */
export function useTrashPermitted(slug: string): (row: KnownRow, operation: TrashOperation) => boolean {
  const permissions = useSessionQuery().data?.permissions ?? null
  return useCallback(
    ({ permissions: known = null }, operation) => judgeTrashed({ slug, permissions, known }, operation),
    [slug, permissions],
  )
}

/** Why the user may do something to none of these documents, in words; null: they may, to some at least. */
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
