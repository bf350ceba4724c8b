import type { Field } from '../../shared/cms/schema-model.ts'
import { cellKey, type Change } from '../../shared/document/change.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { isAdjusted } from '../../shared/document/server-adjusted.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import { sameJson, shareJson, type JsonObject } from '../../shared/json.ts'

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
