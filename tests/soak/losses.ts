import type { Change } from '../../shared/document/change.ts'
import type { SavedDifference } from '../../shared/document/compare-saved.ts'
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
  /** What the screen says that the server has not as it was sent. */
  told: readonly SavedDifference[]
}

/** Why an edit that was acknowledged counts as lost, or null: it arrived, was overtaken, or somebody was asked. */
export function lossOf(edit: Edit, at: Case): string | null {
  if (edit.what === 'create') return null
  if (edit.what === 'delete') {
    // It may have been restored since.
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
 * Whether the person deleted the document afterwards, and with it what had not left: what had arrived stands as long as
 * the document does. Where the program was killed over it, there is the document's end to see, or a verdict of it.
 */
const isGivenUpWithAll = ({ later, deleted, verdicts }: Case): boolean =>
  later.some(
    ({ what, fate }) =>
      what === 'delete' &&
      (fate === 'acked' ||
        (fate === 'open' && (deleted || verdicts.some(({ entry }) => entry.mode === what)))),
  )

/** It writes no field: what comes of it is the state of the document. */
const isModeOnly = ({ what }: Edit): boolean => what === 'publish' || what === 'unpublish'

export const keyOf = (edit: Edit): string =>
  (edit.what.startsWith('row-') ? listKey : cellKey)(edit.path, edit.locale)

/** Texts and counts are typed once, so that seeing one is proof; of other values it must have been later. */
const isUnique = ({ value, undone }: Edit): boolean =>
  !undone &&
  (typeof value === 'number' || (typeof value === 'string' && /^(?:mine \d+|\d{4}-.*Z)$/.test(value)))

/** Whether a cell's value is what the edit made of it. */
function holds(edit: Edit, { ledger }: Case, value: Json | undefined): boolean {
  const wanted = canonical(ledger.withRealIds(edit.value))
  const is = ledger.withRealIds(value ?? null)
  if (edit.what === 'set') return canonical(is) === wanted
  if (edit.what === 'row-move') return canonical(is) === wanted
  return itemsOf(is).includes(wanted) === (edit.what === 'item-add' || edit.what === 'row-add')
}

/**
 * The number of writes after which the document was what Publish or Unpublish wanted, with all in it that was done here
 * before; null: it never was. Who publishes what is published already has nothing to send.
 */
function reachedBy(edit: Edit, at: Case): number | null {
  const { timeline, earlier } = at
  const isBefore = ({ write }: DoneWrite): boolean => (write.endedAt ?? write.at) < edit.at - 1000
  let from = timeline.steps.filter(({ done }) => isBefore(done)).length
  for (const [index, one] of earlier.entries()) {
    // Of the edits of one thing the last one counts.
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

/** Whether a write of ours sends what an edit made; of one that was torn, as far as that is there. */
function carries({ write, sent, cells, isLeft }: DoneWrite, edit: Edit, at: Case): boolean {
  const key = keyOf(edit)
  const inTime = isUnique(edit) || (write.endedAt ?? write.at) >= edit.at - 1000
  if ((write.who !== 'me' && !isLeft) || !inTime || !sent.has(key)) return false
  return holds(edit, at, sent.get(key)) && (!isLeft || holds(edit, at, cells.get(key)))
}

/** Whether such a value is not unique, so that it may have been there already: then there was nothing to send. */
const mayBeThere = (edit: Edit, at: Case): boolean =>
  (edit.what !== 'row-add' || edit.undone) &&
  (!isUnique(edit) || edit.what === 'item-remove' || edit.what === 'row-remove' || wasTakenOut(edit, at))

/** Whether a document had before a write, made after an edit, what the edit wanted: nothing of it was left to send. */
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

/** Whether an item was there, and is put in again. */
const wasTakenOut = (edit: Edit, at: Case): boolean =>
  at.earlier.some((one) => one.what === 'item-remove' && isSameThing(one, edit, at.ledger))

/** Of the edits of one thing the last one stands, or the other editor's write after it (SY6). */
function stands(edit: Edit, at: Case): boolean {
  const what = (cells: Cells): string => String(holds(edit, at, cells.get(keyOf(edit))))
  return what(at.timeline.last) === 'true' || at.timeline.changedBy(what) === 'other' || wasTold(edit, at)
}

/**
 * The site's own code stored something else, or a server without the companion dropped a row that it did not know: a
 * person is told so, with what was sent (F2), until somebody else writes there, or the document goes, if only into the
 * trash.
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
  // Where the answer was lost and somebody wrote since, nobody can tell what the write left: it is "sent".
  if (at.writes[index + 1]?.write.who === 'other') return true
  return told.some(
    (one) =>
      (one.kind === 'field' && cellKey(one.path, one.locale) === key && holds(edit, at, one.sent)) ||
      (one.kind === 'row' && isWithin(edit.path, one.path)),
  )
}

/** Whether an edit is about the same thing, or about a row around it. */
function isSameThing(next: Edit, edit: Edit, ledger: Ledger): boolean {
  if (next.what === 'row-remove' || next.what === 'row-add') {
    if (isWithin(edit.path, joinPath(next.path, canonical(next.value)))) return true
  }
  if (isModeOnly(next) || ['delete', 'restore', 'create'].includes(next.what)) return false
  if (next.what === 'row-move' || keyOf(next) !== keyOf(edit)) return false
  // What was made here has its real id by the time when it is taken out again.
  const valueOf = (one: Edit): string => canonical(ledger.withRealIds(one.value))
  return edit.what === 'set' ? next.what === 'set' : valueOf(next) === valueOf(edit)
}

/** Something later was done to the same thing, or may have been: the program was killed over it. */
const follows = (next: Edit, edit: Edit, { ledger }: Case): boolean =>
  next.fate !== 'refused' && isSameThing(next, edit, ledger)

/** A later edit of the same thing that is not itself without a trace. */
function overtakes(next: Edit, edit: Edit, at: Case): boolean {
  if (isModeOnly(edit) || !follows(next, edit, at)) return false
  // A row that came back says nothing of what was edited in it before it went.
  if (next.what === 'row-add' && keyOf(next) !== keyOf(edit)) return false
  return next.fate === 'acked' || hasArrived(next, at) || isJudged(next, at)
}

/**
 * A move is the pairs of rows that it turned round. Each of them has reached the server and stands there, unless a later
 * edit turned it back or took out one of the two, the other editor did, or a person gave it up.
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
 * Whether the other editor, whom the person had not seen yet, turned a pair back, took out or put in one of the two, or
 * carried one over the other: a row goes where the one is by now that it was put behind (SY6). What they did elsewhere in
 * the list is no reason.
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

/** Whether a row around the list came or went. */
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

/** A verdict settles what was done before it had its effect, and nothing that came later. */
const isOfTime = ({ until, fate }: Verdict, edit: Edit): boolean =>
  fate !== 'failed' && (until === null || edit.nr <= until)

/** Whether a person was shown it and gave it up. */
function isJudged(edit: Edit, at: Case): boolean {
  return at.verdicts
    .filter((verdict) => isOfTime(verdict, edit))
    .some(({ entry, action, choices }) => {
      if (isModeOnly(edit)) return entry.mode === edit.what && action !== 'retry'
      if (edit.what === 'delete') return entry.mode === 'delete' && action === 'discard'
      if (action === 'discard') return entry.changes.some((change) => carriesEdit(change, edit, at))
      const conflicts = entry.problem?.conflicts ?? []
      // Of what else lies on that cell a choice says nothing (SY7).
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

/** The field, or the row that came or went. */
const placeOf = ({ what, path, value }: Edit): string =>
  what.startsWith('row-') ? joinPath(path, canonical(value)) : path

/** Whether what an edit made is part of a change: itself, or with a row that is new by it. */
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
