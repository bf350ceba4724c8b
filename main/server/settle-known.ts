import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry, SendOutcome } from '../../shared/sync/entry.ts'
import type { BaseInput } from '../store/store-api.ts'
import { oneLocale } from './find-created.ts'
import { readBase } from './read-documents.ts'
import { outcomeOf, settleSent } from './settle-sent.ts'
import { outcomeOfFailedRead, type SiteContext } from './site-context.ts'

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
  const { id, updatedAt, words } = known
  const { key, locale } = entry
  if (entry.mode === 'delete') return settleSent(site, entry, { data: null, locale }, words)
  const ref: DocRef =
    entry.create && id !== null ? makeRef('collection', entry.ref.slug, String(id)) : entry.ref
  const read = await readBase(site, ref)
  const outcome = read.ok ? null : read.result.outcome
  if (!read.ok && outcome !== 'gone' && outcome !== 'denied') {
    await site.store.settleRetry({ key, outcomeUnknown: true })
    return outcomeOfFailedRead(read.result)
  }
  if (read.ok && isAsLeft(read.value, updatedAt)) {
    return settleSent(site, entry, { data: oneLocale(site, entry, read.value.data), locale }, words)
  }
  const data: JsonObject = {
    // By when it was created it is known for the same document (SY10).
    ...(read.ok ? factsOf(read.value.data) : {}),
    ...(id === null ? {} : { id }),
    ...(updatedAt === null ? {} : { updatedAt }),
  }
  const settled = await settleSent(site, entry, { data, locale, partial: true }, words)
  if (read.ok) await site.store.putBase(read.value)
  else if (outcome === 'gone') await site.store.removeBase(ref)
  return settled
}

/**
 * Ends an entry of unknown outcome whose document holds what it wanted; null where it does not. Which revision it left
 * is not known: where there is anything else than it wanted, that may be somebody else's, and is merged as theirs (SY6).
 */
export async function settleApplied(
  site: SiteContext,
  entry: OutboxEntry,
  found: BaseInput,
  words = '',
): Promise<SendOutcome | null> {
  const said = words === '' ? {} : { words }
  const settled = await site.store.settleApplied({ key: entry.key, sent: entry, found, ...said })
  return settled && outcomeOf(site, entry, settled, words)
}

/** Whether nobody has written since. Where the revision was not told, a document that was never changed is as it was. */
function isAsLeft({ data, updatedAt: now }: BaseInput, left: string | null): boolean {
  return now === (left ?? data['createdAt'] ?? null)
}

/** What of a document that somebody has written since holds for the revision before, too, or is put over it at once. */
function factsOf({ createdAt, _status }: JsonObject): JsonObject {
  return {
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(_status === undefined ? {} : { _status }),
  }
}
