import type { Change } from '../../shared/document/change.ts'
import type { SavedDifference } from '../../shared/document/saved-difference.ts'
import { isWithin, joinPath } from '../../shared/document/path.ts'
import type { Json } from '../../shared/json.ts'
import { canonical } from './canonical.ts'
import { cellKey, itemsOf, listKey, type Cells } from './cells.ts'
import type { DoneWrite } from './done-writes.ts'
import { deletes, restores } from './witness.ts'
import type { Edit, Ledger, Verdict } from './ledger.ts'
import { flippedPairs, hasPair } from './orders.ts'
import { publicStates } from './public-states.ts'
import { held, type Timeline } from './timeline.ts'
import { wordsOfText } from './words.ts'

type Case = {
  earlier: readonly Edit[]
  later: readonly Edit[]
  writes: readonly DoneWrite[]
  timeline: Timeline
  verdicts: readonly Verdict[]
  ledger: Ledger
  deleted: boolean
  /** Values that the screen reports as stored differently. */
  told: readonly SavedDifference[]
}

/**
 * Returns the reason that an acknowledged edit counts as lost, or null: it arrived, was replaced, or somebody was
 * asked.
 */
export function lossOf(edit: Edit, at: Case): string | null {
  if (edit.what === 'create') return null
  if (edit.what === 'delete') {
    // The document may have been restored since.
    const wasDeleted = at.writes.some(
      ({ write }) => deletes(write) && (write.endedAt ?? write.at) >= edit.at - 1000,
    )
    return wasDeleted || at.deleted || isJudged(edit, at) ? null : 'not deleted, and nobody was asked'
  }
  if (edit.what === 'restore')
    return at.writes.some(({ write }) => write.who === 'me' && restores(write)) ? null : 'not restored'
  if (edit.what === 'row-move') return lossOfMove(edit, at)
  if (isJudged(edit, at)) return null
  if (!hasArrived(edit, at)) {
    if (isGivenUpWithAll(at) || at.later.some((next) => overtakes(next, edit, at))) return null
    return 'it never arrived, nothing overtook it, and nobody was asked'
  }
  if (isModeOnly(edit) || at.deleted || at.later.some((next) => follows(next, edit, at))) return null
  return stands(edit, at) ? null : 'it was the last of its kind, and the server has something else from here'
}

/**
 * True if the person deleted the document afterwards, unsent edits included. After a kill, the document's deletion or
 * a verdict shows it.
 */
const isGivenUpWithAll = ({ later, deleted, verdicts }: Case): boolean =>
  later.some(
    ({ what, fate }) =>
      what === 'delete' &&
      (fate === 'acked' ||
        (fate === 'open' && (deleted || verdicts.some(({ entry }) => entry.mode === what)))),
  )

/** True for an edit of the document's status only. */
const isModeOnly = ({ what }: Edit): boolean => what === 'publish' || what === 'unpublish'

export const keyOf = (edit: Edit): string =>
  (edit.what.startsWith('row-') ? listKey : cellKey)(edit.path, edit.locale)

/** True for texts, counts and dates typed once, which prove the edit; other values do so only in a later write. */
const isUnique = ({ value, undone }: Edit): boolean =>
  !undone &&
  (typeof value === 'number' || (typeof value === 'string' && /^(?:mine \d+|\d{4}-.*Z)$/.test(value)))

/** True if the cell's value is that of the edit. */
function holds(edit: Edit, { ledger }: Case, value: Json | undefined): boolean {
  const wanted = canonical(ledger.withRealIds(edit.value))
  const is = ledger.withRealIds(value ?? null)
  if (edit.what === 'set') return canonical(is) === wanted
  if (edit.what === 'row-move') return canonical(is) === wanted
  return itemsOf(is).includes(wanted) === (edit.what === 'item-add' || edit.what === 'row-add')
}

/**
 * Returns the number of writes after which the document had the status wanted by Publish or Unpublish; for Publish,
 * with the earlier edits that still count. Null: never. Publishing a published document sends nothing.
 */
