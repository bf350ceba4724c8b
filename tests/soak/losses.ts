import { isWithin, joinPath } from '../../shared/document/path.ts'
import type { Json } from '../../shared/json.ts'
import { canonical, cellKey, itemsOf, listKey, type Cells } from './cells.ts'
import type { DoneWrite } from './done-writes.ts'
import type { Edit, Ledger, Verdict } from './ledger.ts'
import type { Timeline } from './timeline.ts'

type Case = {
  later: readonly Edit[]
  writes: readonly DoneWrite[]
  timeline: Timeline
  verdicts: readonly Verdict[]
  ledger: Ledger
  given: boolean
  deleted: boolean
}

/** Why an edit that was acknowledged counts as lost, or null: it arrived, was overtaken, or somebody was asked. */
export function lossOf(edit: Edit, at: Case): string | null {
  if (edit.what === 'create' || edit.what === 'row-move') return null
  if (edit.what === 'delete')
    return at.deleted || isJudged(edit, at) ? null : 'not deleted, and nobody was asked'
  if (at.given) return null
  if (isJudged(edit, at)) return null
  if (!hasArrived(edit, at)) {
    if (at.later.some((next) => overtakes(next, edit, at))) return null
    return 'it never arrived, nothing overtook it, and nobody was asked'
  }
  if (edit.what === 'publish' || at.deleted || at.later.some((next) => follows(next, edit))) return null
  return stands(edit, at) ? null : 'it was the last of its kind, and the server has something else from here'
}

export const keyOf = (edit: Edit): string =>
  (edit.what.startsWith('row-') ? listKey : cellKey)(edit.path, edit.locale)

/** Texts and counts are typed once, so that seeing one is proof; of other values it must have been later. */
const isUnique = ({ value, undone }: Edit): boolean =>
  !undone && (typeof value === 'number' || (typeof value === 'string' && /^mine \d+$/.test(value)))

/** Whether a cell's value is what the edit made of it. */
function holds(edit: Edit, { ledger }: Case, value: Json | undefined): boolean {
  const wanted = canonical(ledger.withRealIds(edit.value))
  const is = ledger.withRealIds(value ?? null)
  if (edit.what === 'set') return canonical(is) === wanted
  return itemsOf(is).includes(wanted) === (edit.what === 'item-add' || edit.what === 'row-add')
}

function hasArrived(edit: Edit, at: Case): boolean {
  const { writes, timeline } = at
  const inTime = ({ write }: DoneWrite): boolean =>
    isUnique(edit) || (write.endedAt ?? write.at) >= edit.at - 1000
  if (edit.what === 'publish')
    return writes.some(
      (seen) =>
        seen.write.who === 'me' &&
        seen.write.body?.['_status'] === 'published' &&
        seen.write.at >= edit.at - 1000,
    )
  const key = keyOf(edit)
  const isSent = writes.some(
    (seen) =>
      seen.write.who === 'me' && seen.cells.has(key) && inTime(seen) && holds(edit, at, seen.cells.get(key)),
  )
  if (isSent) return true
  if (
    (edit.what === 'row-add' && !edit.undone) ||
    (isUnique(edit) && edit.what !== 'item-remove' && edit.what !== 'row-remove')
  )
    return false
  // Such a value may have been there already, as far as this computer knew: then there was nothing to send.
  const inCells = (cells: Cells): boolean => holds(edit, at, cells.get(key))
  return timeline.steps.some(({ before }) => inCells(before)) || inCells(timeline.last)
}

/** Of the edits of one thing the last one stands, or the other editor's write after it (SY6). */
function stands(edit: Edit, at: Case): boolean {
  const what = (cells: Cells): string => String(holds(edit, at, cells.get(keyOf(edit))))
  return what(at.timeline.last) === 'true' || at.timeline.changedBy(what) === 'other'
}

/** Whether an edit is about the same thing, or about a row around it. */
function isSameThing(next: Edit, edit: Edit): boolean {
  if (next.what === 'row-remove' || next.what === 'row-add') {
    if (isWithin(edit.path, joinPath(next.path, canonical(next.value)))) return true
  }
  if (next.what === 'publish' || next.what === 'delete' || next.what === 'create') return false
  if (next.what === 'row-move' || keyOf(next) !== keyOf(edit)) return false
  return edit.what === 'set' ? next.what === 'set' : canonical(next.value) === canonical(edit.value)
}

/** Something later was done to the same thing, or may have been: the program was killed over it. */
const follows = (next: Edit, edit: Edit): boolean => next.fate !== 'refused' && isSameThing(next, edit)

/** A later edit of the same thing that is not itself without a trace. */
function overtakes(next: Edit, edit: Edit, at: Case): boolean {
  if (edit.what === 'publish' || !follows(next, edit)) return false
  // A row that came back says nothing of what was edited in it before it went.
  if (next.what === 'row-add' && keyOf(next) !== keyOf(edit)) return false
  return next.fate === 'acked' || hasArrived(next, at) || isJudged(next, at)
}

/** Whether a person was shown it and gave it up. */
function isJudged(edit: Edit, { verdicts, ledger }: Case): boolean {
  return verdicts.some(({ entry, action, choices, fate }) => {
    if (fate === 'failed') return false
    if (edit.what === 'publish') return entry.mode === 'publish' && action === 'discard'
    if (edit.what === 'delete') return entry.mode === 'delete' && action === 'discard'
    const conflicts = entry.problem?.conflicts ?? []
    const isIts = (locale: string | null): boolean =>
      locale === null || edit.locale === null || locale === edit.locale
    const where = edit.what.startsWith('row-') ? joinPath(edit.path, canonical(edit.value)) : edit.path
    const isNear = (path: string): boolean => isWithin(where, path) || isWithin(path, where)
    const isConcerned = [...entry.changes, ...conflicts].some(
      ({ path, locale }) => isIts(locale) && (isNear(path) || isWithin(edit.path, path)),
    )
    const text = JSON.stringify(ledger.withRealIds([entry.changes, conflicts.map(({ mine }) => mine)]))
    const isThere =
      edit.what === 'set' && isUnique(edit) ? text.includes(JSON.stringify(edit.value)) : isConcerned
    if (!isConcerned || !isThere) return false
    if (action === 'discard') return true
    return conflicts.some(({ path, locale }) => choices[path] === 'theirs' && isIts(locale) && isNear(path))
  })
}
