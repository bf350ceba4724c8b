import type { Json, JsonObject } from '../../shared/json.ts'
import type { CellSpec, ListSpec, RowSpec, SetSpec } from './kinds.ts'
import type { Random } from './random.ts'

/** Values that tell who made them; texts and counts are never used twice. */
export type Values = {
  text: () => string
  cell: (spec: CellSpec) => Json
  /** An item for a field with several values; null: none can be had. */
  item: (spec: SetSpec, places: readonly Json[]) => Json | null
  /** A new row of some kind that the list takes, with rows in it. */
  row: (spec: ListSpec) => JsonObject
  /** Numbers that nobody else uses, from the one answered on: for texts and counts made elsewhere. */
  reserve: (many: number) => number
}

let counted = 100

function reserve(many: number): number {
  const first = counted + 1
  counted += many
  return first
}

/** The text that carries a number. */
export const textOf = (who: 'mine' | 'theirs', number: number): string => `${who} ${number}`

/** The moment that carries a number. */
export const dateOf = (number: number): string =>
  new Date(Date.UTC(2000, 0, 1) + number * 3_600_000).toISOString()

export function valuesOf(who: 'mine' | 'theirs', random: Random): Values {
  const text = (): string => textOf(who, reserve(1))
  const cell = (spec: CellSpec): Json => {
    if (spec.values === 'text') return text()
    if (spec.values === 'count') return reserve(1)
    if (spec.values === 'date') return dateOf(reserve(1))
    if (spec.values === 'boolean') return random.chance(0.5)
    return random.pick(spec.values)
  }
  const rowOf = (spec: RowSpec): JsonObject => {
    const flat = spec.cells.reduce((row, item) => placed(row, item.path, cell(item)), spec.fresh)
    return spec.lists.reduce((row, list) => placed(row, list.path, [rowOf(random.pick(list.rows))]), flat)
  }
  return {
    text,
    cell,
    item(spec, places) {
      if (spec.items === 'tokens') return text()
      if (spec.items === 'places') return places.length === 0 ? null : random.pick(places)
      return random.pick(spec.items)
    },
    row: (spec) => rowOf(random.pick(spec.rows)),
    reserve,
  }
}

/** An object with a value at a dotted path of names. */
export function placed(object: JsonObject, path: string, value: Json): JsonObject {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...object, [name]: value }
  const inner = object[name]
  const below = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {}
  return { ...object, [name]: placed(below, rest.join('.'), value) }
}
