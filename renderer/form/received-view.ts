import type { Field } from '../../shared/cms/schema-model.ts'
import { cellKey, type Change } from '../../shared/document/change.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { isAdjusted } from '../../shared/document/server-adjusted.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import { sameJson, shareJson, type JsonObject } from '../../shared/json.ts'
import { currentValue } from '../../shared/document/apply.ts'
import { splitPath } from '../../shared/document/path.ts'

/** Returns the newer view with the equal objects of the previous one. */
export function keepSameParts(before: DocumentView, next: DocumentView): DocumentView {
  const known = next.permissions
  const isSameKnown = known !== undefined && sameJson(known, before.permissions ?? null)
  return {
    ...next,
    base: { ...next.base, data: shareJson(before.base.data, next.base.data) },
    ...(isSameKnown && before.permissions && { permissions: before.permissions }),
  }
}

/** Returns the changes by others that a newer view shows. `was`, `is`: the document before and after. */
export function foreignChanges(
  fields: Field[],
  before: DocumentView,
  view: DocumentView,
  was: JsonObject,
  is: JsonObject,
): Change[] {
  // Changes that the server made to an own write are not foreign.
  if (view.foreignWrites <= before.foreignWrites) return []
  return changesBetween(fields, was, is).filter((change) => {
    const isOurs = change.kind === 'set' && isAdjusted(view.adjusted, change, change.from, change.to)
    return !isOurs && !isQueued(view, change)
  })
}

/** True if the cell changed because of a queued entry, not of the base. */
function isQueued({ entries }: DocumentView, change: Change): boolean {
  return entries.some((entry) => entry.changes.some((one) => cellKey(one) === cellKey(change)))
}

/**
 * Returns the edits newer than a draft that a conflict choice rewrote, at the paths to which it moved them, or over
 * the chosen value. `written`: the draft before; `rewritten`: after; `data`: the document below it.
 */
export function newerEdits(
  written: readonly Change[],
  rewritten: readonly Change[],
  edits: readonly Change[],
  { fields, data }: { fields: Field[]; data: JsonObject },
): Change[] {
  return edits.flatMap((edit): Change[] => {
    const before = written.find((one) => one.kind === edit.kind && cellKey(one) === cellKey(edit))
    if (before === undefined) return [edit]
    if (sameJson(before, edit)) return []
    const places = rewritten.filter((one) => isMovedTo(before, one))
    if (places.length > 0) return places.map(({ path }) => ({ ...edit, path }))
    return [edit.kind === 'set' ? { ...edit, from: currentValue(fields, data, edit) } : edit]
  })
}

/** True if both are the same edit of the same field, perhaps in another row. */
function isMovedTo(before: Change, after: Change): boolean {
  if (before.kind !== 'set' || after.kind !== 'set') return false
  const [from, to] = [splitPath(before.path), splitPath(after.path)]
  return (
    before.locale === after.locale &&
    from.length === to.length &&
    from.at(-1) === to.at(-1) &&
    sameJson(before.from, after.from) &&
    sameJson(before.to, after.to)
  )
}
