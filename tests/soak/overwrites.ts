import { isWithin, joinPath } from '../../shared/document/path.ts'
import { isPlainJson, type Json } from '../../shared/json.ts'
import { canonical } from './canonical.ts'
import { cellKey, isListKey, itemsOf, listKey, placeOfKey, type Cells } from './cells.ts'
import { describeWrite, type DoneWrite } from './done-writes.ts'
import type { Edit, Ledger, Verdict } from './ledger.ts'
import { flippedPairs } from './orders.ts'
import { publicStates, STATUS } from './public-states.ts'
import { held, type Timeline } from './timeline.ts'
import { deletes, restores, type SeenWrite } from './witness.ts'

/** Fields set by the server or by each write; the status is checked separately. */
const NOBODYS = /^(slug|deletedAt|updatedAt|createdAt|_status)@/

type Case = { timeline: Timeline; edits: readonly Edit[]; verdicts: readonly Verdict[]; ledger: Ledger }

/**
 * Returns unjustified changes by our writes: of cells not edited here, of the other editor's unseen or undecided
 * values, and publishes, unpublishes or deletions that nobody asked for or of an unseen state.
 */
export function overwritesOf(at: Case): string[] {
  const found: string[] = []
  for (const [index, { done, before, after }] of at.timeline.steps.entries()) {
    // A creation overwrites nothing.
    if (done.write.who !== 'me' || done.write.id === null) continue
    const mode = modeWithoutReason(at, index)
    if (mode !== null) found.push(`${mode}; by ${describeWrite(done.write)}`)
    const gone: string[] = []
    const say = (key: string, why: string): void =>
      void found.push(
        `${key} was ${show(before.get(key))}, is ${show(after.get(key))}: ${why}; by ${describeWrite(done.write)}`,
      )
    const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
      (key) => canonical(before.get(key)) !== canonical(after.get(key)) && !NOBODYS.test(key),
    )
    for (const key of keys.filter(isListKey).toSorted((a, b) => a.length - b.length)) {
      if (gone.some((row) => isWithin(placeOfKey(key).path, row))) continue
      const why = rowsWithoutReason(at, index, key, gone)
      if (why !== null && !cameUnseen(at, index, key)) say(key, why)
    }
    for (const key of keys) {
      if (isListKey(key) || gone.some((row) => isWithin(placeOfKey(key).path, row))) continue
      const why = cellWithoutReason(at, index, key)
      if (why !== null && !cameUnseen(at, index, key)) say(key, why)
    }
  }
  return [...found, ...at.edits.flatMap((edit) => takenBackWithoutReason(edit, at))]
}

const show = (value: Json | undefined): string => canonical(value).slice(0, 200)
const editsOf = (edits: readonly Edit[], key: string, what: readonly Edit['what'][]): Edit[] =>
  edits.filter(
    (edit) =>
      what.includes(edit.what) &&
      (edit.what.startsWith('row-') ? listKey : cellKey)(edit.path, edit.locale) === key,
  )

/** The compared part of a document: a cell, or a row with its content. */
type What = (cells: Cells) => string

const rowIn =
  (row: string): What =>
  (cells) =>
    canonical([...cells].filter(([key]) => isWithin(placeOfKey(key).path, row)))

/** Returns the last write before the step that changed a part, if it was the other editor's. */
function madeByOther({ timeline }: Case, index: number, what: What): DoneWrite | null {
  const last = timeline.steps.slice(0, index).findLast(({ before, after }) => what(before) !== what(after))
  // Nobody intended the state that a server left when it ended.
  return last?.done.write.who === 'other' && !last.done.isLeft ? last.done : null
}

/**
 * True if a person saw the server's value, between the other editor's last change and the step, and decided for ours.
 * `theirs` null: any value.
 */
function wasShown(
  at: Case,
  index: number,
  { path, locale }: { path: string; locale: string | null },
  what: What,
  theirs: string | null,
): boolean {
  const write = at.timeline.steps[index]?.done.write
  const end = write?.endedAt ?? write?.at ?? Number.POSITIVE_INFINITY
  const since = madeByOther(at, index, what)?.write.at ?? 0
  return at.verdicts.some((verdict) => {
    const { entry, fate, action, choices } = verdict
    if (fate === 'failed' || action !== 'retry' || verdict.at > end || verdict.at < since) return false
    return (entry.problem?.conflicts ?? []).some((conflict) => {
      if (choices[conflict.path] !== 'mine') return false
      if (conflict.locale !== null && locale !== null && conflict.locale !== locale) return false
      if (conflict.path === path) return theirs === null || canonical(conflict.theirs) === theirs
      return isWithin(path, conflict.path)
    })
  })
}

