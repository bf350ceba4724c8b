import { hasLocaleStatus } from '../../cms/locale-status.ts'
import type { SetChange } from '../../document/change.ts'
import { queuedDocument } from '../../document/effective.ts'
import { cellLocale, getValue } from '../../document/path.ts'
import type { CallInput, LeftOut } from '../../ipc.ts'
import { sameJson, type JsonObject } from '../../json.ts'
import { hasOwnEffect, publishes, type OutboxEntry } from '../entry.ts'
import type { DocumentRecord, RecordBase, RecordSite } from './document-record.ts'

type Edit = Pick<CallInput<'documents.editMany'>, 'mode' | 'values'>

/**
 * What is to be handed over of one of many documents that are edited at once, or why it is left out. `mayBeDone`: whether
 * the user may, with the document as it is queued.
 */
export function editOfMany(
  { base, entries, draft }: DocumentRecord,
  { mode, values }: Edit,
  mayBeDone: (data: JsonObject) => boolean,
  { entity, schema: { fields } }: RecordSite,
): SetChange[] | LeftOut {
  if (base.isGone) return 'not-here'
  // There is nothing to be deleted yet, and what is here would be gone without a way back.
  if (mode === 'delete' && base.isNew) return 'not-sent'
  if (draft !== null) return 'unsaved'
  if (entries.some(({ state }) => state === 'parked')) return 'conflict'
  if (mode !== 'delete' && entries.some((entry) => entry.mode === 'delete')) return 'deleting'
  const data = queuedDocument(fields, base.data, entries)
  if (!mayBeDone(data)) return 'denied'
  const changes = values.flatMap(({ path, locale: asked, value }): SetChange[] => {
    const locale = cellLocale(fields, data, path, asked)
    const from = getValue(fields, data, path, locale)
    return sameJson(from, value) ? [] : [{ kind: 'set', path, locale, from, to: value }]
  })
  const isNothing = changes.length === 0 && !hasLocaleStatus(entity) && isSoAlready(mode, base, entries)
  return isNothing ? 'nothing' : changes
}

/** Whether what the mode does besides changes is done, or waits to be done. */
function isSoAlready(
  mode: Edit['mode'],
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
