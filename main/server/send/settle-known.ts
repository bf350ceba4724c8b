import { makeRef, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { OutboxEntry, SendOutcome } from '../../../shared/sync/entry.ts'
import type { SentAnswer } from '../../../shared/sync/record/judge-answer.ts'
import type { BaseInput } from '../../store/store-api.ts'
import { oneLocale } from './find-created.ts'
import { readBase } from '../read/read-documents.ts'
import { readLeftVersion } from '../read/read-left-version.ts'
import { outcomeOf, settleSent } from './settle-sent.ts'
import { outcomeOfFailedRead, type Read, type SiteContext } from '../site-context.ts'

export type KnownWrite = {
  /** The server's id of the document; null: not told, which is enough for a document that had one before. */
  id: string | number | null
  /** The revision that the write left; null: not told. */
  updatedAt: string | null
  words?: string
}

/**
 * Ends an entry by the revision that it left: reads the document, or after a foreign write the version with that
 * revision, and merges the rest as theirs. Without that version the present document decides.
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
  const found = read.ok ? read.value : null
  if (entry.mode === 'restore' && found !== null) {
    const settled = await site.store.settleRestored({ key, sent: entry, found, left: updatedAt })
    return outcomeOf(site, entry, settled, words ?? '')
  }
  const isNow = found !== null && isAsLeft(found, updatedAt)
  const version = await readLeft(site, ref, isNow || found === null ? null : updatedAt)
  if (!version.ok) {
    await site.store.settleRetry({ key, outcomeUnknown: true })
    return outcomeOfFailedRead(version.result)
  }
  const left = isNow ? found.data : version.value
  const since = found ? { since: oneLocale(site, entry, found.data) } : {}
  const answer: SentAnswer = left
    ? { data: oneLocale(site, entry, left), locale }
    : { data: factsOf(known, found?.data ?? {}), locale, partial: true, ...since }
  const settled = await settleSent(site, entry, answer, words)
  if (found && !isNow) await site.store.putBase(found)
  else if (outcome === 'gone') await site.store.removeBase(ref)
  return settled
}

async function readLeft(
  site: SiteContext,
  ref: DocRef,
  updatedAt: string | null,
): Promise<Read<JsonObject | null>> {
  return updatedAt === null ? { ok: true, value: null } : readLeftVersion(site, ref, updatedAt)
}

/**
 * Ends an entry of unknown outcome whose document holds its values; null if it does not. The revision is unknown, so
 * other changes may be foreign and are merged as theirs (SY6).
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

/** True if nobody has written since. If the revision was not told, the document must never have been changed. */
function isAsLeft({ data, updatedAt: now }: BaseInput, left: string | null): boolean {
  return now === (left ?? data['createdAt'] ?? null)
}

/** The known parts of a write's result. Creation time and status are those of the present document. */
function factsOf({ id, updatedAt }: KnownWrite, { createdAt, _status }: JsonObject): JsonObject {
  return {
    // The creation time tells that it is the same document (SY10).
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(_status === undefined ? {} : { _status }),
    ...(id === null ? {} : { id }),
    ...(updatedAt === null ? {} : { updatedAt }),
  }
}
