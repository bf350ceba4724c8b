import type { Json, JsonObject } from '../../../../shared/json.ts'
import { isPlainJson, own, sameJson } from '../../../../shared/json.ts'
import type { RawDocument, RawField, RawPlace } from './raw-document.ts'
import { findPlace, isRows, named, objects, rowFields, rowOf, textOf, withView } from './raw-document.ts'

type SetChange = { kind: 'set'; path: string; from: Json; to: Json }
type RowsChange = {
  kind: 'rows'
  path: string
  from: string[]
  to: string[]
  added: Record<string, JsonObject>
}

/** A change as version 1 of the database kept it: its locale beside the list, new rows as that locale sees them. */
export type OldChange = SetChange | RowsChange

export type OldConflict = { path: string; base: Json; mine: Json; theirs: Json }

type InLocale = { locale: string | null }
export type NewChange =
  | (SetChange & InLocale)
  | (RowsChange & InLocale & { removed: Record<string, JsonObject>; revived?: Record<string, JsonObject> })
type NewRowsChange = Extract<NewChange, { kind: 'rows' }>

/**
 * Changes of version 2 out of those of version 1. It reads the cached configuration by itself, so that it stays what it
 * is whatever becomes of the program's own model. `document`: what lies under the changes; they are made to it.
 */
export function upgradeChanges(
  document: RawDocument,
  locale: string | null,
  changes: readonly OldChange[],
  conflicts: readonly OldConflict[] = [],
): NewChange[] {
  const back = revivalsOf(document, locale, changes, conflicts)
  // The row is held as it was edited.
  const rest = changes.filter(
    (old) => !back.some(({ path, to }) => old.path.startsWith(`${path}.${to.at(-1)}.`)),
  )
  const made = rest.flatMap((old) => {
    const upgraded =
      old.kind === 'set' ? [upgradeSet(document, locale, old)] : upgradeRows(document, locale, old, conflicts)
    for (const change of upgraded) makeChange(document, change)
    return upgraded
  })
  return [...back, ...made]
}

/** Puts back rows that somebody removed while they were edited here: version 1 knew them from the conflict alone. */
function revivalsOf(
  document: RawDocument,
  locale: string | null,
  changes: readonly OldChange[],
  conflicts: readonly OldConflict[],
): NewRowsChange[] {
  return conflicts.flatMap(({ path, base, mine, theirs }) => {
    const place = findPlace(document, path, locale)
    if (place === null || place.row === null || theirs !== null || !isPlainJson(mine)) return []
    const { row: id } = place
    const isHeld = changes.some(
      (old) => old.kind === 'rows' && `${old.path}.${id}` === path && own(old.added, id),
    )
    const isWhole = own(place.field, 'type') === 'array' || own(mine, 'blockType') !== undefined
    if (isHeld || !isWhole || rowOf(place.holder[place.key], id) !== undefined) return []
    const from = objects(place.holder[place.key]).map((row) => textOf(row, 'id'))
    const stored = (side: JsonObject): Record<string, JsonObject> => ({
      [id]: storedRow(document, place, {}, side, locale),
    })
    const change: NewRowsChange = {
      kind: 'rows',
      locale: localeAt(document, { ...place, row: null }, locale),
      path: path.slice(0, -id.length - 1),
      from,
      to: [...from, id],
      added: stored(mine),
      removed: {},
      revived: stored(isPlainJson(base) ? base : mine),
    }
    makeChange(document, change)
    return [change]
  })
}

/** Conflicts of version 2: each names its locale, and holds rows as they are stored. */
export function upgradeConflicts(
  document: RawDocument,
  locale: string | null,
  conflicts: readonly OldConflict[],
): (OldConflict & InLocale)[] {
  return conflicts.map((conflict) => {
    const place = findPlace(document, conflict.path, locale)
    const inLocale = { ...conflict, locale: localeAt(document, place, locale) }
    if (place === null || place.row === null) return inLocale
    const theirs = rowOf(place.holder[place.key], place.row)
    const stored = (side: Json): Json =>
      isPlainJson(side) ? storedRow(document, place, theirs ?? {}, side, locale) : side
    return {
      ...inLocale,
      base: stored(conflict.base),
      mine: stored(conflict.mine),
      theirs: conflict.theirs === null ? null : (theirs ?? stored(conflict.theirs)),
    }
  })
}

/**
 * The locale of a value. Where nothing is known of the field because there is no configuration it is the one that was
 * being edited: that does no harm to a field that all locales share, while none does to one that is localized.
 */
