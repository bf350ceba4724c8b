import { hasLocaleStatus } from '../../cms/entity-rules.ts'
import type { SetChange } from '../../document/change.ts'
import { queuedDocument } from '../../document/effective.ts'
import { cellLocale, getValue } from '../../document/path.ts'
import type { CallInput, LeftOut } from '../../ipc.ts'
import { sameJson, type JsonObject } from '../../json.ts'
import { hasOwnEffect, publishes, type OutboxEntry } from '../entry.ts'
import type { DocumentRecord, RecordBase, RecordSite } from './document-record.ts'

type Mode = Exclude<CallInput<'documents.editMany'>['mode'], 'keep-status'>
type Edit = Pick<CallInput<'documents.editMany'>, 'values'> & { mode: Mode }

/**
 * The mode of an edit that keeps a document's status after all queued entries: save for a published document without
 * a newer draft, otherwise draft. Always save without drafts.
 */
export function modeKeepingStatus(
  { base, entries }: Pick<DocumentRecord, 'base' | 'entries'>,
  { entity }: Pick<RecordSite, 'entity'>,
): 'save' | 'draft' {
  if (entity?.versions?.drafts !== true) return 'save'
  const isPublished = entries.reduce(
    (before, { mode }) => (mode === 'save' ? before : mode === 'publish'),
    !base.isNew && base.status === 'published',
  )
  return isPublished ? 'save' : 'draft'
}

/**
 * Returns the changes to commit for one of many documents edited at once, or the reason to leave it out. `mayBeDone`:
 * true if the user may do this with the document as it is queued.
 */
export function editOfMany(
  { base, entries, draft }: DocumentRecord,
  { mode, values }: Edit,
  mayBeDone: (data: JsonObject) => boolean,
  { entity, schema: { fields } }: RecordSite,
): SetChange[] | LeftOut {
  if (base.isGone) return 'not-here'
  // The server does not have it yet, and deleting it here could not be undone.
  if (mode === 'delete' && base.isNew) return 'not-sent'
  if (draft !== null) return 'unsaved'
  if (entries.some(({ state }) => state === 'parked')) return 'conflict'
  if (mode !== 'delete' && entries.some((entry) => entry.mode === 'delete')) return 'deleting'
  const data = queuedDocument(fields, base.data, entries)
  if (!mayBeDone(data)) return 'denied'
  const cells = values.map(({ path, locale: asked, value, from: seen }) => {
    const locale = cellLocale(fields, data, path, asked)
    const from = getValue(fields, data, path, locale)
    return { path, locale, from, seen, to: value, isSo: sameJson(from, value) }
  })
  if (cells.some(({ from, seen, isSo }) => seen !== undefined && !isSo && !sameJson(from, seen)))
    return 'changed'
  const changes = cells.flatMap(({ path, locale, from, to, isSo }): SetChange[] =>
    isSo ? [] : [{ kind: 'set', path, locale, from, to }],
  )
  const isNothing = changes.length === 0 && !hasLocaleStatus(entity) && isSoAlready(mode, base, entries)
  return isNothing ? 'nothing' : changes
}

/** True if the mode's own effect is already done, or queued. */
function isSoAlready(
  mode: Mode,
  { isNew, status, hasPublished }: RecordBase,
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
