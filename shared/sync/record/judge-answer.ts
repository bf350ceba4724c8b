import { applyChanges } from '../../document/apply.ts'
import { cellKey } from '../../document/change.ts'
import type { Comparison, SavedSides } from '../../document/compare-saved.ts'
import { absorbAnswer } from '../../document/project.ts'
import { withServerFile } from '../../fields/file/server-file.ts'
import type { JsonObject } from '../../json.ts'
import type { OutboxEntry } from '../entry.ts'
import { compareAnswer, notCompared } from './compare-answer.ts'
import type { RecordBase, RecordSite } from './document-record.ts'

/** The document in the answer to a write: one locale, depth 0; null if the answer has none (delete). */
export type SentAnswer = {
  data: JsonObject | null
  locale: string | null
  /** `data` has only the id and the new revision; the rest is taken to be as it was sent. */
  partial?: boolean
  /** With `partial`: the present document, which somebody has written since. The write is judged by it. */
  since?: JsonObject
}

/** The result of a write by its answer; documents in all locales. */
export type JudgedAnswer = {
  /** The document as the entry would leave it. */
  sent: JsonObject
  /** The document as the server has it after the write. */
  data: JsonObject
  /** The locale that the answer is in. */
  locale: string | null
  comparison: Comparison
  /** True if the server has the old value, or none, for something that was sent. */
  leavesOut: boolean
}

/** Judges a write by its answer: the new document, and the cells that differ from what was sent. */
export function judgeAnswer(
  entry: OutboxEntry,
  before: RecordBase,
  answer: SentAnswer,
  site: RecordSite,
): JudgedAnswer {
  const { storable } = site
  const { fields } = site.schema
  // If nobody names a locale, a site with several locales answers in its default one.
  const locale = answer.locale ?? entry.locale ?? site.localization?.defaultLocale ?? null
  const sent = storable(applyChanges(fields, before.data, entry.changes))
  // Before a creation the server had nothing: only the answer says which initial values it stored.
  const under = before.isNew ? {} : before.data
  // A file that was uploaded is the server's now.
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
 * The comparison with a document that somebody has written since. Equal values count as saved. Other values
 * may be somebody else's, so they are no differences. Fields that left the schema stay vanished.
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
