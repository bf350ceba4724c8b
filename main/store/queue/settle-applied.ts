import { isUnderWay } from '../../../shared/sync/entry.ts'
import { applyChanges } from '../../../shared/document/apply.ts'
import { projectLocale } from '../../../shared/document/project.ts'
import { FILE_COLUMNS } from '../../../shared/fields/file/pending-file.ts'
import { sameJson, type JsonObject } from '../../../shared/json.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { fileOfEntry } from '../../../shared/sync/file-request.ts'
import { isAlreadyApplied } from '../../../shared/sync/record/prepare.ts'
import type { SentAnswer } from '../../../shared/sync/record/judge-answer.ts'
import { storedContent } from '../../../shared/sync/record/take-base.ts'
import { putBase } from './bases.ts'
import { recordSite } from '../record.ts'
import { readDocument } from '../tables/documents.ts'
import { isReplaced } from './gone.ts'
import { resolveRef } from '../tables/ids.ts'
import { readEntry } from '../tables/outbox-rows.ts'
import { settleSent } from './settle.ts'
import type { SettleResult, StoreApi } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'

/** See StoreApi.settleApplied. */
export function settleApplied(
  context: StoreContext,
  { key, sent, found, words }: Parameters<StoreApi['settleApplied']>[0],
): SettleResult | null {
  const { db, site } = context
  const stored = readEntry(db, key)
  // The entry is no longer sending or unknown, so its outcome is known already.
  if (stored !== null && !isUnderWay(stored)) return null
  const ref = stored?.ref ?? resolveRef(db, sent.ref)
  const document = readDocument(db, ref)
  if (!document || document.isNew || isReplaced(db, ref)) return null
  const entry = { ...sent, ref }
  const here = recordSite(context, ref)
  const { adjusted } = document
  if (!isAlreadyApplied(entry, { ...found, adjusted }, here)) return null
  const data = storedContent({ ref, data: found.data }, here)
  const wanted = applyChanges(site.fields(ref), document.data, sent.changes)
  const whole = projectLocale(site.fields(ref), data, sent.locale)
  // The revision of the write is unknown, so all other differences may be somebody else's.
  const isAlone = sameJson(withoutOwnColumns(wanted), withoutOwnColumns(data))
  const answer: SentAnswer = isAlone
    ? { data: whole, locale: sent.locale }
    : { data: ownFile(sent, whole), locale: sent.locale, partial: true, since: whole }
  const settled = settleSent(context, { key, answer, sent, ...(words === undefined ? {} : { words }) })
  putBase(context, found)
  return settled
}

/** The server's columns of the file that the entry uploaded. */
function ownFile(sent: OutboxEntry, whole: JsonObject): JsonObject {
  if (fileOfEntry(sent) === null) return {}
  return Object.fromEntries(Object.entries(whole).filter(([name]) => FILE_COLUMNS.has(name)))
}

function withoutOwnColumns({ updatedAt: _updated, _status, ...data }: JsonObject): JsonObject {
  return data
}