/** A thing that edits change: a cell, or the membership of an item or a row in a list. */
type Thing = {
  edits: readonly Edit[]
  /** Returns the value of an edit, and the value before it that the person saw. */
  made: (edit: Edit) => string
  was: (edit: Edit) => string
  what: What
  /** True if a write mentions it. */
  isIn: (cells: Cells) => boolean
}

const cellThing = ({ edits, ledger }: Case, key: string): Thing => ({
  edits: editsOf(edits, key, ['set']),
  made: ({ value }) => canonical(ledger.withRealIds(value)),
  was: ({ from }) => canonical(ledger.withRealIds(from)),
  what: held(key, ledger.withRealIds),
  isIn: (cells) => cells.has(key),
})

function memberThing({ edits, ledger }: Case, key: string, item: string): Thing {
  const kinds: Edit['what'][] = isListKey(key) ? ['row-add', 'row-remove'] : ['item-add', 'item-remove']
  return {
    edits: editsOf(edits, key, kinds).filter(({ value }) => canonical(ledger.withRealIds(value)) === item),
    made: ({ what }) => String(what.endsWith('-add')),
    was: ({ what }) => String(!what.endsWith('-add')),
    what: (cells) => String(itemsOf(ledger.withRealIds(cells.get(key) ?? null)).includes(item)),
    isIn: (cells) => cells.has(key),
  }
}

/**
 * Returns the edits of a thing that no write carried before the step. A write carries the first edit of its value and
 * those before, or none behind an opposite edit. A write with a lost answer, or an unchecked one, may be sent again.
 */
function unsent({ timeline }: Case, index: number, { edits, made, what, isIn }: Thing): readonly Edit[] {
  let from = 0
  for (const { done, before, after } of timeline.steps.slice(0, index)) {
    const { write, sent } = done
    if (write.who !== 'me' || write.outcome !== 'done' || !write.checked || !isIn(sent)) continue
    const carried = edits.findIndex(
      (edit, nr) => nr >= from && edit.at <= write.at && made(edit) === what(sent),
    )
    if (carried === from || (carried > from && what(before) !== what(after))) from = carried + 1
  }
  return edits.slice(from)
}

/**
 * Returns the reason that our write must not give a thing this value; null: it may. An earlier edit here made it, and
 * either saw the other editor's last change, or was unsent while the server has the value it was made on.
 */
function noReason(at: Case, index: number, thing: Thing, made: string): 'nobody' | 'unseen' | null {
  const { timeline } = at
  const step = timeline.steps[index]
  if (!step) return null
  const { what } = thing
  const same = thing.edits.filter(
    (edit) => edit.fate !== 'refused' && edit.at - 1000 <= step.done.write.at && thing.made(edit) === made,
  )
  if (same.length === 0) return 'nobody'
  const theirs = madeByOther(at, index, what)
  if (theirs === null) return null
  const there = what(step.before)
  const left = unsent(at, index, thing)
  const isReason = (edit: Edit): boolean =>
    theirs.order <= (edit.base ?? '') ||
    (left.includes(edit) &&
      (what(timeline.at(edit.base)) === there ||
        thing.was(edit) === there ||
        left.slice(0, left.indexOf(edit)).some((one) => thing.made(one) === there)))
  return same.some(isReason) ? null : 'unseen'
}

/** True if the value before a step is the one below the form at the edit, or our own. */
function hadSeen(at: Case, index: number, edit: Edit, what: What): boolean {
  const now = at.timeline.steps[index]?.before ?? at.timeline.last
  return madeByOther(at, index, what) === null || what(at.timeline.at(edit.base)) === what(now)
}

/**
 * Without the companion only this computer compares, just before writing: the other editor's later changes of the
 * cell, or of a list around it, cannot be seen.
 */
function cameUnseen({ timeline }: Case, index: number, key: string): boolean {
  const step = timeline.steps[index]
  if (!step || step.done.write.checked) return false
  const { lookedAt } = step.done.write
  const { path } = placeOfKey(key)
  const around = [...step.before.keys()].filter(
    (one) => isListKey(one) && isWithin(path, placeOfKey(one).path),
  )
  return [key, ...around].some((one) => {
    const what = held(one)
    const last = timeline.steps.slice(0, index).findLast(({ before, after }) => what(before) !== what(after))
    if (last?.done.write.who !== 'other') return false
    return lookedAt === null || (last.done.write.endedAt ?? Number.POSITIVE_INFINITY) >= lookedAt
  })
}

const UNSEEN = 'the other editor wrote there meanwhile, and nobody here has seen it'

