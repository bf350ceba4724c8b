import { isWithin } from '../../shared/document/path.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { Json } from '../../shared/json.ts'
import { applyCells, canonical, cellKey, isLocalized, listKey, type Cells } from './cells.ts'
import type { DoneWrite } from './done-writes.ts'
import type { Edit, Ledger, Verdict } from './ledger.ts'

type Case = {
  later: readonly Edit[]
  writes: readonly DoneWrite[]
  verdicts: readonly Verdict[]
  ledger: Ledger
  fields: Field[]
  given: boolean
  deleted: boolean
  initial: Cells
}

/** Why an edit that was acknowledged counts as lost, or null: it arrived, was overtaken, or somebody was asked. */
export function lossOf(edit: Edit, at: Case): string | null {
  if (edit.what === 'create') return null
  if (edit.what === 'delete')
    return at.deleted || isJudged(edit, at) ? null : 'not deleted, and nobody was asked'
  if (at.given) return null
  if (hasArrived(edit, at) || isJudged(edit, at)) return null
  if (at.later.some((next) => overtakes(next, edit, at))) return null
  return 'it never arrived, nothing overtook it, and nobody was asked'
}

function keyOf(edit: Edit, { fields }: Case): string {
  const localized = isLocalized(fields, edit.path)
  return edit.what.startsWith('row-')
    ? listKey(edit.path, localized, edit.locale)
    : cellKey(edit.path, localized, edit.locale)
}

/** Texts and counts are used once, so that seeing one is proof; of other values it must have been later. */
const isUnique = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^mine \d+$/.test(value))

function hasArrived(edit: Edit, at: Case): boolean {
  const { writes, ledger } = at
  const value = ledger.withRealIds(edit.value)
  const inTime = ({ write }: DoneWrite): boolean =>
    isUnique(edit.value) || (write.endedAt ?? write.at) >= edit.at - 1000
  if (edit.what === 'publish')
    return writes.some(
      (seen) =>
        seen.write.who === 'me' &&
        seen.write.body?.['_status'] === 'published' &&
        seen.write.at >= edit.at - 1000,
    )
  const key = keyOf(edit, at)
  const holds = (held: Json | undefined): boolean => {
    if (edit.what === 'set') return canonical(held) === canonical(value)
    const items = Array.isArray(held) ? held.map(canonical) : []
    return items.includes(canonical(value)) === (edit.what === 'item-add' || edit.what === 'row-add')
  }
  if (
    writes.some(
      (seen) =>
        seen.write.who === 'me' &&
        seen.cells.has(key) &&
        inTime(seen) &&
        holds(ledger.withRealIds(seen.cells.get(key) ?? null)),
    )
  )
    return true
  if (
    edit.what === 'row-add' ||
    (isUnique(edit.value) && edit.what !== 'item-remove' && edit.what !== 'row-remove')
  )
    return false
  // Such a value may have been there already, as far as this computer knew: then there was nothing to send.
  let cells = new Map(at.initial)
  const held = (): boolean => holds(ledger.withRealIds(cells.get(key) ?? null))
  for (const seen of writes) {
    if (held()) return true
    cells = applyCells(cells, seen.cells)
  }
  return held()
}

/** A later edit of the same thing that is not itself without a trace. */
function overtakes(next: Edit, edit: Edit, at: Case): boolean {
  if (next.fate === 'refused' || edit.what === 'publish') return false
  const sameThing = ((): boolean => {
    if (next.what === 'row-remove') {
      const row = `${next.path}.${canonical(next.value)}`
      return (
        isWithin(edit.path, row) ||
        (edit.what === 'row-add' && edit.path === next.path && edit.value === next.value)
      )
    }
    if (next.what === 'publish' || next.what === 'delete' || next.what === 'create') return false
    if (keyOf(next, at) !== keyOf(edit, at)) return false
    return edit.what === 'set' ? next.what === 'set' : canonical(next.value) === canonical(edit.value)
  })()
  if (!sameThing) return false
  return next.fate === 'acked' || hasArrived(next, at) || isJudged(next, at)
}

/** Whether a person was shown it and gave it up. */
function isJudged(edit: Edit, { verdicts, ledger }: Case): boolean {
  return verdicts.some(({ entry, action, choices, fate }) => {
    if (fate === 'failed') return false
    const concerns = entry.changes.some((change) => {
      if (edit.what === 'publish' || edit.what === 'delete') return false
      if (change.kind === 'rows') {
        const id = edit.what.startsWith('row-')
          ? canonical(edit.value)
          : edit.path.slice(change.path.length + 1).split('.')[0]
        return (
          isWithin(edit.path, change.path) &&
          (change.from.includes(id ?? '') ||
            change.to.includes(id ?? '') ||
            Object.hasOwn(change.added, id ?? ''))
        )
      }
      return change.path === edit.path
    })
    if (edit.what === 'publish') return entry.mode === 'publish' && action === 'discard'
    if (edit.what === 'delete') return entry.mode === 'delete' && action === 'discard'
    const text = JSON.stringify(
      ledger.withRealIds([entry.changes, (entry.problem?.conflicts ?? []).map(({ mine }) => mine)]),
    )
    const shown =
      isUnique(edit.value) && edit.what === 'set'
        ? text.includes(JSON.stringify(edit.value))
        : concerns ||
          entry.problem?.conflicts.some(({ path }) => isWithin(edit.path, path) || isWithin(path, edit.path))
    if (!shown) return false
    if (action === 'discard') return true
    const where = edit.what.startsWith('row-') ? `${edit.path}.${canonical(edit.value)}` : edit.path
    return Object.entries(choices).some(
      ([path, side]) => side === 'theirs' && (isWithin(where, path) || isWithin(path, where)),
    )
  })
}
