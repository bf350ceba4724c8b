import fc from 'fast-check'
import { dataFields, isRows, rowFields, rowId } from '../../../shared/cms/fields.ts'
import type { DataNode } from '../../../shared/cms/fields.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import { applyChanges, currentValue } from '../../../shared/document/apply.ts'
import type { Change } from '../../../shared/document/change.ts'
import { joinPath } from '../../../shared/document/path.ts'
import { projectLocale } from '../../../shared/document/project.ts'
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

/** Random numbers enough for a document or a list of edits. */
export const dice = fc.array(fc.nat(9973), { minLength: 8, maxLength: 60 })

/** What a random field without rows may hold; undefined: it is left alone. */
export type RandomLeaf = (node: DataNode, roll: Dice) => Json | undefined

/** A random document in all-locales shape. */
export function randomDocument(fields: Field[], roll: Dice, leaf: RandomLeaf = randomLeaf): JsonObject {
  const entries = dataFields(fields).flatMap((node): [string, Json][] => {
    if (roll.below(5) === 0) return []
    const slot = (): Json | undefined => randomSlot(node, roll, leaf)
    const pair = (key: string, value: Json | undefined): [string, Json][] =>
      value === undefined ? [] : [[key, value]]
    if (!node.localized) return pair(node.name, slot())
    const some = locales.filter(() => roll.below(4) > 0).flatMap((code) => pair(code, slot()))
    return some.length === 0 ? [] : [[node.name, Object.fromEntries(some)]]
  })
  return Object.fromEntries(entries)
}

function randomSlot(node: DataNode, roll: Dice, leaf: RandomLeaf): Json | undefined {
  if (node.type === 'nested') return randomDocument(node.fields, roll, leaf)
  if (isRows(node)) {
    return Array.from({ length: roll.below(4) }, () => {
      const block = node.type === 'blocks' ? node.blocks[roll.below(node.blocks.length)] : undefined
      const inside = node.type === 'array' ? node.fields : (block?.fields ?? [])
      const blockType = block === undefined ? {} : { blockType: block.slug }
      return { id: roll.id(), ...blockType, ...randomDocument(inside, roll, leaf) }
    })
  }
  return leaf(node, roll)
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

type Place = { path: string; node: DataNode; rows: string[] | null }

/** Every place of a one-locale view that an editor could change. */
export function places(fields: Field[], view: JsonObject, prefix = ''): Place[] {
  return dataFields(fields).flatMap((node): Place[] => {
    const path = joinPath(prefix, node.name)
    const value = view[node.name]
    if (node.type === 'nested') return places(node.fields, isPlainJson(value) ? value : {}, path)
    if (!isRows(node)) return [{ path, node, rows: null }]
    const all = (Array.isArray(value) ? value : []).filter(isPlainJson)
    const inside = all.flatMap((row) =>
      places(rowFields(node, row) ?? [], row, joinPath(path, rowId(row) ?? '')),
    )
    return [{ path, node, rows: all.map((row) => rowId(row) ?? '') }, ...inside]
  })
}

/** A random list of edits that an editor could have made to the document in one locale, one after another. */
export function randomChanges(
  fields: Field[],
  data: JsonObject,
  locale: string,
  roll: Dice,
  { most = 8, leaf = randomLeaf }: { most?: number; leaf?: RandomLeaf } = {},
): Change[] {
  const changes: Change[] = []
  let under = data
  for (let count = 1 + roll.below(most); count > 0; count -= 1) {
    const all = places(fields, projectLocale(fields, under, locale))
    const place = all[roll.below(all.length)]
    if (place === undefined) continue
    const change =
      place.rows === null
        ? randomSet(fields, under, place, locale, roll, leaf)
        : randomRows(place, place.rows, locale, roll, leaf)
    if (change === null) continue
    changes.push(change)
    under = applyChanges(fields, under, [change], locale)
  }
  return changes
}

function randomSet(
  fields: Field[],
  data: JsonObject,
  place: Place,
  locale: string,
  roll: Dice,
  leaf: RandomLeaf,
): Change | null {
  const mayBeEmpty = !('required' in place.node && place.node.required)
  const filled = leaf(place.node, roll)
  if (filled === undefined) return null
  const to = mayBeEmpty && roll.below(6) === 0 ? null : filled
  const change: Change = { kind: 'set', path: place.path, from: null, to }
  return { ...change, from: currentValue(fields, data, change, locale) }
}

function randomRows(place: Place, from: string[], locale: string, roll: Dice, leaf: RandomLeaf): Change {
  const to = [...from]
  const added: Record<string, JsonObject> = {}
  const what = roll.below(3)
  if (what === 0 && to.length > 0) to.splice(roll.below(to.length), 1)
  else if (what === 1 && to.length > 1)
    to.splice(roll.below(to.length), 0, ...to.splice(roll.below(to.length), 1))
  else if (isRows(place.node)) {
    const id = roll.id()
    const block =
      place.node.type === 'blocks' ? place.node.blocks[roll.below(place.node.blocks.length)] : undefined
    const inside = place.node.type === 'array' ? place.node.fields : (block?.fields ?? [])
    const blockType = block === undefined ? {} : { blockType: block.slug }
    // New rows come in the shape of one locale.
    const content = projectLocale(inside, randomDocument(inside, roll, leaf), locale)
    added[id] = { id, ...blockType, ...content }
    to.splice(roll.below(to.length + 1), 0, id)
  }
  return { kind: 'rows', path: place.path, from, to, added }
}