function reachedBy(edit: Edit, at: Case): number | null {
  const { timeline, earlier } = at
  const isBefore = ({ write }: DoneWrite): boolean => (write.endedAt ?? write.at) < edit.at - 1000
  let from = timeline.steps.filter(({ done }) => isBefore(done)).length
  for (const [index, one] of earlier.entries()) {
    // Only the last edit of a thing counts.
    const isOver = earlier.slice(index + 1).some((next) => follows(next, one, at))
    if (one.fate !== 'acked' || (isOver && !isModeOnly(one)) || isJudged(one, at)) continue
    const reached = isModeOnly(one)
      ? reachedBy(one, { ...at, earlier: earlier.slice(0, index) })
      : edit.what === 'publish'
        ? timeline.steps.findIndex(
            ({ done, before }) => carries(done, one, at) || wasThere(done, before, one, at),
          ) + 1
        : 0
    from = Math.max(from, reached ?? 0)
  }
  const found = publicStates(at.timeline)
    .slice(from)
    .findIndex(({ isNewest, isThere }) => (edit.what === 'publish' ? isNewest : !isThere))
  return found < 0 ? null : from + found
}

/** True if a write of ours sends the edit's value; of a torn write, only the part that arrived. */
function carries({ write, sent, cells, isLeft }: DoneWrite, edit: Edit, at: Case): boolean {
  const key = keyOf(edit)
  const inTime = isUnique(edit) || (write.endedAt ?? write.at) >= edit.at - 1000
  if ((write.who !== 'me' && !isLeft) || !inTime || !sent.has(key)) return false
  return holds(edit, at, sent.get(key)) && (!isLeft || holds(edit, at, cells.get(key)))
}

/** True if such a value may have been there already, so that there was nothing to send. */
const mayBeThere = (edit: Edit, at: Case): boolean =>
  (edit.what !== 'row-add' || edit.undone) &&
  (!isUnique(edit) || edit.what === 'item-remove' || edit.what === 'row-remove' || wasTakenOut(edit, at))

/** True if the document had the edit's value before a later write, so that nothing of it was left to send. */
const wasThere = ({ write }: DoneWrite, before: Cells, edit: Edit, at: Case): boolean =>
  (write.endedAt ?? write.at) >= edit.at - 1000 &&
  mayBeThere(edit, at) &&
  holds(edit, at, before.get(keyOf(edit)))

function hasArrived(edit: Edit, at: Case): boolean {
  const { writes, timeline } = at
  if (isModeOnly(edit)) return reachedBy(edit, at) !== null
  const key = keyOf(edit)
  if (writes.some((done) => carries(done, edit, at))) return true
  if (!mayBeThere(edit, at)) return false
  const inCells = (cells: Cells): boolean => holds(edit, at, cells.get(key))
  return timeline.steps.some(({ before }) => inCells(before)) || inCells(timeline.last)
}

/** True if an item was removed before, and is added again. */
const wasTakenOut = (edit: Edit, at: Case): boolean =>
  at.earlier.some((one) => one.what === 'item-remove' && isSameThing(one, edit, at.ledger))

/** True if the last edit of a thing holds, or the other editor's later write does (SY6). */
function stands(edit: Edit, at: Case): boolean {
  const what = (cells: Cells): string => String(holds(edit, at, cells.get(keyOf(edit))))
  return what(at.timeline.last) === 'true' || at.timeline.changedBy(what) === 'other' || wasTold(edit, at)
}

/**
 * True if the person was told that the site's hooks stored something else, or that a server without the companion
 * dropped a row (F2). Until somebody else writes there, or the document is deleted.
 */
function wasTold(edit: Edit, at: Case): boolean {
  const key = keyOf(edit)
  const index = at.writes.findLastIndex(
    ({ write, sent }) =>
      ((write.strike !== null && write.strike.path !== null) || !write.checked) &&
      holds(edit, at, sent.get(key)),
  )
  const struck = at.writes[index]
  if (edit.what !== 'set' || !struck) return false
  const { timeline, told } = at
  if (at.writes.slice(index).some(({ write }) => deletes(write))) return true
  if (timeline.last.get(key) !== struck.cells.get(key)) return timeline.changedBy(held(key)) === 'other'
  // After a lost answer and another user's write the result is unknown: it is "sent".
  if (at.writes[index + 1]?.write.who === 'other') return true
  return told.some(
    (one) =>
      (one.kind === 'field' && cellKey(one.path, one.locale) === key && holds(edit, at, one.sent)) ||
      (one.kind === 'row' && isWithin(edit.path, one.path)),
  )
}

