import type { Field } from '../../shared/cms/schema-model.ts'
import { currentValue } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import { cellKey } from '../../shared/document/change.ts'
import { splitPath } from '../../shared/document/path.ts'
import { sameJson, type JsonObject } from '../../shared/json.ts'

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
