import type {
  PayloadRequest,
  SanitizedCollectionConfig,
  SanitizedConfig,
  SanitizedGlobalConfig,
} from 'payload'
import { jsonSafe } from '../json-safe.ts'
import type { JsonSafe } from '../json-safe.ts'
import { editorNodes } from './rich-text-editor.ts'
import { createSchemaEntries } from './schema-entries.ts'
import type { SchemaEntry } from './schema-entries.ts'

/** Properties of a field, tab or block that decide where a value is stored and what it may be. */
const OF_ENTRY = [
  'slug',
  'type',
  'name',
  'localized',
  'hasMany',
  'relationTo',
  'blockReferences',
  'virtual',
  'collection',
  'on',
] as const

const OF_ENTITY = ['slug', 'auth', 'upload', 'trash', 'timestamps', 'orderable', 'folders'] as const

/**
 * The part of a site's config that writes depend on, the same in every language. Labels, defaults and admin props are
 * left out: they may differ between processes (a date, a random id).
 */
export function writeShape(config: SanitizedConfig, i18n: PayloadRequest['i18n']): JsonSafe {
  const entries = createSchemaEntries(config, i18n)
  const entities = [...config.collections, ...config.globals]
  for (const { slug, fields } of entities) entries.add(slug, fields)
  const places = [...entries.finish()].map(([path, entry]): [string, JsonSafe] => [path, entryShape(entry)])
  const { localization } = config
  return [
    localization === false ? null : [localization.localeCodes, localization.defaultLocale],
    jsonSafe(config.db.defaultIDType) ?? null,
    entities.map(entityShape),
    places.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]
}

function entryShape(entry: SchemaEntry): JsonSafe {
  const facts = OF_ENTRY.map((name) => plain(Reflect.get(entry, name)))
  if (!('type' in entry) || entry.type !== 'richText') return facts
  return [...facts, editorNodes(entry.editor)]
}

/** A plain copy of names and switches; referenced blocks become their slugs. */
function plain(value: unknown): JsonSafe {
  if (Array.isArray(value)) return value.map(slugOrName)
  return slugOrName(value)
}

function slugOrName(value: unknown): JsonSafe {
  if (typeof value === 'string' || value === true) return value
  return typeof value === 'object' && value !== null ? plain(Reflect.get(value, 'slug')) : null
}

function entityShape(entity: SanitizedCollectionConfig | SanitizedGlobalConfig): JsonSafe {
  const facts = OF_ENTITY.map((name) => {
    const value: unknown = Reflect.get(entity, name)
    return typeof value === 'string' ? value : Boolean(value)
  })
  const versions: unknown = Reflect.get(entity, 'versions')
  const drafts: unknown = isObject(versions) ? Reflect.get(versions, 'drafts') : false
  const modes = ['autosave', 'localizeStatus'].map(
    (name) => isObject(drafts) && Boolean(Reflect.get(drafts, name)),
  )
  return [...facts, Boolean(versions), Boolean(drafts), ...modes]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
