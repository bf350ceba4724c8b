import { isCreatedBySave } from '../../../shared/cms/entity-rules.ts'
import { isRefused } from '../../../shared/cms/document-permissions.ts'
import type { CallInput, CallOutput, Draft } from '../../../shared/ipc.ts'
import { hasOwnEffect } from '../../../shared/sync/entry.ts'
import { commit, lastLocale, withFormContent } from '../../../shared/sync/record/commit.ts'
import { cutAllCycles, cutCycles } from './cut-cycles.ts'
import { discardNewDocument } from './discard.ts'
import { permissionsOf } from '../tables/document-permissions.ts'
import {
  forgetIfGone,
  hasMovedSince,
  readFacts,
  requireDocument,
  writeDocument,
} from '../tables/documents.ts'
import { deleteDraft, readDraft, refsWithDraft } from '../tables/draft-rows.ts'
import { resolveEdited } from './gone.ts'
import { resolveIdsIn, resolveRef } from '../tables/ids.ts'
import { readEntries } from '../tables/outbox-rows.ts'
import { recordSite, requireRecord, saveDraft, saveRecord } from '../record.ts'
import type { StoreContext } from '../store-context.ts'

/** See the contract's `drafts.put`; without edits and typed input it ends the draft (SY1). */
export function putDraft(context: StoreContext, input: CallInput<'drafts.put'>): CallOutput<'drafts.put'> {
  const { db, now } = context
  const ref = resolveEdited(db, input.ref, input.createdAt)
  const before = readDraft(db, ref)
  if (isOther(before, input)) return { savedAt: null, other: true }
  const typed = input.typed ?? before?.typed ?? []
  if (!readFacts(db, ref)) {
    const isEmpty = input.changes.length === 0 && typed.length === 0
    if (input.base === undefined || isEmpty) return { savedAt: null }
    // The document was removed before this edit was made, or before it was written.
    writeDocument(db, { ref, ...input.base, isNew: false, isGone: true, adjusted: [] })
  }
  const savedAt = now()
  const content = { changes: resolveIdsIn(db, input.changes), typed }
  saveDraft(context, ref, before, withFormContent(before, content, savedAt))
  forgetIfGone(context, ref)
  return { savedAt }
}

/** True if there is a draft that the writing form does not know. */
function isOther(draft: Draft | null, { over }: Pick<CallInput<'drafts.put'>, 'over'>): boolean {
  return draft !== null && over !== undefined && draft.savedAt !== over
}

/** Deletes a draft, and a new document that has nothing else. */
export function discardDraft(context: StoreContext, input: CallInput<'drafts.discard'>): void {
  const { db, events } = context
  const ref = resolveRef(db, input.ref)
  if (deleteDraft(db, ref)) {
    events.changed(ref)
    events.outbox()
  }
  if (readEntries(db, ref).length === 0 && readFacts(db, ref)?.isNew) discardNewDocument(context, ref)
  else forgetIfGone(context, ref)
}

/** See the contract's `drafts.commit`. Throws `no-document`. */
export function commitDraft(
  context: StoreContext,
  { changes, shown, ...input }: CallInput<'drafts.commit'>,
): CallOutput<'drafts.commit'> {
  const { db } = context
  const ref = resolveEdited(db, input.ref, input.createdAt)
  const before = requireRecord(context, ref)
  const { mode, locale, typed } = input
  const isMoved = hasOwnEffect(mode) && shown !== undefined && hasMovedSince(context, before.base, shown)
  const keepsDraft = isOther(before.draft, input)
  const write = { mode, locale, typed, isMoved, keepsDraft, changes: resolveIdsIn(db, changes) }
  const { record, key } = commit(before, write, recordSite(context, ref))
  if (record === null) {
    discardNewDocument(context, ref)
    return { key, savedAt: null }
  }
  saveRecord(context, before, record)
  if (record.base.isNew) cutCycles(context, ref)
  return { key, savedAt: record.draft?.savedAt ?? null, ...(keepsDraft && { other: true }) }
}

/**
 * Queues what autosave would have queued: drafts that a form left behind because the program ended before their time
 * came (SY1). Other drafts, for example of documents without autosave, stay and wait for Save.
 */
export function commitLeftDrafts(context: StoreContext): void {
  const { site } = context
  cutAllCycles(context)
  for (const ref of refsWithDraft(context.db)) {
    const entity = site.entity(ref)
    if (typeof entity?.versions?.autosaveInterval !== 'number') continue
    // Only its form can tell whether all of it is valid.
    if (entity.versions.validatesDrafts) continue
    // A new file may be one of many that nobody has looked at: only Save sends them.
    const isFile = entity.kind === 'collection' && entity.upload !== false
    if ((isFile || isCreatedBySave(entity)) && readFacts(context.db, ref)?.isNew === true) continue
    const changes = readDraft(context.db, ref)?.changes ?? []
    if (changes.length === 0) continue
    const codes = changes.flatMap(({ locale }) => locale ?? [])
    // The server cannot be asked before the account is open.
    if (isRefused(permissionsOf(context, requireDocument(context.db, ref)), codes, false)) continue
    // The locale of the last change that has one, otherwise the site's default one.
    const locale = lastLocale(changes) ?? site.schema?.localization?.defaultLocale ?? null
    commitDraft(context, { ref, locale, changes, mode: 'autosave' })
  }
}
