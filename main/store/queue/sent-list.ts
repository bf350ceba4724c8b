import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { LAST_STATE } from '../../../shared/document/versions.ts'
import type { Became, CallInput, SentDocument } from '../../../shared/ipc.ts'
import type { Json } from '../../../shared/json.ts'
import type { OpenDifference, SentEntry } from '../../../shared/sync/sent-entry.ts'
import { forgetDifferences, openDifferencesOf, refsWithDifferences } from '../tables/differences.ts'
import { changesOf, forgetIfGone, readDocument } from '../tables/documents.ts'
import { readDraft } from '../tables/draft-rows.ts'
import { titleOf } from '../lists/outbox-overview.ts'
import { readEntries, readEntry } from '../tables/outbox-rows.ts'
import { forgetWords, readSentEntries, readSentEntry } from '../tables/sent-entries.ts'
import { versionContent } from '../tables/version-contents.ts'
import type { StoreContext } from '../store-context.ts'

/** The fate of an entry, as long as the history has it. */
export function becameOf({ db }: StoreContext, key: string): Became {
  const entry = readEntry(db, key)
  if (entry !== null) return { is: entry.state === 'parked' ? 'needs-you' : 'waiting' }
  const sent = readSentEntry(db, key)
  if (sent === null) return { is: 'gone' }
  return { is: 'sent', mode: sent.mode, notTaken: sent.cells.some(({ result }) => result === 'not-saved') }
}

/** The entries that reached the server last, with the values that differ there (SY16). */
export function sentList(context: StoreContext): SentDocument[] {
  const { db } = context
  const open = new Map<string, OpenDifference[]>()
  const owners = new Map<string, DocRef>()
  for (const ref of refsWithDifferences(db)) {
    for (const difference of openOf(context, ref)) {
      open.set(difference.key, [...(open.get(difference.key) ?? []), difference])
      owners.set(difference.key, ref)
    }
  }
  const kept = readSentEntries(db)
  const known = new Set(kept.map(({ key }) => key))
  // Differences that nobody has looked at stay, however much was sent since.
  const older = [...open].flatMap(([key, differences]) => {
    const ref = owners.get(key)
    return ref === undefined || known.has(key) ? [] : [onlyDifferences(key, ref, differences)]
  })
  const titles = new Map<string, SentDocument['title']>()
  return [...kept, ...older].map((entry) => {
    const document = refKey(entry.ref)
    const title =
      titles.get(document) ??
      titleOf(context, entry.ref, readEntries(db, entry.ref)) ??
      titleOfDeleted(context, entry)
    titles.set(document, title)
    return { ...entry, title, differences: open.get(entry.key) ?? [] }
  })
}

/** The title of a deleted document. */
function titleOfDeleted(context: StoreContext, { ref, mode }: SentEntry): Json {
  if (mode !== 'delete') return null
  const kept = versionContent(context, { ref, versionId: LAST_STATE, deleted: true })
  return kept?.data[context.site.collection(ref.slug)?.useAsTitle ?? 'id'] ?? null
}

function openOf(context: StoreContext, ref: DocRef): OpenDifference[] {
  const document = readDocument(context.db, ref)
  if (!document) return []
  const newer = changesOf(readEntries(context.db, ref), readDraft(context.db, ref))
  return openDifferencesOf(context, document, newer)
}

/** An entry of which only its differences are stored. */
function onlyDifferences(key: string, ref: DocRef, differences: readonly OpenDifference[]): SentEntry {
  const sentAt = differences[0]?.savedAt ?? ''
  const cells = differences.map(({ path, locale, result }) => ({ path, locale, result }))
  const what = { create: false, mode: 'save', locale: differences[0]?.locale ?? null, words: null } as const
  return { key, ref, ...what, cells, createdAt: sentAt, sentAt }
}

/** Marks differences or words as seen, so that they are not shown again. */
export function seen(context: StoreContext, input: CallInput<'outbox.seen'>): void {
  const { db, events } = context
  events.outbox()
  if (input.what === 'words') {
    forgetWords(db, input.key)
    return
  }
  forgetDifferences(db, input.ref, input.differences)
  forgetIfGone(context, input.ref)
  events.changed(input.ref)
}
