import type { DocumentPermissions } from '../../shared/cms/document-permissions.ts'
import { hasLocaleStatus } from '../../shared/cms/locale-status.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { SetChange } from '../../shared/document/change.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import { cellLocale, getValue } from '../../shared/document/path.ts'
import type { LeftOut } from '../../shared/ipc.ts'
import { own, sameJson, type JsonObject } from '../../shared/json.ts'
import { publishes, withoutMoves, type OutboxEntry, hasOwnEffect } from '../../shared/sync/entry.ts'
import type { StoredDocument } from './documents.ts'
import { permissionsOf } from './document-permissions.ts'
import { readDocument } from './documents.ts'
import { hasDraft } from './draft-rows.ts'
import { commitDraft } from './drafts.ts'
import { resolveRef } from './ids.ts'
import { matchesWhere } from './list-filter.ts'
import { readListRow } from './list-rows.ts'
import { valuesAt } from './list-values.ts'
import { readEntries } from './outbox-rows.ts'
import type { StoreApi } from './store-api.ts'
import type { StoreContext } from './store-context.ts'

type Input = Parameters<StoreApi['editMany']>[0]

/** See StoreApi.editMany. */
export function editMany(context: StoreContext, input: Input): ReturnType<StoreApi['editMany']> {
  const queued: string[] = []
  const leftOut: { id: string; why: LeftOut }[] = []
  for (const id of new Set(input.ids)) {
    const why = editOne(context, input, id)
    if (why === null) queued.push(id)
    else leftOut.push({ id, why })
  }
  return { queued, leftOut }
}

/** Null: it is queued. */
function editOne(context: StoreContext, input: Input, id: string): LeftOut | null {
  const { db, site } = context
  const ref = resolveRef(db, { kind: 'collection', slug: input.slug, id })
  const document = readDocument(db, ref)
  if (!document || document.isGone) return 'not-here'
  // There is nothing to be deleted yet, and what is here would be gone without a way back.
  if (input.mode === 'delete' && document.isNew) return 'not-sent'
  if (hasDraft(db, ref)) return 'unsaved'
  const entries = withoutMoves(readEntries(db, ref))
  if (entries.some(({ state }) => state === 'parked')) return 'conflict'
  if (input.mode !== 'delete' && entries.some(({ mode }) => mode === 'delete')) return 'deleting'
  const fields = site.fields(ref)
  const data = queuedDocument(fields, document.data, entries)
  if (!mayBeDone(context, document, data, input)) return 'denied'
  const changes = changesOf(fields, data, input)
  const perLocale = hasLocaleStatus(site.entity(ref))
  if (changes.length === 0 && !perLocale && isSoAlready(input.mode, document, entries)) return 'nothing'
  const { mode, locale } = input
  const shown = own(input.shown ?? {}, id)
  // Where the list is ahead of what is here, it asks when it leaves (SY12).
  const isNewest = shown === readListRow(db, input.slug, id)?.updatedAt
  const seen = isNewest ? document.updatedAt : shown
  commitDraft(context, { ref, locale, mode, changes, ...(seen !== undefined && { shown: seen }) })
  return null
}

/** By what the server said of the document as it is, else by what it says of all of its kind. */
function mayBeDone(
  context: StoreContext,
  document: StoredDocument,
  data: JsonObject,
  { where, mayCreate, mode, values }: Input,
): boolean {
  // The server does not have it yet: all of it is still made by the right to make one, as in its own form.
  if (document.isNew) return mayCreate
  const { answer, isOfNow } = permissionsOf(context, document)
  if (answer !== null && isOfNow)
    return mode === 'delete' || mode === 'publish' || mode === 'unpublish'
      ? answer[mode]
      : answer.edit && values.every(({ path }) => !isFixed(answer, path))
  if (where === false) return false
  if (where === null) return true
  const fields = context.site.fields(document.ref)
  const { ref, updatedAt, status } = document
  const row = { id: ref.kind === 'collection' ? ref.id : '', data, updatedAt, status }
  return matchesWhere(where, (path) => valuesAt(fields, row, path, null))
}

function isFixed({ fixedFields }: DocumentPermissions, path: string): boolean {
  return fixedFields.some((name) => path === name || path.startsWith(`${name}.`))
}

function changesOf(fields: Field[], data: JsonObject, { values }: Input): SetChange[] {
  return values.flatMap(({ path, locale: asked, value }): SetChange[] => {
    const locale = cellLocale(fields, data, path, asked)
    const from = getValue(fields, data, path, locale)
    return sameJson(from, value) ? [] : [{ kind: 'set', path, locale, from, to: value }]
  })
}

/** Whether what the mode does besides changes is done, or waits to be done. */
function isSoAlready(
  mode: Input['mode'],
  { isNew, status, hasPublished }: StoredDocument,
  entries: readonly OutboxEntry[],
): boolean {
  if (!hasOwnEffect(mode)) return true
  const last = entries.at(-1)
  if (mode === 'delete') return last?.mode === 'delete'
  if (mode === 'unpublish') {
    const isPublished =
      status === 'published' || hasPublished === true || entries.some((one) => publishes(one.mode))
    return isNew || !isPublished || last?.mode === 'unpublish'
  }
  if (last !== undefined) return last.mode === 'publish'
  return !isNew && status === 'published'
}
