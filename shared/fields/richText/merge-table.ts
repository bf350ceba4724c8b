import { isPlainJson, own, sameJson } from '../../json.ts'
import type { Json, JsonObject } from '../../json.ts'
import { matchNodes } from './match-nodes.ts'
import type { Three } from './three-way.ts'
import { childrenOf, typeOf, wordsOf } from './nodes.ts'
import { CELL_WIDTH, spanOf } from './tables.ts'

/** The cells of a table, row by row. */
type Grid = Json[][]

export type AlignedTables = {
  tables: Three<JsonObject>
  /** True if rows are matched by index, since cells span others; otherwise they are matched by content. */
  byPlace: boolean
}

/**
 * Gives three tables the same columns, so that rows and cells can be merged. Null if columns cannot be matched, or an
 * edit could be lost (docs/rich-text.md, Merging).
 */
export function alignTables({ base, mine, theirs }: Three): AlignedTables | null {
  if (!isPlainJson(base) || !isPlainJson(mine) || !isPlainJson(theirs)) return null
  const tables = { base, mine, theirs }
  const grids = [base, mine, theirs].map(gridOf)
  const [was, is, other] = grids
  if (!was || !is || !other) return null
  if (grids.some((grid) => grid?.some((row) => row.some(reachesOver)))) {
    const areInPlace = [is, other].every(
      (grid) => sameJson(shapeOf(grid), shapeOf(was)) && isInPlace(was, grid),
    )
    return areInPlace ? { tables, byPlace: true } : null
  }
  if (![was, is, other].every(isEven)) return null
  const [here, there] = [columnsOf(was, is), columnsOf(was, other)]
  if (here === 'unsure' || there === 'unsure') return null
  if (here === null && there === null) return { tables, byPlace: false }
  const leads = here === null ? theirs : mine
  const lead: Lead = { table: leads, grid: here === null ? other : is, columns: here ?? there ?? [] }
  const ground = rearranged(base, was, was, lead)
  if (here !== null && there !== null) {
    const isSame = sameJson(here, there) && haveSameNew(was, is, other, here)
    return isSame && ground !== null ? { tables: { ...tables, base: ground }, byPlace: false } : null
  }
  const follows = here === null ? rearranged(mine, is, was, lead) : rearranged(theirs, other, was, lead)
  if (ground === null || follows === null) return null
  const moved =
    here === null ? { base: ground, mine: follows, theirs } : { base: ground, mine, theirs: follows }
  return { tables: moved, byPlace: false }
}

function gridOf(table: Json): Grid | null {
  const rows = childrenOf(table)
  const isTable = rows.every(
    (row) => typeOf(row) === 'tablerow' && childrenOf(row).every((cell) => typeOf(cell) === 'tablecell'),
  )
  return isTable ? rows.map(childrenOf) : null
}

/** All rows are as long as the first. */
function isEven(grid: Grid): boolean {
  return grid.every((row) => row.length === grid[0]?.length)
}

function reachesOver(cell: Json): boolean {
  return spanAt(cell, 'colSpan') > 1 || spanAt(cell, 'rowSpan') > 1
}

function shapeOf(grid: Grid): Json {
  return grid.map((row) => row.map((cell) => [spanAt(cell, 'colSpan'), spanAt(cell, 'rowSpan')]))
}

function spanAt(cell: Json, key: string): number {
  return spanOf(isPlainJson(cell) ? own(cell, key) : undefined)
}

/** True if each row, and each cell in it, kept its index. */
function isInPlace(before: Grid, after: Grid): boolean {
  const areSame = (found: (number | null)[]): boolean => found.every((was, is) => was === is)
  return (
    before.length === after.length &&
    areSame(matchRows(before, after)) &&
    before.every((row, at) => areSame(matchNodes(row, after[at] ?? [])))
  )
}

/** For each row of `after`, the index of the same row in `before`; null for a new one. */
function matchRows(before: Grid, after: Grid): (number | null)[] {
  const rows = (grid: Grid): Json[] => grid.map((children) => ({ type: 'tablerow', children }))
  return matchNodes(rows(before), rows(after))
}

/**
 * For each column, its index in `before`, or null for a new one. Null instead of a list: no column changed.
 * 'unsure': columns cannot be told apart, or no row is left to compare them by.
 */
function columnsOf(before: Grid, after: Grid): (number | null)[] | null | 'unsure' {
  const pairs = matchRows(before, after).flatMap((was, is): [Json[], Json[]][] =>
    was === null ? [] : [[before[was] ?? [], after[is] ?? []]],
  )
  const columns = (rows: readonly Json[][]): Json[] =>
    (rows[0] ?? []).map((_cell, at) => ({
      type: 'column',
      children: rows.map((row) => row[at] ?? null),
    }))
  const [old, now] = [columns(pairs.map(([was]) => was)), columns(pairs.map(([, is]) => is))]
  const found = matchNodes(old, now)
  const isAsMany = before[0]?.length === after[0]?.length
  if (isAsMany && found.every((was, is) => was === is)) return null
  const areKnown = [old, now].every((all) => new Set(all.map(wordsOf)).size === all.length)
  return pairs.length > 0 && areKnown && areClear(old, now, found) ? found : 'unsure'
}

