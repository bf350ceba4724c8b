import fc from 'fast-check'
import { dataFields, isRows, rowFields, rowId } from '../../../shared/cms/fields.ts'
import type { DataNode } from '../../../shared/cms/fields.ts'
import type { Field, RowsField } from '../../../shared/cms/schema-model.ts'
import { applyChanges, currentValue } from '../../../shared/document/apply.ts'
import { invertChanges } from '../../../shared/document/change.ts'
import type { Change } from '../../../shared/document/change.ts'
import { cellLocale, joinPath } from '../../../shared/document/path.ts'
import { projectLocale } from '../../../shared/document/project.ts'
import {
  duplicateRows,
  insertRows,
  listAt,
  moveRows,
  removeRows,
} from '../../../shared/document/row-operations.ts'
import { isPlainJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { locales } from './build-fields.ts'

/** Draws numbers below n from a list of random ones; the same list gives the same draws. */
export class Dice {
  readonly #numbers: readonly number[]
  readonly #name: string
  #at = 0
  #ids = 0
  constructor(numbers: readonly number[], name: string) {
    this.#numbers = numbers
    this.#name = name
  }
  below(n: number): number {
    const number = this.#numbers[this.#at % this.#numbers.length] ?? 0
    const round = Math.floor(this.#at / this.#numbers.length)
    this.#at += 1
    return (number + round * 7) % n
  }
  id(): string {
    this.#ids += 1
    return `${this.#name}${this.#ids}`
  }
  word(): string {
    return ['pine', 'birch', 'rowan', 'alder', 'aspen', 'yew'][this.below(6)] ?? ''
  }
}

/** Enough random numbers for a document or a list of edits. */
export const dice = fc.array(fc.nat(9973), { minLength: 8, maxLength: 60 })

/** Returns a random value of a field without rows; undefined: no value. */
export type RandomLeaf = (node: DataNode, roll: Dice) => Json | undefined

type Making = { roll: Dice; leaf: RandomLeaf; codes: readonly string[]; depth: number }

/** Returns a random document in stored shape, with values in some of the locales. */
export function randomDocument(
  fields: Field[],
  roll: Dice,
  leaf: RandomLeaf = randomLeaf,
  codes: readonly string[] = locales,
): JsonObject {
  return randomLevel(fields, { roll, leaf, codes, depth: 0 })
}

function randomLevel(fields: Field[], making: Making): JsonObject {
  const { roll, codes } = making
  const entries = dataFields(fields).flatMap((node): [string, Json][] => {
    if (roll.below(5) === 0) return []
    const slot = (): Json | undefined => randomSlot(node, making)
    const pair = (key: string, value: Json | undefined): [string, Json][] =>
      value === undefined ? [] : [[key, value]]
    if (!node.localized) return pair(node.name, slot())
    const some = codes.filter(() => roll.below(4) > 0).flatMap((code) => pair(code, slot()))
    return some.length === 0 ? [] : [[node.name, Object.fromEntries(some)]]
  })
  return Object.fromEntries(entries)
}

function randomSlot(node: DataNode, making: Making): Json | undefined {
  const below = { ...making, depth: making.depth + 1 }
  if (node.type === 'nested') return randomLevel(node.fields, below)
  if (!isRows(node)) return making.leaf(node, making.roll)
  // Fewer rows on deeper levels, so that a document stays small.
  const most = making.depth < 2 ? 4 : making.depth < 5 ? 3 : 2
  return Array.from({ length: making.roll.below(most) }, () => randomRow(node, below))
}

function randomRow(node: RowsField, making: Making): JsonObject {
  const { roll } = making
  const block = node.type === 'blocks' ? node.blocks[roll.below(node.blocks.length)] : undefined
  const inside = node.type === 'array' ? node.fields : (block?.fields ?? [])
  const blockType = block === undefined ? {} : { blockType: block.slug }
  // A site's own answer has the id among the fields of a row; ids are unique.
  return { ...blockType, ...randomLevel(inside, making), id: roll.id() }
}

function randomLeaf(node: DataNode, roll: Dice): Json {
  const list = 'hasMany' in node && node.hasMany
  if (node.type === 'relationship') {
    const one = (): JsonObject => ({
      relationTo: roll.below(2) ? 'posts' : 'pages',
      value: 1 + roll.below(4),
    })
    if (!list) return 1 + roll.below(9)
    const all = Array.from({ length: roll.below(4) }, one)
    return all.filter(
      (item, at) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(item)) === at,
    )
  }
  if (list) return [...new Set(Array.from({ length: roll.below(4) }, () => roll.word()))]
  if (node.type === 'number') return roll.below(100)
  if (node.type === 'richText') return { root: { children: [{ type: 'paragraph', text: roll.word() }] } }
  return `${roll.word()} ${roll.below(50)}`
}

/** An editable cell or list of a document: path, locale and, of a list, its row ids. */
export type Place = { path: string; locale: string | null; node: DataNode; rows: string[] | null }

/** Returns all cells and lists that an editor in this locale could change. */
export function places(fields: Field[], data: JsonObject, locale: string | null): Place[] {
  const inside = (level: Field[], view: JsonObject, prefix: string): Place[] =>
    dataFields(level).flatMap((node): Place[] => {
      const path = joinPath(prefix, node.name)
      const value = view[node.name]
      if (node.type === 'nested') return inside(node.fields, isPlainJson(value) ? value : {}, path)
      const place = { path, node, locale: cellLocale(fields, data, path, locale) }
      if (!isRows(node)) return [{ ...place, rows: null }]
      const all = (Array.isArray(value) ? value : []).filter(isPlainJson)
      const below = all.flatMap((row) =>
        inside(rowFields(node, row) ?? [], row, joinPath(path, rowId(row) ?? '')),
      )
      return [{ ...place, rows: all.map((row) => rowId(row) ?? '') }, ...below]
    })
  return inside(fields, projectLocale(fields, data, locale), '')
}

/** Returns all cells and lists in these locales, each once. */
export function allPlaces(fields: Field[], data: JsonObject, codes: readonly string[] = locales): Place[] {
  const found = new Map<string, Place>()
  for (const code of codes)
    for (const place of places(fields, data, code)) found.set(`${place.locale ?? ''} ${place.path}`, place)
  return [...found.values()]
}

/**
 * Returns random edits of a document, one after another: in one locale or several; some are reverted by their
 * inverse.
 */
export function randomChanges(
  fields: Field[],
  data: JsonObject,
  where: string | readonly string[],
  roll: Dice,
  { most = 8, leaf = randomLeaf }: { most?: number; leaf?: RandomLeaf } = {},
): Change[] {
  const codes = typeof where === 'string' ? [where] : where
  const changes: Change[] = []
  let under = data
  for (let count = 1 + roll.below(most); count > 0; count -= 1) {
    const all = places(fields, under, codes[roll.below(codes.length)] ?? null)
    const place = all[roll.below(all.length)]
    if (place === undefined) continue
    const made =
      changes.length > 0 && roll.below(8) === 0
        ? invertChanges(changes.slice(-1 - roll.below(3)))
        : [randomChange(fields, under, place, { roll, leaf, codes, depth: 2 })]
    for (const change of made) if (change !== null) changes.push(change)
    under = applyChanges(
      fields,
      under,
      made.flatMap((change) => change ?? []),
    )
  }
  return changes
}

function randomChange(fields: Field[], data: JsonObject, place: Place, making: Making): Change | null {
  const { path, locale, node, rows } = place
  if (rows !== null && isRows(node)) return randomRows(fields, data, { path, locale, node, rows }, making)
  const { roll, leaf } = making
  const mayBeEmpty = !('required' in node && node.required)
  const filled = leaf(node, roll)
  if (filled === undefined) return null
  const to = mayBeEmpty && roll.below(6) === 0 ? null : filled
  const change: Change = { kind: 'set', locale, path, from: null, to }
  return { ...change, from: currentValue(fields, data, change) }
}

type ListPlace = Place & { node: RowsField; rows: string[] }

/** Returns one row operation (DM6), as a person would make it. */
function randomRows(
  fields: Field[],
  data: JsonObject,
  { path, locale, node, rows }: ListPlace,
  making: Making,
): Change {
  const { roll } = making
  const list = listAt(fields, data, { path, locale })
  const some = rows.filter(() => roll.below(3) === 0)
  const one = rows.length === 0 ? [] : [rows[roll.below(rows.length)] ?? '']
  const chosen = some.length > 0 ? some : one
  const at = roll.below(rows.length + 1)
  const what = rows.length === 0 ? 4 : roll.below(6)
  if (what === 0) return removeRows(list, chosen)
  if (what === 1 || what === 2) return moveRows(list, chosen, at)
  if (what === 3) return duplicateRows(node, list, chosen, () => roll.id())
  const added = [randomRow(node, making)]
  const insertion = insertRows(list, at, added)
  if (what === 4) return insertion
  // Replaces some rows by others.
  const to = insertion.to.filter((id) => !chosen.includes(id))
  return { ...insertion, to, removed: removeRows(list, chosen).removed }
}
