import type { Field } from '../../shared/cms/schema-model.ts'
import { applyChanges, currentValue } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import type { JsonObject } from '../../shared/json.ts'
import { sameJson } from '../../shared/json.ts'

type Layer = { changes: Change[]; locale: string | null }

/**
 * Layers of changes that were made over `before` and now lie over `after`, where the difference is this computer's own
 * doing: the server stored an own write differently than it was sent, or an entry under them was given up. What they
 * were measured against moves along, so that it is not taken for somebody else's edit. Rows stay for the merge.
 */
export function carryOver<L extends Layer>(
  fields: Field[],
  before: JsonObject,
  after: JsonObject,
  layers: readonly L[],
): L[] {
  let was = before
  let is = after
  return layers.map((layer) => {
    const changes = layer.changes.map((item) => carried(fields, was, is, item, layer.locale))
    was = applyChanges(fields, was, layer.changes, layer.locale)
    is = applyChanges(fields, is, changes, layer.locale)
    return { ...layer, changes }
  })
}

function carried(
  fields: Field[],
  was: JsonObject,
  is: JsonObject,
  item: Change,
  locale: string | null,
): Change {
  if (item.kind !== 'set' || !sameJson(item.from, currentValue(fields, was, item, locale))) return item
  const from = currentValue(fields, is, item, locale)
  return sameJson(from, item.from) ? item : { ...item, from }
}
