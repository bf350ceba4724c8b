import { applyChanges } from '../../shared/document/apply.ts'
import { cellKey } from '../../shared/document/change.ts'
import type { Comparison, SavedSides } from '../../shared/document/compare-saved.ts'
import { absorbAnswer } from '../../shared/document/project.ts'
import { withServerFile } from '../../shared/fields/file/server-file.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import { compareAnswer, notCompared } from './compare-answer.ts'
import { storable } from './credentials.ts'
import type { StoredDocument } from './documents.ts'
import type { SentAnswer } from './store-api.ts'
import type { StoreContext } from './store-context.ts'

/** What an answer says of the entry that was sent; documents in all locales. */
export type JudgedAnswer = {
  /** What the entry was to leave. */
  sent: JsonObject
  /** What it left. */
  data: JsonObject
  /** The locale that the answer is in. */
  locale: string | null
  comparison: Comparison
  /** Whether the server has the old value, or none, for something that was sent. */
  leavesOut: boolean
}

/** The document with the server's answer, and what of the entry is not in it as it was sent. */
export function judgeAnswer(
  context: StoreContext,
  entry: OutboxEntry,
  before: StoredDocument,
  answer: SentAnswer,
): JudgedAnswer {
  const { site } = context
  const fields = site.fields(entry.ref)
  // Where nobody names a locale, a site with several answers in its default one.
  const locale = answer.locale ?? entry.locale ?? site.schema?.localization?.defaultLocale ?? null
  const kept = (data: JsonObject): JsonObject =>
    entry.ref.kind === 'collection' ? storable(site, entry.ref.slug, data) : data
  const sent = kept(applyChanges(fields, before.data, entry.changes))
  // Of a creation nothing was there before: what it began with is on the server only as far as the answer says.
  const under = before.isNew ? {} : before.data
  // A file that was brought is the server's by now.
  const left = (data: JsonObject): JsonObject => withServerFile(fields, kept(data))
  const absorb = (whole: JsonObject): JsonObject => left(absorbAnswer(fields, under, whole, locale))
  const compare = (saved: JsonObject): Comparison =>
    compareAnswer(context, entry, { before: under, sent, saved } satisfies SavedSides, locale)

  const judged = (data: JsonObject, comparison: Comparison, told = comparison): JudgedAnswer => {
    const leavesOut = comparison.cells.some(({ result }) => result === 'not-saved')
    return { sent, data, locale, comparison: told, leavesOut }
  }

  if (answer.data === null) return judged(left(sent), notCompared(entry))
  if (answer.partial !== true) {
    const data = absorb(answer.data)
    return judged(data, compare(data))
  }
  const data = left({ ...sent, ...answer.data })
  if (answer.since === undefined) return judged(data, notCompared(entry))
  const now = compare(absorb(answer.since))
  return judged(data, now, toldSince(now))
}

/**
 * What can be told of a write by a document that somebody has written since. What it holds as it was sent is saved; of
 * anything else nobody knows whose it is. A field that the site no longer has was written by nobody.
 */
function toldSince({ cells, vanished }: Comparison): Comparison {
  const isGone = new Set(vanished.map(cellKey))
  return {
    cells: cells.map((cell) =>
      cell.result === 'saved' || isGone.has(cellKey(cell)) ? cell : { ...cell, result: 'sent' },
    ),
    differences: [],
    vanished,
  }
}
