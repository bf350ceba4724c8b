import { isRows, rowFields } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { own, sameJson } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { applyChange, applyChanges } from './apply.ts'
import { cellKey, invertChanges } from './change.ts'
import type { Change, RowsChange, SetChange } from './change.ts'
import { ChangedPlaces } from './changed-places.ts'
import { changesBetween } from './diff.ts'
import { mergeIds } from './merge-ids.ts'
import { fieldNodeAt, isWithin, joinPath, splitPath } from './path.ts'
import { inOrderOfLocales } from './shared-text-edits.ts'

/** True if a change has no effect. */
export function isIdle(change: Change): boolean {
  if (!sameJson(change.from, change.to)) return false
  return change.kind === 'set' || Object.keys(change.added).length + Object.keys(change.removed).length === 0
}

/**
 * Merges two lists of changes, earlier first (DM5): edits of one cell become one, edits in added rows become
 * part of them, and edits in removed rows are dropped. `data`: all locales, below or with the changes, for
 * the blocks of rows.
 */
export function coalesceChanges(
  fields: Field[],
  data: JsonObject,
  earlier: readonly Change[],
  later: readonly Change[],
): Change[] {
  const buffer = new ChangeBuffer(fields, earlier, data)
  for (const change of later) buffer.add(change, data)
  return inOrderOfLocales(fields, data, [...earlier, ...later], buffer.list())
}

/**
 * Coalesces changes as they are added, in the order in which their cells were first touched. Adding an edit,
 * and looking up a path, costs the depth of the path, however many changes there are.
 */
export class ChangeBuffer {
  readonly #fields: Field[]
  readonly #cells = new Map<string, Change>()
  /** Index of the paths in `#cells`. */
  readonly #places = new ChangedPlaces()

  constructor(fields: Field[], changes: readonly Change[] = [], data: JsonObject = {}) {
    this.#fields = fields
    for (const change of changes) this.add(change, data)
  }

  get size(): number {
    return this.#cells.size
  }

  list(): Change[] {
    return [...this.#cells.values()]
  }

  /** True if something at or below a path is changed, in this locale or in shared fields. */
  hasWithin(path: string, locale: string | null): boolean {
    return this.#places.hasWithin(path, locale)
  }

  /** The change of exactly this cell. */
  at(path: string, locale: string | null): Change | undefined {
    return this.#cells.get(cellKey({ path, locale }))
  }

  /** The list and row of the outermost added row that a path leads into, and the path in the row (`below`). */
  addedRowAround(
    path: string,
    locale: string | null,
  ): { list: RowsChange; id: string; below: string } | null {
    const segments = splitPath(path)
    for (let depth = 1; depth < segments.length; depth += 1) {
      const listPath = segments.slice(0, depth).join('.')
      const id = segments[depth] ?? ''
      for (const code of locale === null ? [null] : [null, locale]) {
        const list = this.at(listPath, code)
        if (list?.kind !== 'rows' || own(list.added, id) === undefined) continue
        return { list, id, below: segments.slice(depth + 1).join('.') }
      }
    }
    return null
  }

  add(change: Change, data: JsonObject): void {
    const around = this.addedRowAround(change.path, change.locale)
    if (around !== null && around.below !== '') {
      this.#foldIntoRow(around.list, around.id, { ...change, path: around.below }, data)
    } else if (change.kind === 'set') this.#foldSet(change)
    else this.#foldRows(change, data)
  }

  /**
   * Drops the edit of a field, not of a list's rows: the next edit is compared with the value that it was
   * made on.
   */
  forget({ path, locale }: Pick<Change, 'path' | 'locale'>): void {
    const known = this.at(path, locale)
    if (known?.kind === 'set') this.#drop(known)
  }

  #put(change: Change): void {
    if (isIdle(change)) return this.#drop(change)
    this.#cells.set(cellKey(change), change)
    this.#places.add(change)
  }

  #drop(change: Change): void {
    this.#cells.delete(cellKey(change))
    this.#places.delete(change)
  }

  #foldIntoRow(list: RowsChange, id: string, inRow: Change, data: JsonObject): void {
    const content = own(list.added, id) ?? {}
    const next = applyChange(this.#rowFields(list, content, data), content, inRow)
    this.#put({ ...list, added: { ...list.added, [id]: next } })
  }

  #foldSet(next: SetChange): void {
    const same = this.at(next.path, next.locale)
    this.#put(same?.kind === 'set' ? { ...next, from: same.from } : next)
  }

  #foldRows(next: RowsChange, data: JsonObject): void {
    const same = this.at(next.path, next.locale)
    const before = same?.kind === 'rows' ? same : null
    const removed = new Map(Object.entries(before?.removed ?? {}))
    for (const [id, content] of Object.entries(next.removed)) {
      const original = this.#withoutEdits(next, id, content, data)
      if (own(before?.added ?? {}, id) === undefined) removed.set(id, original)
    }
    const added = new Map<string, JsonObject>()
    const edits: Change[] = []
    // The later change may not know rows that the earlier one added or restored: they stay, as when it is applied.
    const order = before === null ? next.to : mergeIds(next.from, next.to, before.to)
    const to = new Set(order)
    for (const [id, content] of Object.entries({ ...before?.added, ...next.added })) {
      if (!to.has(id)) continue
      const original = removed.get(id)
      if (original === undefined) added.set(id, content)
      else {
        // A row that was removed and restored never went; differences in it are edits.
        removed.delete(id)
        const at = { path: joinPath(next.path, id), locale: next.locale }
        const inRow = this.#rowFields(next, content, data)
        for (const edit of changesBetween(inRow, original, content, at)) edits.push(edit)
      }
    }
    const kept = Object.entries({ ...before?.revived, ...next.revived }).filter(([id]) => added.has(id))
    const { kind, locale, path } = next
    this.#put({
      kind,
      locale,
      path,
      from: before?.from ?? next.from,
      to: order,
      added: Object.fromEntries(added),
      removed: Object.fromEntries(removed),
      ...(kept.length > 0 && { revived: Object.fromEntries(kept) }),
    })
    for (const edit of edits) this.add(edit, data)
  }

  /** Drops the edits within a removed row; returns the row as it was before them. */
  #withoutEdits(list: RowsChange, id: string, content: JsonObject, data: JsonObject): JsonObject {
    const path = joinPath(list.path, id)
    const inside: Change[] = []
    for (const change of this.#cells.values()) {
      // A localized list may have a row of the same id in another locale.
      const isElsewhere = list.locale !== null && change.locale !== list.locale
      if (isElsewhere || !isWithin(change.path, path)) continue
      this.#drop(change)
      inside.push({ ...change, path: change.path.slice(path.length + 1) })
    }
    if (inside.length === 0) return content
    return applyChanges(this.#rowFields(list, content, data), content, invertChanges(inside))
  }

  #rowFields(list: RowsChange, content: JsonObject, data: JsonObject): Field[] {
    const node = fieldNodeAt(this.#fields, data, list.path, list.locale)
    return (node !== null && isRows(node) && rowFields(node, content)) || []
  }
}
