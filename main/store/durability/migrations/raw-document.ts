import type { Json, JsonObject } from '../../../../shared/json.ts'
import { isPlainJson, own } from '../../../../shared/json.ts'
import type { Db } from '../../tables/sql.ts'
import { one, parseJson } from '../../tables/sql.ts'

/** What is to be known of a field, read off the site's configuration as it is cached. */
export type RawField = JsonObject

export type RawSite = {
  /** Empty where none is cached. */
  config: JsonObject
  isKnown: boolean
  isLocalized: boolean
}

/** A document in all locales with the fields it has. What is made of it on the way is changed in place. */
export type RawDocument = { site: RawSite; fields: RawField[]; data: JsonObject }

/** What a path leads to. `localized`: the value, or something around it, is one per locale. */
export type RawPlace = {
  field: RawField
  localized: boolean
  /** Where the value is kept, and under which key. It is not part of the document where a row on the way is missing. */
  holder: JsonObject
  key: string
  /** Where the path ends at a row of the field: its id. */
  row: string | null
}

export function readSite(db: Db): RawSite {
  const row = one<{ value: string }>(db, `SELECT value FROM resources WHERE key = 'config'`)
  const answer = row ? parseJson(row.value) : null
  const config = isPlainJson(answer) ? own(answer, 'config') : null
  if (!isPlainJson(config)) return { config: {}, isKnown: false, isLocalized: false }
  return { config, isKnown: true, isLocalized: isPlainJson(own(config, 'localization')) }
}

/** Follows a path of names and row ids. Null where the configuration does not know it. `make`: groups that are missing. */
export function findPlace(
  { site, fields, data }: RawDocument,
  path: string,
  locale: string | null,
  make = false,
): RawPlace | null {
  const names = path.split('.')
  let [level, at, localized] = [fields, data, false]
  for (;;) {
    const name = names.shift() ?? ''
    const field = named(level).find((item) => own(item, 'name') === name)
    if (field === undefined) return null
    const isOwn = site.isLocalized && !localized && own(field, 'localized') === true && locale !== null
    localized ||= isOwn
    const holder = isOwn ? objectIn(at, name, make) : at
    const key = isOwn ? (locale ?? '') : name
    const place = { field, localized, holder, key }
    if (names.length === 0) return { ...place, row: null }
    if (isRows(field)) {
      const id = names.shift() ?? ''
      if (names.length === 0) return { ...place, row: id }
      at = rowOf(own(holder, key), id) ?? {}
      level = rowFields(site, field, at)
    } else {
      at = objectIn(holder, key, make)
      level = objects(own(field, 'fields'))
    }
  }
}

/** The object under a key; an empty one where there is none, which becomes part of the data or not. */
function objectIn(data: JsonObject, key: string, make: boolean): JsonObject {
  const value = own(data, key)
  if (isPlainJson(value)) return value
  const empty: JsonObject = {}
  if (make) data[key] = empty
  return empty
}

export function rowOf(rows: Json | undefined, id: string): JsonObject | undefined {
  return objects(rows).find((row) => textOf(row, 'id') === id)
}

export function isRows(field: RawField): boolean {
  return own(field, 'type') === 'array' || own(field, 'type') === 'blocks'
}

/** The fields of a row; those of all blocks that it could be where it does not say which it is. */
export function rowFields({ config }: RawSite, field: RawField, row: JsonObject): RawField[] {
  if (own(field, 'type') === 'array') return objects(own(field, 'fields'))
  const map = own(config, 'blocksMap')
  const shared = [...objects(own(config, 'blocks')), ...(isPlainJson(map) ? objects(Object.values(map)) : [])]
  const type = own(row, 'blockType')
  const inPlace = objects(own(field, 'blocks'))
  if (type === undefined) return [...inPlace, ...shared].flatMap((item) => objects(own(item, 'fields')))
  const block = [...inPlace, ...shared].find((item) => own(item, 'slug') === type)
  return objects(block?.['fields'])
}

/** The fields of a level that have a key in the data. */
export function named(fields: RawField[]): RawField[] {
  return fields.flatMap((field) => {
    if (own(field, 'type') === 'tabs') {
      return objects(own(field, 'tabs')).flatMap((tab) =>
        typeof own(tab, 'name') === 'string' ? [tab] : named(objects(own(tab, 'fields'))),
      )
    }
    return typeof own(field, 'name') === 'string' ? [field] : named(objects(own(field, 'fields')))
  })
}

/**
 * A row as it is stored, with the values that one locale's view of it has. `stored`: what there was of it, {} of a new
 * one; other locales stay as they are in it.
 */
export function withView(
  site: RawSite,
  fields: RawField[],
  stored: JsonObject,
  view: JsonObject,
  locale: string,
): JsonObject {
  const next: JsonObject = { ...stored, ...view }
  for (const field of named(fields)) {
    const name = textOf(field, 'name')
    const [before, value] = [own(stored, name), own(view, name)]
    if (own(field, 'localized') === true) {
      const slots = Object.entries(isPlainJson(before) ? before : {}).filter(([code]) => code !== locale)
      if (value !== undefined && value !== null) slots.push([locale, value])
      if (slots.length > 0) next[name] = Object.fromEntries(slots)
      else delete next[name]
    } else if (value === undefined && before !== undefined) next[name] = null
    else if (isRows(field) && Array.isArray(value)) {
      next[name] = value.map((row) => {
        if (!isPlainJson(row)) return row
        const known = rowOf(before, textOf(row, 'id')) ?? {}
        return withView(site, rowFields(site, field, row), known, row, locale)
      })
    } else if (isPlainJson(value) && Array.isArray(own(field, 'fields'))) {
      const inside = isPlainJson(before) ? before : {}
      next[name] = withView(site, objects(own(field, 'fields')), inside, value, locale)
    }
  }
  return next
}

/** A name or an id; '' where there is none. */
export function textOf(data: JsonObject, key: string): string {
  const value = own(data, key)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isPlainJson) : []
}