/** True if each edited column is by far more like its match than like any other candidate. */
function areClear(
  before: readonly Json[],
  after: readonly Json[],
  found: readonly (number | null)[],
): boolean {
  const pairs = found.flatMap((was, is) =>
    was === null ? [] : [{ was: before[was] ?? null, is: after[is] ?? null }],
  )
  const edited = pairs.filter(({ was, is }) => wordsOf(was) !== wordsOf(is))
  const gone = before.filter((_column, at) => !found.includes(at))
  const come = after.filter((_column, at) => found[at] === null)
  return edited.every(({ was, is }) => {
    const others = [
      ...[...gone, ...edited.map((one) => one.was)]
        .filter((one) => one !== was)
        .map((one) => sameCells(one, is)),
      ...[...come, ...edited.map((one) => one.is)]
        .filter((one) => one !== is)
        .map((one) => sameCells(was, one)),
    ]
    return others.every((likeness) => sameCells(was, is) > 2 * likeness)
  })
}

/** Number of cells with the same words in two columns; empty cells do not count. */
function sameCells(one: Json, other: Json): number {
  const cells = childrenOf(other)
  return childrenOf(one).filter((cell, at) => !isEmptyCell(cell) && wordsOf(cell) === wordsOf(cells[at]))
    .length
}

/** The side that changed columns, with the index of each in the base; null for a new one. */
type Lead = { table: JsonObject; grid: Grid; columns: readonly (number | null)[] }

/**
 * A table with the columns of the leading side; null if that would lose an edit. New columns take the cells
 * of that side, so they are no change; in rows that it lacks they are empty.
 */
function rearranged(table: JsonObject, grid: Grid, base: Grid, lead: Lead): JsonObject | null {
  const rows = matchRows(base, grid)
  const kept = new Set(lead.columns)
  const isLost = grid.some((row, at) =>
    row.some((cell, column) => {
      const was = base[rows[at] ?? -1]?.[column]
      return !kept.has(column) && (was === undefined ? !isEmptyCell(cell) : !sameJson(was, cell))
    }),
  )
  if (isLost) return null
  const inLead = new Map(matchRows(base, lead.grid).map((was, is) => [was, is]))
  const nodes = childrenOf(table)
  const children = grid.map((row, at): Json => {
    const was = rows[at] ?? null
    const theirs = was === null ? undefined : lead.grid[inLead.get(was) ?? -1]
    const cells = lead.columns.map((from, column) =>
      from === null ? (theirs?.[column] ?? emptied(row.at(-1) ?? null)) : (row[from] ?? null),
    )
    const node = nodes[at]
    return { ...(isPlainJson(node) && node), children: cells }
  })
  return { ...table, ...widths(table, lead), children }
}

function widths(table: JsonObject, { table: other, columns }: Lead): JsonObject {
  const [mine, theirs] = [own(table, 'colWidths'), own(other, 'colWidths')]
  if (!Array.isArray(mine) || mine.length === 0) return {}
  const of = (all: Json | undefined, at: number): Json => (Array.isArray(all) ? all[at] : null) ?? CELL_WIDTH
  return { colWidths: columns.map((from, at) => (from === null ? of(theirs, at) : of(mine, from))) }
}

/** True if both sides put the same cells into the new columns, in the rows that both have. */
function haveSameNew(base: Grid, mine: Grid, theirs: Grid, columns: readonly (number | null)[]): boolean {
  const [here, there] = [matchRows(base, mine), matchRows(base, theirs)]
  return here.every((was, at) => {
    const other = was === null ? -1 : there.indexOf(was)
    if (other === -1) return true
    return columns.every(
      (from, column) => from !== null || sameJson(mine[at]?.[column], theirs[other]?.[column]),
    )
  })
}

function isEmptyCell(cell: Json): boolean {
  return (
    wordsOf(cell).trim() === '' &&
    childrenOf(cell).every((node) => childrenOf(node).length === 0 && typeOf(node) === 'paragraph')
  )
}

/** An empty cell with the formatting of this one. */
function emptied(cell: Json): Json {
  return { ...(isPlainJson(cell) && cell), children: [EMPTY_PARAGRAPH] }
}

/** The content of an empty cell. */
export const EMPTY_PARAGRAPH: Json = {
  type: 'paragraph',
  version: 1,
  format: '',
  indent: 0,
  direction: null,
  textFormat: 0,
  textStyle: '',
  children: [],
}