function localeAt({ site }: RawDocument, place: RawPlace | null, locale: string | null): string | null {
  if (place === null) return site.isKnown ? null : locale
  if (place.localized) return locale
  if (!site.isLocalized || place.row !== null) return null
  // Blocks in rich text may be localized: it is another text in each locale.
  return own(place.field, 'type') === 'richText' ? locale : null
}

function upgradeSet(document: RawDocument, locale: string | null, change: SetChange): NewChange {
  const place = findPlace(document, change.path, locale)
  const isGroup = place !== null && (isRows(place.field) || Array.isArray(own(place.field, 'fields')))
  // The view of a group, or of rows, is one of a locale.
  return { ...change, locale: isGroup ? locale : localeAt(document, place, locale) }
}

function upgradeRows(
  document: RawDocument,
  locale: string | null,
  change: RowsChange,
  conflicts: readonly OldConflict[],
): NewChange[] {
  const place = findPlace(document, change.path, locale)
  const rows = place?.holder[place.key]
  const stored = (id: string, view: JsonObject): JsonObject =>
    place === null ? view : storedRow(document, place, rowOf(rows, id) ?? {}, view, locale)
  const baseOf = (id: string): JsonObject | null => {
    const base = conflicts.find((conflict) => conflict.path === `${change.path}.${id}`)?.base
    return isPlainJson(base) ? stored(id, base) : null
  }
  const added: NewRowsChange['added'] = {}
  const removed: NewRowsChange['removed'] = {}
  const revived: NewRowsChange['added'] = {}
  const edits: NewChange[] = []
  for (const [id, view] of Object.entries(change.added)) {
    const row = rowOf(rows, id)
    if (row === undefined || place === null) {
      added[id] = stored(id, view)
      // Taken along by an edit of a row that somebody else removed.
      if (change.from.includes(id)) revived[id] = baseOf(id) ?? added[id]
    } else {
      const fields = rowFields(document.site, place.field, row)
      for (const edit of editsOf(document, fields, `${change.path}.${id}`, view, locale)) edits.push(edit)
    }
  }
  for (const id of change.from) {
    const row = rowOf(rows, id)
    if (row !== undefined && !change.to.includes(id)) removed[id] = baseOf(id) ?? structuredClone(row)
  }
  return [
    {
      kind: 'rows',
      locale: localeAt(document, place, locale),
      path: change.path,
      from: change.from.filter((id) => !Object.hasOwn(revived, id)),
      to: change.to,
      added,
      removed,
      ...(Object.keys(revived).length > 0 && { revived }),
    },
    ...edits,
  ]
}

/** A row of the list at a place in all locales, out of its view in one. */
function storedRow(
  { site }: RawDocument,
  place: RawPlace,
  before: JsonObject,
  view: JsonObject,
  locale: string | null,
): JsonObject {
  if (place.localized || locale === null || !site.isLocalized) return { ...view }
  return withView(site, rowFields(site, place.field, view), before, view, locale)
}

/** What was edited in a row that is there, where the whole row took the edits along. `view`: of one level of it. */
function editsOf(
  document: RawDocument,
  fields: RawField[],
  path: string,
  view: JsonObject,
  locale: string | null,
): NewChange[] {
  return named(fields).flatMap((field): NewChange[] => {
    const name = textOf(field, 'name')
    const to = own(view, name)
    if (name === 'id' || to === undefined || isRows(field)) return []
    const at = `${path}.${name}`
    const inner = objects(own(field, 'fields'))
    if (inner.length > 0) return isPlainJson(to) ? editsOf(document, inner, at, to, locale) : []
    const place = findPlace(document, at, locale)
    const from = place?.holder[place.key] ?? null
    return sameJson(from, to) ? [] : [upgradeSet(document, locale, { kind: 'set', path: at, from, to })]
  })
}

/** Makes the change to what lies under the next one. */
function makeChange(document: RawDocument, change: NewChange): void {
  const place = findPlace(document, change.path, change.locale, true)
  if (place === null || place.row !== null) return
  const { holder, key } = place
  if (change.kind === 'set') {
    holder[key] = change.to
    return
  }
  const rows = objects(holder[key])
  const known = new Set([...change.from, ...change.to])
  const ordered = change.to.flatMap((id) => rowOf(rows, id) ?? structuredClone(change.added[id]) ?? [])
  holder[key] = [...ordered, ...rows.filter((row) => !known.has(textOf(row, 'id')))]
}