/** True if an edit is about the same thing, or about a row around it. */
function isSameThing(next: Edit, edit: Edit, ledger: Ledger): boolean {
  if (next.what === 'row-remove' || next.what === 'row-add') {
    if (isWithin(edit.path, joinPath(next.path, canonical(next.value)))) return true
  }
  if (isModeOnly(next) || ['delete', 'restore', 'create'].includes(next.what)) return false
  if (next.what === 'row-move' || keyOf(next) !== keyOf(edit)) return false
  // A new document has its server id when it is removed again.
  const valueOf = (one: Edit): string => canonical(ledger.withRealIds(one.value))
  return edit.what === 'set' ? next.what === 'set' : valueOf(next) === valueOf(edit)
}

/** True if something later was, or may have been, done to the same thing: the program was killed meanwhile. */
const follows = (next: Edit, edit: Edit, { ledger }: Case): boolean =>
  next.fate !== 'refused' && isSameThing(next, edit, ledger)

/** True for a later edit of the same thing that has left a trace. */
function overtakes(next: Edit, edit: Edit, at: Case): boolean {
  if (isModeOnly(edit) || !follows(next, edit, at)) return false
  // A restored row says nothing about edits in it before its removal.
  if (next.what === 'row-add' && keyOf(next) !== keyOf(edit)) return false
  return next.fate === 'acked' || hasArrived(next, at) || isJudged(next, at)
}

/**
 * Returns the loss of a move, which is its swapped pairs of rows. Each must be on the server, unless a later edit or
 * the other editor swapped it back or removed a row, or a person discarded it.
 */
function lossOfMove(edit: Edit, at: Case): string | null {
  const { timeline, later } = at
  if (at.deleted || later.some((next) => next.fate !== 'refused' && isAround(next, edit))) return null
  const key = listKey(edit.path, edit.locale)
  for (const pair of flippedPairs(itemsOf(edit.from), itemsOf(edit.value))) {
    if (later.some((next) => turnsBack(next, key, pair)) || isMoveGivenUp(edit, pair, at)) continue
    const has = (cells: Cells): boolean => hasPair(itemsOf(cells.get(key)), pair)
    if (has(timeline.last) || isTurnedByOther(edit, pair, at)) continue
    const name = `${pair[0]} before ${pair[1]}`
    const arrived = timeline.steps.some(({ before, after }) => has(before) || has(after))
    if (arrived) return `${name}: it was moved last, and the server has another order from here`
    if (!isGivenUpWithAll(at)) return `${name}: the move never arrived`
  }
  return null
}

/**
 * True if the other editor, unseen, swapped a pair back, removed or added one of the two, or moved one over the
 * other: a moved row follows the row it was put behind (SY6). Other changes of the list are no reason.
 */
function isTurnedByOther(
  edit: Edit,
  [first, second]: readonly [string, string],
  { timeline }: Case,
): boolean {
  const key = listKey(edit.path, edit.locale)
  const wanted = itemsOf(edit.value)
  const ahead = wanted.slice(0, wanted.indexOf(first))
  const between = wanted.slice(wanted.indexOf(first) + 1, wanted.indexOf(second))
  return timeline.steps.some(({ done, before, after }) => {
    if (done.write.who !== 'other' || done.order <= (edit.base ?? '')) return false
    const [was, is] = [itemsOf(before.get(key)), itemsOf(after.get(key))]
    if ([first, second].some((id) => was.includes(id) !== is.includes(id))) return true
    return flippedPairs(was, is).some(
      ([one, other]) =>
        (one === second && (other === first || ahead.includes(other))) ||
        (other === first && between.includes(one)),
    )
  })
}

/** True if a row around the list was added or removed. */
const isAround = (next: Edit, edit: Edit): boolean =>
  (next.what === 'row-remove' || next.what === 'row-add') &&
  isWithin(edit.path, joinPath(next.path, canonical(next.value)))

