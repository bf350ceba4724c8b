import { knownIn, type DocumentPermissions } from '../../../shared/cms/document-permissions.ts'
import type { LeftOut } from '../../../shared/ipc.ts'
import { own, type JsonObject } from '../../../shared/json.ts'
import { isSameWrite } from '../../../shared/sync/entry.ts'
import { editOfMany, modeKeepingStatus } from '../../../shared/sync/record/edit-of-many.ts'
import { permissionsOf } from '../tables/document-permissions.ts'
import type { StoredDocument } from '../tables/documents.ts'
import { commitDraft } from './drafts.ts'
import { resolveRef } from '../tables/ids.ts'
import { readEntries } from '../tables/outbox-rows.ts'
import { matchesByRow } from '../lists/list-filter.ts'
import { readListRow } from '../lists/list-rows.ts'
import { valuesAt } from '../lists/list-values.ts'
import { readRecord, recordSite } from '../record.ts'
import type { StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'

type Input = Parameters<StoreApi['editMany']>[0]

/** See StoreApi.editMany. */
export function editMany(context: StoreContext, input: Input): ReturnType<StoreApi['editMany']> {
  const queued: string[] = []
  const keys: string[][] = []
  const leftOut: { id: string; why: LeftOut }[] = []
  for (const id of new Set(input.ids)) {
    const became = editOne(context, input, id)
    if ('why' in became) leftOut.push({ id, why: became.why })
    else {
      queued.push(id)
      keys.push(became.keys)
    }
  }
  return { queued, keys, leftOut }
}

/** Edits one document. `keys`: of the entries that carry the edit, one per locale; empty if none is needed. */
function editOne(context: StoreContext, input: Input, id: string): { why: LeftOut } | { keys: string[] } {
  const { db } = context
  const ref = resolveRef(db, { kind: 'collection', slug: input.slug, id })
  const { base, ...unsent } = readRecord(context, ref)
  if (base === null) return { why: 'not-here' }
  const may = (data: JsonObject): boolean => mayBeDone(context, base, data, input)
  const site = recordSite(context, ref)
  const record = { ...unsent, base }
  const mode = input.mode === 'keep-status' ? modeKeepingStatus(record, site) : input.mode
  const changes = editOfMany(record, { mode, values: input.values }, may, site)
  if (typeof changes === 'string') return { why: changes }
  const { locale } = input
  const shown = own(input.shown ?? {}, id)
  // If the list is newer than the local document, the entry asks when it is sent (SY12).
  const isNewest = shown === readListRow(db, input.slug, id)?.updatedAt
  const seen = isNewest ? base.updatedAt : shown
  const { key } = commitDraft(context, {
    ref,
    locale,
    mode,
    changes,
    ...(seen !== undefined && { shown: seen }),
  })
  if (key === null) return { keys: [] }
  const before = new Map(unsent.entries.map((entry) => [entry.key, entry]))
  const carriers = readEntries(db, ref).filter((entry) => {
    const was = before.get(entry.key)
    return entry.key === key || was === undefined || !isSameWrite(was, entry)
  })
  return { keys: carriers.map((entry) => entry.key) }
}

/** True if the user may do this: by the server's answer about the document, otherwise by the permissions for all. */
function mayBeDone(
  context: StoreContext,
  document: StoredDocument,
  data: JsonObject,
  { where, mayCreate, mode, values, locale }: Input,
): boolean {
  // A document that the server does not have needs only the permission to create, as in its own form.
  if (document.isNew) return mayCreate
  const known = knownIn(permissionsOf(context, document), locale)
  const answer = known?.isOfNow === true ? known.answer : null
  if (answer !== null)
    return mode === 'delete' || mode === 'publish' || mode === 'publish-locale' || mode === 'unpublish'
      ? answer[mode === 'publish-locale' ? 'publish' : mode]
      : answer.edit && values.every(({ path }) => !isFixed(answer, path))
  if (where === false) return false
  if (where === null) return true
  const fields = context.site.fields(document.ref)
  const { ref, updatedAt, status } = document
  const row = { id: ref.kind === 'collection' ? ref.id : '', data, updatedAt, status }
  return matchesByRow(where, (path) => valuesAt(fields, row, path, null, true))
}

function isFixed({ fixedFields }: DocumentPermissions, path: string): boolean {
  return fixedFields.some((name) => path === name || path.startsWith(`${name}.`))
}
