import type { Field } from '../../shared/cms/schema-model.ts'
import { cellKey, type Change } from '../../shared/document/change.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { isAdjusted } from '../../shared/document/server-adjusted.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import { sameJson, shareJson, type JsonObject } from '../../shared/json.ts'

/** A newer view, with the objects of the one before wherever they say the same. */
export function keepSameParts(before: DocumentView, next: DocumentView): DocumentView {
  const known = next.permissions
  const isSameKnown = known !== undefined && sameJson(known, before.permissions ?? null)
  return {
    ...next,
    base: { ...next.base, data: shareJson(before.base.data, next.base.data) },
    ...(isSameKnown && before.permissions && { permissions: before.permissions }),
  }
}

/** What somebody else changed on the screen by a newer view. `was`, `is`: the document as it was and is seen. */
export function foreignChanges(
  fields: Field[],
  before: DocumentView,
  view: DocumentView,
  was: JsonObject,
  is: JsonObject,
): Change[] {
  // What the server makes of an own write, in whatever field, is nobody else's edit.
  if (view.foreignWrites <= before.foreignWrites) return []
  return changesBetween(fields, was, is).filter((change) => {
    const isOurs = change.kind === 'set' && isAdjusted(view.adjusted, change, change.from, change.to)
    return !isOurs && !isQueued(view, change)
  })
}

/** Whether a cell shows something else because of what is queued here, and not because of the base. */
function isQueued({ entries }: DocumentView, change: Change): boolean {
  return entries.some((entry) => entry.changes.some((one) => cellKey(one) === cellKey(change)))
}
