import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isWithin, joinPath } from '../../shared/document/path.ts'
import type { Json } from '../../shared/json.ts'
import { canonical } from './canonical.ts'
import { isListKey, itemsOf, placeOfKey, type Cells } from './cells.ts'
import type { EditRecord } from './messages.ts'

/** Returns a deed as edits: the differences between the cells before and the intended ones. */
export function editRecords(
  { ref, base, undone }: { ref: DocRef; base: string | null; undone: boolean },
  was: Cells,
  is: Cells,
): EditRecord[] {
  const records: EditRecord[] = []
  const gone: string[] = []
  const keys = [...new Set([...was.keys(), ...is.keys()])]
  const record = (what: EditRecord['what'], key: string, value: Json, from: Json = null): void =>
    void records.push({ ref, ...placeOfKey(key), what, value, from, undone, base })

  // Outer lists first: cells in a removed row belong to its removal.
  for (const key of keys.filter(isListKey).toSorted((a, b) => a.length - b.length)) {
    const { path } = placeOfKey(key)
    if (gone.some((row) => isWithin(path, row))) continue
    const [from, to] = [itemsOf(was.get(key)), itemsOf(is.get(key))]
    for (const id of from) {
      if (to.includes(id)) continue
      const row = joinPath(path, id)
      gone.push(row)
      const inside = [...was].filter(([cell]) => isWithin(placeOfKey(cell).path, row))
      record('row-remove', key, id, Object.fromEntries(inside))
    }
    for (const id of to) if (!from.includes(id)) record('row-add', key, id)
    const stay = [from.filter((id) => to.includes(id)), to.filter((id) => from.includes(id))]
    if (canonical(stay[0]) !== canonical(stay[1])) record('row-move', key, to, from)
  }
  for (const key of keys) {
    const [from, to] = [was.get(key) ?? null, is.get(key) ?? null]
    if (isListKey(key) || canonical(from) === canonical(to)) continue
    const { path } = placeOfKey(key)
    if (gone.some((row) => isWithin(path, row))) continue
    if (!Array.isArray(from) && !Array.isArray(to)) record('set', key, to, from)
    else {
      const [had, has] = [Array.isArray(from) ? from : [], Array.isArray(to) ? to : []]
      const lacks = (items: readonly Json[], one: Json) =>
        !items.some((item) => canonical(item) === canonical(one))
      for (const item of had) if (lacks(has, item)) record('item-remove', key, item)
      for (const item of has) if (lacks(had, item)) record('item-add', key, item, to)
    }
  }
  return records
}
