import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry, SendOutcome } from '../../shared/sync/entry.ts'
import type { BaseInput, SentAnswer } from '../store/store-api.ts'
import { oneLocale } from './find-created.ts'
import { readBase } from './read-documents.ts'
import { outcomeOfFailedRead, type SiteContext } from './site-context.ts'

/** The server did it: what it answered is the new base, and the entry ends (SY8). */
export async function settleSent(
  site: SiteContext,
  entry: OutboxEntry,
  answer: Omit<SentAnswer, 'locale'>,
): Promise<Extract<SendOutcome, { type: 'sent' }>> {
  const { ref } = await site.store.settleSent({ key: entry.key, answer: { ...answer, locale: entry.locale } })
  site.contacted()
  return { type: 'sent', ref, ...(answer.words === undefined ? {} : { words: answer.words }) }
}

export type KnownWrite = {
  /** As the server names it; null: not told, which is enough for a document that it gave an id before. */
  id: string | number | null
  /** The revision that the write left; null: not told. */
  updatedAt: string | null
  words?: string
}

/**
 * Ends an entry of which only the revision that it left is known, by reading the document. Where somebody has written
 * since, what they wrote is merged as theirs.
 */
export async function settleKnown(
  site: SiteContext,
  entry: OutboxEntry,
  known: KnownWrite,
): Promise<SendOutcome> {
  const { id, updatedAt } = known
  const words = known.words === undefined ? {} : { words: known.words }
  if (entry.mode === 'delete') return settleSent(site, entry, { data: null, ...words })
  const ref: DocRef =
    entry.create && id !== null ? makeRef('collection', entry.ref.slug, String(id)) : entry.ref
  const read = await readBase(site, ref)
  const outcome = read.ok ? null : read.result.outcome
  if (!read.ok && outcome !== 'gone' && outcome !== 'denied') {
    await site.store.settleRetry({ key: entry.key, outcomeUnknown: true })
    return outcomeOfFailedRead(read.result)
  }
  if (read.ok && isAsLeft(read.value, updatedAt)) {
    return settleSent(site, entry, { data: oneLocale(site, entry, read.value.data), ...words })
  }
  const data: JsonObject = {
    ...(id === null ? {} : { id }),
    ...(updatedAt === null ? {} : { updatedAt }),
  }
  const sent = await settleSent(site, entry, { data, partial: true, ...words })
  if (read.ok) await site.store.putBase({ ...read.value, ref: sent.ref })
  else if (outcome === 'gone') await site.store.removeBase(sent.ref)
  return sent
}

/** Whether nobody has written since. Where the revision was not told, a document that was never changed is as it was. */
function isAsLeft({ data, updatedAt: now }: BaseInput, left: string | null): boolean {
  return now === (left ?? data['createdAt'] ?? null)
}
