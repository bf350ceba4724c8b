import { isWithin, joinPath } from '../../shared/document/path.ts'
import { isPlainJson, type Json } from '../../shared/json.ts'
import { canonical, cellKey, isListKey, itemsOf, listKey, placeOfKey, type Cells } from './cells.ts'
import { describeWrite } from './done-writes.ts'
import type { Edit, Ledger, Verdict } from './ledger.ts'
import { flippedPairs } from './orders.ts'
import { held, type Timeline } from './timeline.ts'

/** Set by the server, or by every write. */
const NOBODYS = /^(slug|deletedAt|updatedAt|createdAt|_status)@/

type Case = { timeline: Timeline; edits: readonly Edit[]; verdicts: readonly Verdict[]; ledger: Ledger }

/**
 * What our writes changed and had no reason to: cells that nobody edited here, and cells that the other editor wrote
 * and that were not edited here since that was seen, nor shown to a person as a conflict.
 */
export function overwritesOf(at: Case): string[] {
  const found: string[] = []
  for (const [index, { done, before, after }] of at.timeline.steps.entries()) {
    // A creation has nothing under it.
    if (done.write.who !== 'me' || done.write.id === null) continue
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

/**
 * Whether a person was shown what the server has there, before that step, and decided for what is theirs here.
 * `theirs` null: whatever that is.
 */
function wasShown(
  { verdicts, timeline }: Case,
  index: number,
  path: string,
  locale: string | null,
  theirs: string | null,
): boolean {
  const write = timeline.steps[index]?.done.write
  const end = write?.endedAt ?? write?.at ?? Number.POSITIVE_INFINITY
  return verdicts.some(({ entry, fate, action, choices, at }) => {
    if (fate === 'failed' || action !== 'retry' || at > end) return false
    return (entry.problem?.conflicts ?? []).some((conflict) => {
      if (choices[conflict.path] !== 'mine') return false
      if (conflict.locale !== null && locale !== null && conflict.locale !== locale) return false
      if (conflict.path === path) return theirs === null || canonical(conflict.theirs) === theirs
      return isWithin(path, conflict.path)
    })
  })
}

/** Whether what lies under a step is what lay under the form when the edit was made, or is our own. */
function hadSeen({ timeline }: Case, index: number, edit: Edit, what: (cells: Cells) => string): boolean {
  const now = timeline.steps[index]?.before ?? timeline.last
  return timeline.changedBy(what, index) !== 'other' || what(timeline.at(edit.base)) === what(now)
}

/**
 * Without the companion only this computer compares, just before it writes: what the other editor wrote to the cell, or
 * to a list around it, after that look can be seen by nobody.
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

function cellWithoutReason(at: Case, index: number, key: string): string | null {
  const { timeline, edits, ledger } = at
  const step = timeline.steps[index]
  if (!step) return null
  const [was, is] = [step.before.get(key) ?? null, step.after.get(key) ?? null]
  const { path, locale } = placeOfKey(key)
  if (Array.isArray(was) || Array.isArray(is)) {
    const [had, has] = [itemsOf(ledger.withRealIds(was)), itemsOf(ledger.withRealIds(is))]
    const lacks = (what: 'item-add' | 'item-remove', item: string): boolean =>
      !editsOf(edits, key, [what]).some(({ value }) => canonical(ledger.withRealIds(value)) === item) &&
      !wasShown(at, index, path, locale, null)
    const more = has.find((item) => !had.includes(item) && lacks('item-add', item))
    const less = had.find((item) => !has.includes(item) && lacks('item-remove', item))
    if (more === undefined && less === undefined) return null
    return `nobody ${more === undefined ? `took out ${less}` : `put in ${more}`} here`
  }
  if (wasShown(at, index, path, locale, canonical(was))) return null
  // What a hook made of it is what was sent, as far as we are concerned.
  const { sent, cells } = step.done
  const isStruck = canonical(sent.get(key)) !== canonical(cells.get(key))
  const value = canonical(ledger.withRealIds(isStruck ? (sent.get(key) ?? null) : is))
  const same = editsOf(edits, key, ['set']).filter(
    (edit) => canonical(ledger.withRealIds(edit.value)) === value,
  )
  if (same.length === 0) return 'nobody wrote that here'
  // What the person replaced is what lies there, whoever wrote it; or it lay under the form. Of a few options both may
  // have chosen the same: then it was ours, too.
  const there = canonical(ledger.withRealIds(was))
  const isThere = (one: Json): boolean => canonical(ledger.withRealIds(one)) === there
  if (editsOf(edits, key, ['set']).some((edit) => !edit.undone && isThere(edit.value))) return null
  const replaced = (edit: Edit): boolean => isThere(edit.from)
  if (same.some((edit) => replaced(edit) || hadSeen(at, index, edit, held(key)))) return null
  return 'the other editor wrote there meanwhile, and nobody here has seen it'
}

/** Collects the rows that went in `gone`. */
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
    if (wasShown(at, index, row, locale, null)) continue
    const removals = editsOf(edits, key, ['row-remove']).filter(({ value }) => canonical(value) === id)
    if (removals.length === 0) return `nobody removed ${id} here`
    const inside = [...step.before.keys()].filter((cell) => isWithin(placeOfKey(cell).path, row))
    const unseen = (edit: Edit): string | undefined =>
      inside.find((cell) => {
        const place = placeOfKey(cell)
        const theirs = canonical(step.before.get(cell))
        return !hadSeen(at, index, edit, held(cell)) && !wasShown(at, index, place.path, place.locale, theirs)
      })
    if (removals.every((edit) => unseen(edit) !== undefined))
      return `${id} was removed with ${removals.map(unseen).join(' or ')}, which nobody here has seen`
  }
  for (const id of has) {
    if (had.includes(id) || wasShown(at, index, joinPath(path, id), locale, null)) continue
    const additions = editsOf(edits, key, ['row-add']).filter(({ value }) => canonical(value) === id)
    if (additions.length === 0) return `nobody added ${id} here`
  }
  return orderWithoutReason(at, index, key)
}

/**
 * The rows that stay are in another order: each pair that a write of ours turns round was turned round by a move here.
 * Where the other editor has changed the list since that move, it is enough that one of the two was moved: a row is put
 * behind the one that it was put behind here, wherever that is by now (SY6).
 */
function orderWithoutReason(at: Case, index: number, key: string): string | null {
  const { timeline, edits } = at
  const step = timeline.steps[index]
  if (!step) return null
  const moves = editsOf(edits, key, ['row-move']).map((edit) => ({
    flipped: flippedPairs(itemsOf(edit.from), itemsOf(edit.value)),
    isOverTheirs: timeline.steps
      .slice(0, index)
      .some(
        ({ done, before, after }) =>
          done.write.who === 'other' &&
          done.order > (edit.base ?? '') &&
          canonical(before.get(key)) !== canonical(after.get(key)),
      ),
  }))
  const pair = flippedPairs(itemsOf(step.before.get(key)), itemsOf(step.after.get(key))).find(
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

/** An undo that took away what the other editor had written, and that no step of ours had left there (DM7). */
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
