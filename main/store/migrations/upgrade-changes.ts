import type { Json, JsonObject } from '../../../shared/json.ts'
import { isPlainJson, own } from '../../../shared/json.ts'
import { rowId } from '../../../shared/cms/fields.ts'
import type { Db } from '../sql.ts'
import { one, parseJson } from '../sql.ts'

/** A change as version 1 of the database kept it: its locale beside the list, new rows as that locale sees them. */
export type OldChange =
  | { kind: 'set'; path: string; from: Json; to: Json }
  | { kind: 'rows'; path: string; from: string[]; to: string[]; added: Record<string, JsonObject> }

type Owner = { kind: string; slug: string; id: string }

/** What is to be known of a field here, read off the site's configuration as it is cached. */
type RawField = JsonObject

/**
 * Makes changes of version 2 out of those of version 1. It reads the cached configuration by itself, so that it stays
 * what it is whatever becomes of the program's own model.
 */
export function upgradeChanges(
  db: Db,
): (owner: Owner, locale: string | null, changes: readonly OldChange[]) => JsonObject[] {
  const config = configOf(db)
  const isLocalizedSite = isPlainJson(own(config, 'localization'))
  return (owner, locale, changes) => {
    const fields = fieldsOf(config, owner)
    const data = dataOf(db, owner)
    return changes.map((change): JsonObject => {
      const hit = isLocalizedSite ? walk(config, fields, data, change.path.split('.')) : NOWHERE
      const changeLocale = hit.localized ? locale : null
      if (change.kind === 'set') return { ...change, locale: changeLocale }
      const stored = (row: JsonObject): JsonObject =>
        hit.localized || locale === null
          ? row
          : toStored(config, rowFields(config, hit.field, row), row, locale)
      const added = Object.fromEntries(Object.entries(change.added).map(([id, row]) => [id, stored(row)]))
      const back = change.from.filter((id) => Object.hasOwn(added, id))
      const from = change.from.filter((id) => !back.includes(id))
      const gone = from.filter((id) => !change.to.includes(id))
      return {
        ...change,
        locale: changeLocale,
        from,
        added,
        removed: Object.fromEntries(gone.map((id) => [id, findById(data, id) ?? { id }])),
        ...(back.length > 0 && { revived: Object.fromEntries(back.map((id) => [id, added[id] ?? { id }])) }),
      }
    })
  }
}

type Hit = { field: RawField | null; localized: boolean }
const NOWHERE: Hit = { field: null, localized: false }

function configOf(db: Db): JsonObject {
  const row = one<{ value: string }>(db, `SELECT value FROM resources WHERE key = 'config'`)
  const answer = row ? parseJson(row.value) : null
  const config = isPlainJson(answer) ? own(answer, 'config') : null
  return isPlainJson(config) ? config : {}
}

function fieldsOf(config: JsonObject, { kind, slug }: Owner): RawField[] {
  const entities = objects(own(config, kind === 'global' ? 'globals' : 'collections'))
  return objects(entities.find((item) => own(item, 'slug') === slug)?.['fields'])
}

function dataOf(db: Db, { kind, slug, id }: Owner): JsonObject {
  const sql = 'SELECT data FROM documents WHERE kind = ? AND slug = ? AND id = ?'
  const row = one<{ data: string }>(db, sql, kind, slug, id)
  const data = row ? parseJson(row.data) : null
  return isPlainJson(data) ? data : {}
}

function walk(config: JsonObject, fields: RawField[], data: JsonObject, path: readonly string[]): Hit {
  const [name = '', ...rest] = path
  const field = named(fields).find((item) => own(item, 'name') === name)
  if (field === undefined) return NOWHERE
  if (own(field, 'localized') === true) return { field: rest.length === 0 ? field : null, localized: true }
  if (rest.length === 0) return { field, localized: false }
  const value = own(data, name)
  if (own(field, 'type') !== 'array' && own(field, 'type') !== 'blocks')
    return walk(config, objects(own(field, 'fields')), isPlainJson(value) ? value : {}, rest)
  const [id = '', ...below] = rest
  const row = objects(value).find((item) => rowId(item) === id)
  return row === undefined ? NOWHERE : walk(config, rowFields(config, field, row), row, below)
}

/** The fields of a level that have a key in the data. */
function named(fields: RawField[]): RawField[] {
  return fields.flatMap((field) => {
    if (own(field, 'type') === 'tabs')
      return objects(own(field, 'tabs')).flatMap((tab) =>
        typeof own(tab, 'name') === 'string' ? [tab] : named(objects(own(tab, 'fields'))),
      )
    return typeof own(field, 'name') === 'string' ? [field] : named(objects(own(field, 'fields')))
  })
}

function rowFields(config: JsonObject, field: RawField | null, row: JsonObject): RawField[] {
  if (field === null) return []
  if (own(field, 'type') === 'array') return objects(own(field, 'fields'))
  const type = own(row, 'blockType')
  const map = own(config, 'blocksMap')
  const shared = [...objects(own(config, 'blocks')), ...(isPlainJson(map) ? objects(Object.values(map)) : [])]
  const block = [...objects(own(field, 'blocks')), ...shared].find((item) => own(item, 'slug') === type)
  return objects(block?.['fields'])
}

/** A row as one locale sees it, in the shape in which it is stored. */
function toStored(config: JsonObject, fields: RawField[], row: JsonObject, locale: string): JsonObject {
  const stored: JsonObject = { ...row }
  for (const field of named(fields)) {
    const name = own(field, 'name')
    const value = typeof name === 'string' ? own(row, name) : undefined
    if (typeof name !== 'string' || value === undefined) continue
    if (own(field, 'localized') === true) stored[name] = { [locale]: value }
    else if (isPlainJson(value)) stored[name] = toStored(config, objects(own(field, 'fields')), value, locale)
    else if (Array.isArray(value) && (own(field, 'type') === 'array' || own(field, 'type') === 'blocks')) {
      stored[name] = value.map((item) =>
        isPlainJson(item) ? toStored(config, rowFields(config, field, item), item, locale) : item,
      )
    }
  }
  return stored
}

function findById(value: Json, id: string): JsonObject | null {
  if (typeof value !== 'object' || value === null) return null
  if (isPlainJson(value) && own(value, 'id') === id) return value
  for (const child of Object.values(value)) {
    const found = findById(child, id)
    if (found !== null) return found
  }
  return null
}

function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isPlainJson) : []
}
