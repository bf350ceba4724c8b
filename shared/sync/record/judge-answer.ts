import { applyChanges } from '../../document/apply.ts'
import { cellKey } from '../../document/change.ts'
import type { Comparison, SavedSides } from '../../document/compare-saved.ts'
import { absorbAnswer } from '../../document/project.ts'
import { withServerFile } from '../../fields/file/server-file.ts'
import type { JsonObject } from '../../json.ts'
import type { OutboxEntry } from '../entry.ts'
import { compareAnswer, notCompared } from './compare-answer.ts'
import type { RecordBase, RecordSite } from './document-record.ts'

/** The document as a write's answer gives it: one locale, depth 0; null where the answer has none (delete). */
export type SentAnswer = {
  data: JsonObject | null
  locale: string | null
  /** `data` is only the id and the revision that the write left; what else it left is as it was sent. */
  partial?: boolean
  /** With `partial`, the document as it is now that somebody has written it since: what can be told is told by it. */
  since?: JsonObject
}

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
  entry: OutboxEntry,
  before: RecordBase,
  answer: SentAnswer,
  site: RecordSite,
): JudgedAnswer {
  const { storable } = site
  const { fields } = site.schema
  // Where nobody names a locale, a site with several answers in its default one.
  const locale = answer.locale ?? entry.locale ?? site.localization?.defaultLocale ?? null
  const sent = storable(applyChanges(fields, before.data, entry.changes))
  // Of a creation nothing was there before: what it began with is on the server only as far as the answer says.
  const under = before.isNew ? {} : before.data
  // A file that was brought is the server's by now.
  const left = (data: JsonObject): JsonObject => withServerFile(fields, storable(data))
  const absorb = (whole: JsonObject): JsonObject => left(absorbAnswer(fields, under, whole, locale))
  const compare = (saved: JsonObject): Comparison =>
    compareAnswer(entry, { before: under, sent, saved } satisfies SavedSides, locale, site)

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