function turnsBack(next: Edit, key: string, [first, second]: readonly [string, string]): boolean {
  if (next.fate === 'refused' || !next.what.startsWith('row-') || keyOf(next) !== key) return false
  if (next.what === 'row-move')
    return flippedPairs(itemsOf(next.from), itemsOf(next.value)).some(
      ([one, other]) => one === second && other === first,
    )
  return next.what === 'row-remove' && [first, second].includes(canonical(next.value))
}

function isMoveGivenUp(edit: Edit, pair: readonly [string, string], { verdicts }: Case): boolean {
  const rows = pair.map((id) => joinPath(edit.path, id))
  const isAbout = ({ path, locale }: { path: string; locale: string | null }): boolean =>
    (locale === null || locale === edit.locale) && rows.some((row) => isWithin(row, path))
  return verdicts
    .filter((verdict) => isOfTime(verdict, edit))
    .some(({ entry, action, choices }) => {
      if (action === 'discard')
        return entry.changes.some(
          (change) =>
            isAbout(change) &&
            (change.path !== edit.path || (change.kind === 'rows' && hasPair(change.to, pair))),
        )
      return (entry.problem?.conflicts ?? []).some(
        (conflict) => choices[conflict.path] === 'theirs' && isAbout(conflict),
      )
    })
}

/** A verdict covers edits before it took effect, and none later. */
const isOfTime = ({ until, fate }: Verdict, edit: Edit): boolean =>
  fate !== 'failed' && (until === null || edit.nr <= until)

/** True if a person saw the conflict and gave the edit up. */
function isJudged(edit: Edit, at: Case): boolean {
  return at.verdicts
    .filter((verdict) => isOfTime(verdict, edit))
    .some(({ entry, action, choices }) => {
      if (isModeOnly(edit)) return entry.mode === edit.what && action !== 'retry'
      if (edit.what === 'delete') return entry.mode === 'delete' && action === 'discard'
      if (action === 'discard') return entry.changes.some((change) => carriesEdit(change, edit, at))
      const conflicts = entry.problem?.conflicts ?? []
      // A choice says nothing about other values of the cell (SY7).
      const isIn = (...made: unknown[]): boolean =>
        edit.what !== 'set' ||
        !isUnique(edit) ||
        JSON.stringify(at.ledger.withRealIds(made as Json)).includes(JSON.stringify(edit.value))
      return conflicts.some(
        ({ path, locale, mine }) =>
          choices[path] === 'theirs' &&
          isOfLocale(locale, edit) &&
          isWithin(placeOf(edit), path) &&
          isIn(mine, entry.changes),
      )
    })
}

const isOfLocale = (locale: string | null, edit: Edit): boolean =>
  locale === null || edit.locale === null || locale === edit.locale

/** Returns the path of the field, or of the added or removed row. */
const placeOf = ({ what, path, value }: Edit): string =>
  what.startsWith('row-') ? joinPath(path, canonical(value)) : path

/** True if a change includes the edit, itself or in a new row. */
function carriesEdit(change: Change, edit: Edit, { ledger }: Case): boolean {
  if (!isOfLocale(change.locale, edit)) return false
  const real = (value: Json): Json => ledger.withRealIds(value)
  if (change.kind === 'rows') {
    const place = placeOf(edit)
    const isInNew = Object.entries(change.added).some(([id, row]) => {
      const at = joinPath(change.path, id)
      if (!isWithin(place, at) || place === at) return false
      return !isUnique(edit) || JSON.stringify(row).includes(JSON.stringify(edit.value))
    })
    const id = canonical(edit.value)
    if (isInNew || change.path !== edit.path) return isInNew
    if (edit.what === 'row-add') return change.to.includes(id) && !change.from.includes(id)
    return edit.what === 'row-remove' && change.from.includes(id) && !change.to.includes(id)
  }
  if (change.path !== edit.path) return false
  if (edit.what === 'set') return canonical(real(change.to)) === canonical(real(edit.value))
  const isPart = (value: Json): boolean =>
    itemsOf(real(Array.isArray(value) ? value : wordsOfText(value))).includes(canonical(real(edit.value)))
  return isPart(change.to) === (edit.what === 'item-add') && isPart(change.to) !== isPart(change.from)
}
