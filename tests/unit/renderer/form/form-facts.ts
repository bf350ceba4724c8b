import { cellKey } from '../../../../shared/document/change.ts'
import { cellLocale, getStored, getValue, isWithin, joinPath } from '../../../../shared/document/path.ts'
import { rowIds } from '../../../../shared/document/row-index.ts'
import { readPendingFile } from '../../../../shared/fields/file/pending-file.ts'
import { isPlainJson, sameJson, type Json, type JsonObject } from '../../../../shared/json.ts'
import { array, block, blocks, group, number as numberField, text } from '../../shared/build-fields.ts'
import { fileFields } from '../../store/support/upload-site.ts'

/* For form-world.ts: the fields of its document, and facts about their values. */

export const LOCALES = ['en', 'de'] as const
export const fields = [
  ...fileFields,
  text('title', { localized: true }),
  text('slug'),
  group('practical', [
    text('gettingThere', { localized: true }),
    array('costs', [text('what'), numberField('amount')]),
  ]),
  blocks('layout', [block('hero', [text('heading', { localized: true }), text('size')])]),
]
/** The lists, and the fields of their rows. */
export const LISTS = { layout: ['heading', 'size'], 'practical.costs': ['what', 'amount'] } as const
export type List = keyof typeof LISTS
export const lists = Object.keys(LISTS) as List[]

/** A fact: a cell's value, a row's membership, or a list's order. */
export type Fact =
  | { kind: 'value'; path: string; locale: string | null; to: Json }
  | { kind: 'row'; path: string; id: string; isThere: boolean }
  | { kind: 'order'; path: string; ids: string[] }

/** The fact that no file is pending. */
export const FILE = { kind: 'value', path: 'file', locale: null, to: null } as const satisfies Fact

export function nameOf(fact: Fact): string {
  switch (fact.kind) {
    case 'value':
      return `value ${cellKey(fact)}`
    case 'row':
      return `row ${joinPath(fact.path, fact.id)}`
    case 'order':
      return `order ${fact.path}`
  }
}

export const placeOf = (fact: Fact): string =>
  fact.kind === 'row' ? joinPath(fact.path, fact.id) : fact.path

export const listed = (data: JsonObject, list: string): string[] =>
  rowIds(getStored(fields, data, list, null))

export function rowOf(data: JsonObject, list: string, id: string): JsonObject | undefined {
  const found = getStored(fields, data, joinPath(list, id), null)
  return isPlainJson(found) ? found : undefined
}

export function placesIn(data: JsonObject): string[] {
  const inRows = lists.flatMap((list) => listed(data, list).flatMap((id) => placesInRow(list, id)))
  return ['title', 'slug', 'practical.gettingThere', ...inRows]
}

export const placesInRow = (list: List, id: string): string[] =>
  LISTS[list].map((name) => joinPath(list, id, name))

/** Returns the row around a path; null: none. */
export function rowAround(path: string): { list: List; id: string } | null {
  const list = lists.find((one) => isWithin(path, one) && path !== one)
  if (list === undefined) return null
  const [id = ''] = path.slice(list.length + 1).split('.')
  return { list, id }
}

/** Returns the fact of a path's value in a locale. */
export function valueAt(data: JsonObject, path: string, code: string): Fact & { kind: 'value' } {
  const locale = cellLocale(fields, data, path, code)
  return { kind: 'value', path, locale, to: getValue(fields, data, path, code) }
}

export function isHeld(data: JsonObject, fact: Fact): boolean {
  switch (fact.kind) {
    case 'value':
      return sameJson(getValue(fields, data, fact.path, fact.locale), fact.to)
    case 'row':
      return listed(data, fact.path).includes(fact.id) === fact.isThere
    case 'order':
      return isOrdered(listed(data, fact.path), fact.ids)
  }
}

/** True if the common items have the same order. */
function isOrdered(some: readonly string[], others: readonly string[]): boolean {
  return sameJson(
    some.filter((id) => others.includes(id)),
    others.filter((id) => some.includes(id)),
  )
}

/** True if both documents agree on a fact. */
export function isAlike(data: JsonObject, other: JsonObject, fact: Fact): boolean {
  switch (fact.kind) {
    case 'value':
      return isHeld(data, { ...fact, to: getValue(fields, other, fact.path, fact.locale) })
    case 'row':
      return isHeld(data, { ...fact, isThere: listed(other, fact.path).includes(fact.id) })
    case 'order':
      return isHeld(data, { ...fact, ids: listed(other, fact.path) })
  }
}