function cellWithoutReason(at: Case, index: number, key: string): string | null {
  const { timeline, ledger } = at
  const step = timeline.steps[index]
  if (!step) return null
  const [was, is] = [step.before.get(key) ?? null, step.after.get(key) ?? null]
  const place = placeOfKey(key)
  if (Array.isArray(was) || Array.isArray(is)) {
    return itemsWithoutReason(
      at,
      index,
      key,
      itemsOf(ledger.withRealIds(was)),
      itemsOf(ledger.withRealIds(is)),
    )
  }
  if (wasShown(at, index, place, held(key), canonical(was))) return null
  // A value changed by a hook counts as the sent value.
  const { sent, cells } = step.done
  const isStruck = canonical(sent.get(key)) !== canonical(cells.get(key))
  const value = canonical(ledger.withRealIds(isStruck ? (sent.get(key) ?? null) : is))
  const why = noReason(at, index, cellThing(at, key), value)
  return why === 'nobody' ? 'nobody wrote that here' : why === 'unseen' ? UNSEEN : null
}

/** Checks items: added and removed as here; those that stay keep their order. */
function itemsWithoutReason(
  at: Case,
  index: number,
  key: string,
  had: readonly string[],
  has: readonly string[],
): string | null {
  for (const item of new Set([...has, ...had])) {
    if (has.includes(item) === had.includes(item)) continue
    const thing = memberThing(at, key, item)
    const why = noReason(at, index, thing, String(has.includes(item)))
    if (why !== null && !wasShown(at, index, placeOfKey(key), thing.what, null))
      return why === 'unseen'
        ? `${item}: ${UNSEEN}`
        : `nobody ${has.includes(item) ? 'put in' : 'took out'} ${item} here`
  }
  return wasShown(at, index, placeOfKey(key), held(key), null) ? null : orderWithoutReason(at, index, key)
}

/** Returns the effect of our write on the whole document; null: none. */
function modeOf({ timeline }: Case, index: number): 'publish' | 'unpublish' | 'delete' | 'restore' | null {
  const done = timeline.steps[index]?.done
  const states = publicStates(timeline)
  if (done === undefined) return null
  if (deletes(done.write)) return 'delete'
  // A restored document is a draft.
  if (restores(done.write)) return 'restore'
  if (done.cells.get(STATUS) === 'published') return 'publish'
  return states[index]?.isThere === true && states[index + 1]?.isThere === false ? 'unpublish' : null
}

/**
 * Checks a publish, an unpublish or a deletion: it was asked for here, and a person was asked about the other
 * editor's later writes (SY12).
 */
function modeWithoutReason(at: Case, index: number): string | null {
  const { timeline, edits, verdicts } = at
  const mode = modeOf(at, index)
  const step = timeline.steps[index]
  if (mode === null || !step) return null
  const { write } = step.done
  const asked = edits.filter(
    ({ what, fate, at: when }) =>
      // After a lost answer the program does not report a restore as done.
      what === mode && (fate !== 'refused' || mode === 'restore') && when - 1000 <= write.at,
  )
  if (asked.length === 0) return `nobody asked here to ${mode} it`
  // Nobody writes to a document in the trash.
  if (mode === 'restore') return null
  const end = write.endedAt ?? write.at
  const isShown = (theirs: SeenWrite): boolean =>
    verdicts.some(
      ({ entry, action, fate, at: when }) =>
        entry.mode === mode && action === 'retry' && fate !== 'failed' && when >= theirs.at && when <= end,
    )
  // Without the companion only this computer compares, just before it writes.
  const canSee = (theirs: SeenWrite): boolean =>
    write.checked || (write.lookedAt !== null && (theirs.endedAt ?? theirs.at) < write.lookedAt)
  const isUnseen = (edit: Edit): boolean =>
    timeline.steps
      .slice(0, index)
      .some(
        ({ done }) =>
          done.write.who === 'other' &&
          !done.isLeft &&
          done.order > (edit.base ?? '') &&
          canSee(done.write) &&
          !isShown(done.write),
      )
  return asked.every(isUnseen)
    ? `${mode} of what the other editor wrote meanwhile, and nobody was asked`
    : null
}

