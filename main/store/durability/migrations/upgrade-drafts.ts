import type { JsonObject } from '../../../../shared/json.ts'
import { sameJson } from '../../../../shared/json.ts'
import type { NewChange } from './upgrade-changes.ts'

type NewRowsChange = Extract<NewChange, { kind: 'rows' }>

/**
 * The drafts of a document, one per locale in version 1, as one list. Each was measured against what is queued and not
 * against the others: where two edit what all locales share, the one that was saved last stays, and is no conflict with
 * the other. Lists come first, for the edits may be in rows that another draft brings.
 */
export function joinDrafts(drafts: readonly (readonly NewChange[])[]): NewChange[] {
  const cells = new Map<string, NewChange>()
  for (const change of drafts.flat()) {
    const key = JSON.stringify([change.kind, change.locale, change.path])
    const same = cells.get(key)
    if (same?.kind === 'set' && change.kind === 'set') cells.set(key, { ...change, from: same.from })
    else if (same?.kind === 'rows' && change.kind === 'rows') cells.set(key, joinRows(same, change))
    else cells.set(key, change)
  }
  const lists = [...cells.values()].filter((change) => change.kind === 'rows')
  const gone = lists.flatMap((list) => Object.keys(list.removed).map((id) => `${list.path}.${id}.`))
  const edits = [...cells.values()].filter(
    (change) =>
      change.kind === 'set' &&
      !sameJson(change.from, change.to) &&
      !gone.some((row) => change.path.startsWith(row)),
  )
  return [...lists.toSorted((a, b) => depth(a) - depth(b)), ...edits]
}

function depth({ path }: NewRowsChange): number {
  return path.split('.').length
}

/** The order is that of the later one; what the earlier brings stands after the row that it follows there. */
function joinRows(earlier: NewRowsChange, later: NewRowsChange): NewRowsChange {
  const to = later.to.filter((id) => !Object.hasOwn(earlier.removed, id))
  earlier.to.forEach((id, index) => {
    if (!Object.hasOwn(earlier.added, id) || to.includes(id)) return
    const before = earlier.to.slice(0, index).findLast((item) => to.includes(item))
    to.splice(before === undefined ? 0 : to.indexOf(before) + 1, 0, id)
  })
  const revived: Record<string, JsonObject> = { ...later.revived, ...earlier.revived }
  return {
    ...later,
    to,
    added: { ...earlier.added, ...later.added },
    removed: { ...earlier.removed, ...later.removed },
    ...(Object.keys(revived).length > 0 && { revived }),
  }
}