/** Returns the facts of changing a list to these rows; `copies`: the source of each copy. */
export function rowsTo(
  before: JsonObject,
  list: List,
  ids: string[],
  copies: Readonly<Record<string, string>> = {},
): Fact[] {
  const was = listed(before, list)
  const copied = Object.entries(copies).flatMap(([copy, id]) =>
    LISTS[list].flatMap((name) =>
      LOCALES.map((code) => ({
        ...valueAt(before, joinPath(list, id, name), code),
        path: joinPath(list, copy, name),
      })),
    ),
  )
  return [...rowsBetween(list, was, ids), ...copied.filter(({ to }) => to !== null)]
}

/** Returns the facts of a row with its content. */
export function rowWith(list: string, id: string, content: JsonObject): Fact[] {
  const data = list === 'layout' ? { layout: [content] } : { practical: { costs: [content] } }
  const values = placesIn(data).flatMap((path) => LOCALES.map((code) => valueAt(data, path, code)))
  return [
    { kind: 'row', path: list, id, isThere: true },
    ...values.filter(({ path }) => isWithin(path, joinPath(list, id))),
  ]
}

function rowsBetween(list: List, was: readonly string[], is: string[]): Fact[] {
  if (sameJson([...was], is)) return []
  const others = [...was.filter((id) => !is.includes(id)), ...is.filter((id) => !was.includes(id))]
  return [
    ...others.map((id): Fact => ({ kind: 'row', path: list, id, isThere: is.includes(id) })),
    { kind: 'order', path: list, ids: is },
  ]
}

/** A document before and after an action. */
export type Done = { before: JsonObject; after: JsonObject }

/** Returns the facts that changed; a removed row includes its content. */
export function differences({ before, after }: Done): Fact[] {
  const found = lists.flatMap((list) => rowsBetween(list, listed(before, list), listed(after, list)))
  if (!sameJson(before['file'] ?? null, after['file'] ?? null))
    found.push({ kind: 'value', path: 'file', locale: null, to: readPendingFile(after['file']) })
  for (const path of placesIn(after)) {
    for (const code of LOCALES) {
      const is = valueAt(after, path, code)
      if (!isHeld(before, is)) found.push(is)
    }
  }
  return [...new Map(found.map((fact) => [nameOf(fact), fact])).values()]
}

/** Checks that an action did what was intended, and nothing else. */
export function checkDone(done: Done, wanted: readonly Fact[]): void {
  const names = (facts: readonly Fact[]): string[] =>
    [...new Set(facts.map((one) => JSON.stringify(one)))].toSorted()
  const [is, due] = [names(differences(done)), names(wanted)]
  if (!sameJson(is, due)) throw new Error(`done: ${is.join('; ')}\ninstead of: ${due.join('; ')}`)
}

/**
 * Checks an undo: reverted facts are as before, or as on the server; others are unchanged. A fact may stay only if it
 * changed since. `base`: the server's document.
 */
export function checkTakenBack(done: Done, { before, after }: Done, base: JsonObject): void {
  const [did, was] = [differences(done), differences({ before: done.after, after: done.before })]
  const leadsTo = (fact: Fact): boolean => isHeld(after, fact) || isAlike(after, base, fact)
  for (const fact of differences({ before, after })) {
    const target = was.find((one) => nameOf(one) === nameOf(fact))
    // A restored row includes the server's present content.
    const isInReturned = was.some(
      (one) => one.kind === 'row' && one.isThere && isWithin(placeOf(fact), placeOf(one)),
    )
    const isDue = target === undefined ? isInReturned && isAlike(after, base, fact) : leadsTo(target)
    // If the base of a move was discarded since, rows are placed as well as possible.
    const isElsewhere =
      fact.kind === 'order' &&
      !did.some((one) => one.kind === 'order' && one.path === fact.path && isHeld(before, one))
    if (!isDue && !isElsewhere)
      throw new Error(`taken back: ${JSON.stringify(target)}, came: ${JSON.stringify(fact)}`)
  }
  const isStill = (fact: Fact): boolean =>
    // The server keeps one file: an earlier one does not come back over it.
    nameOf(fact) !== nameOf(FILE) &&
    isHeld(before, fact) &&
    (fact.kind !== 'row' ||
      sameJson(rowOf(before, fact.path, fact.id) ?? null, rowOf(done.after, fact.path, fact.id) ?? null))
  const left = did.every(isStill) ? was.filter((fact) => !leadsTo(fact)) : []
  if (left.length > 0) throw new Error(`not taken back: ${JSON.stringify(left)}`)
}