/** Collects removed rows in `gone`. */
function rowsWithoutReason(at: Case, index: number, key: string, gone: string[]): string | null {
  const { timeline, edits } = at
  const step = timeline.steps[index]
  if (!step) return null
  const [had, has] = [itemsOf(step.before.get(key)), itemsOf(step.after.get(key))]
  const { path, locale } = placeOfKey(key)
  const lost = had.filter((id) => !has.includes(id))
  gone.push(...lost.map((id) => joinPath(path, id)))
  for (const id of lost) {
    const row = joinPath(path, id)
    if (wasShown(at, index, { path: row, locale }, rowIn(row), null)) continue
    const removals = editsOf(edits, key, ['row-remove']).filter(({ value }) => canonical(value) === id)
    const why = noReason(at, index, memberThing(at, key, id), 'false')
    if (why !== null) return why === 'nobody' ? `nobody removed ${id} here` : `${id}: ${UNSEEN}`
    const inside = [...step.before.keys()].filter((cell) => isWithin(placeOfKey(cell).path, row))
    const unseen = (edit: Edit): string | undefined =>
      inside.find((cell) => {
        const place = placeOfKey(cell)
        const theirs = canonical(step.before.get(cell))
        return !hadSeen(at, index, edit, held(cell)) && !wasShown(at, index, place, held(cell), theirs)
      })
    if (removals.every((edit) => unseen(edit) !== undefined))
      return `${id} was removed with ${removals.map(unseen).join(' or ')}, which nobody here has seen`
  }
  for (const id of has) {
    const row = joinPath(path, id)
    if (had.includes(id) || wasShown(at, index, { path: row, locale }, rowIn(row), null)) continue
    const why = noReason(at, index, memberThing(at, key, id), 'true')
    if (why !== null) return why === 'nobody' ? `nobody added ${id} here` : `${id}: ${UNSEEN}`
  }
  return orderWithoutReason(at, index, key)
}

/** Returns the pairs of rows or items that an edit swapped: by a move, or by adding an item again. */
function turnedPairs(edit: Edit, edits: readonly Edit[], { ledger }: Case): [string, string][] {
  if (edit.what === 'row-move') return flippedPairs(itemsOf(edit.from), itemsOf(edit.value))
  const itemIn = ({ value }: Edit): string => canonical(ledger.withRealIds(value))
  const item = itemIn(edit)
  const isTakenOut = (one: Edit): boolean =>
    one.what === 'item-remove' && one.nr < edit.nr && itemIn(one) === item
  if (edit.what !== 'item-add' || !edits.some(isTakenOut)) return []
  const items = itemsOf(ledger.withRealIds(edit.from))
  const place = items.indexOf(item)
  return [
    ...items.slice(0, place).map((before): [string, string] => [before, item]),
    ...items.slice(place + 1).map((after): [string, string] => [item, after]),
  ]
}

/**
 * Checks the order of rows or items that stay: each pair that our write swaps was swapped here. If the other editor
 * changed the list since, one moved row of the two is enough: it follows the row that it was put behind (SY6).
 */
function orderWithoutReason(at: Case, index: number, key: string): string | null {
  const { timeline, ledger } = at
  const step = timeline.steps[index]
  if (!step) return null
  const edits = editsOf(at.edits, key, ['row-move', 'item-remove', 'item-add'])
  const moves = edits.map((edit) => ({
    flipped: turnedPairs(edit, edits, at),
    isOverTheirs: timeline.steps
      .slice(0, index)
      .some(
        ({ done, before, after }) =>
          done.write.who === 'other' &&
          done.order > (edit.base ?? '') &&
          canonical(before.get(key)) !== canonical(after.get(key)),
      ),
  }))
  const [had, has] = [step.before, step.after].map((cells) =>
    itemsOf(ledger.withRealIds(cells.get(key) ?? null)),
  )
  const pair = flippedPairs(had ?? [], has ?? []).find(
    ([first, second]) =>
      !moves.some(({ flipped, isOverTheirs }) =>
        flipped.some(
          (one) =>
            (one[0] === first && one[1] === second) ||
            (isOverTheirs && (one.includes(first) || one.includes(second))),
        ),
      ),
  )
  return pair === undefined ? null : `nobody moved ${pair[0]} before ${pair[1]} here`
}

/** Returns values of the other editor that an undo removed, and that no step of ours had left (DM7). */
function takenBackWithoutReason(edit: Edit, { edits }: Case): string[] {
  if (!edit.undone) return []
  const taken: [string, Json][] =
    edit.what === 'set'
      ? [[cellKey(edit.path, edit.locale), edit.from]]
      : edit.what === 'row-remove' && isPlainJson(edit.from)
        ? Object.entries(edit.from)
        : []
  return taken
    .filter(([, value]) => typeof value === 'string' && value.startsWith('theirs '))
    .filter(([key, value]) => {
      const earlier = editsOf(edits, key, ['set'])
      return !earlier.some((one) => one.nr < edit.nr && one.value === value)
    })
    .map(([key, value]) => `${key}: edit ${edit.nr} took back ${show(value)}, which was the other editor's`)
}
