import { collectionPath, queryString } from '../../main/server/http/document-query.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { Operator } from '../../shared/cms/where.ts'
import { fieldNodeAt } from '../../shared/document/path.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import { filterFields, type FilterField } from '../../shared/lists/filter-fields.ts'
import { arityOf } from '../../shared/lists/filter-form.ts'
import type { Random } from '../soak/random.ts'
import { listQuery, type ListSite } from './list-parity.ts'
import { idOf } from './main-site.ts'

/* Random lists from a seed: rules that the filter's form offers, joined in any way, in any order, page by page. */

export const LISTED = ['kitchen-sink', 'posts', 'places', 'authors', 'pages', 'categories'] as const

const LOCALES = ['en', 'de'] as const
export type Database = 'sqlite' | 'postgres'

/** Texts of the documents, parts of them in either case, and characters special to SQL. */
const TEXTS = [
  `apple APPLE zebra oslo a an e en deep 9 10 % _ 100% a_b o' " the porto tea`.split(' '),
  ['fjord oslo', 'second line', 'note 3', 'let 1', 'two words', 'no such thing'],
].flat()
const NUMBERS = ['0', '1', '2', '3', '9', '10', '37', '50', '-1', '12.5', '1000']
const DATES = [
  '2026-04-04T12:00:00.000Z',
  '2026-06-01',
  '2026-11-20T12:00:00.000Z',
  '2024-05-01T10:30:00.000Z',
]

/** Types that a list can be sorted by. */
const SORTED = new Set(['text', 'textarea', 'email', 'number', 'date', 'checkbox', 'radio', 'select'])

/** The material of one filter. */
type Draw = {
  random: Random
  fields: readonly FilterField[]
  /** Fields with many values, in rows or themselves. */
  lists: readonly FilterField[]
  texts: readonly string[]
  /** A document whose values the filter mostly uses, so that it finds some. */
  document: JsonObject
}

/** Returns a document's values at the path of a filter, in all rows. */
function valuesIn(value: Json, names: readonly string[]): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, names))
  const [name, ...rest] = names
  if (name === undefined) return value === null ? [] : [value]
  return isPlainJson(value) ? valuesIn(value[name] ?? null, rest) : []
}

/** Returns the value as in an address; null if it cannot be an operand. */
function asOperand(value: Json): Json {
  if (isPlainJson(value) && 'relationTo' in value)
    return { relationTo: value['relationTo'] ?? null, value: asOperand(value['value'] ?? null) }
  // Letters beyond A to Z fit in either case here, and in one on SQLite.
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  return typeof value === 'object' || !/^[\u0000-\u007f]*$/.test(String(value)) ? null : String(value)
}

function operandOf({ random, texts, document }: Draw, { path, value, field }: FilterField): Json {
  const own = valuesIn(document, path.split('.')).flatMap((item) => asOperand(item) ?? [])
  if (own.length > 0 && random.chance(0.6)) return random.pick(own)
  switch (value) {
    case 'number':
      return random.pick(NUMBERS)
    case 'date':
      return random.pick(DATES)
    case 'choice':
      return 'options' in field ? random.pick(field.options).value : ''
    case 'document':
      return 'polymorphic' in field && field.polymorphic
        ? { relationTo: random.pick(field.relationTo), value: String(random.int(1, 4)) }
        : String(random.int(1, 4))
    case 'tick':
      return random.pick(['true', 'false'])
    default:
      return random.pick(texts)
  }
}

function valueOf(draw: Draw, field: FilterField, operator: Operator): Json {
  const { random } = draw
  switch (arityOf(operator)) {
    case 'presence':
      return random.pick(['true', 'false'])
    case 'one':
      return operandOf(draw, field)
    case 'many':
      return [...new Set(Array.from({ length: random.int(1, 3) }, () => operandOf(draw, field)))]
  }
}

/** Returns a field, half of the time near the previous one, for several rules about one list or field. */
function fieldOf({ random, fields, lists }: Draw, before: FilterField | null): FilterField {
  const container = before?.path.split('.')[0]
  const near = fields.filter(({ path }) => path.split('.')[0] === container)
  if (near.length > 0 && random.chance(0.5)) return random.pick(near)
  return random.pick(lists.length > 0 && random.chance(0.3) ? lists : fields)
}

/** Returns a filter with nested groups, at most `levels` deep. */
function whereOf(draw: Draw, levels: number): JsonObject {
  const { random } = draw
  let before: FilterField | null = null
  const part = (left: number): JsonObject => {
    if (left === 0 || random.chance(0.4)) {
      const field = fieldOf(draw, before)
      const operator = random.pick(field.operators)
      before = field
      return { [field.path]: { [operator]: valueOf(draw, field, operator) } }
    }
    const parts = Array.from({ length: random.pick([0, 1, 1, 2, 2, 2, 2, 3]) }, () => part(left - 1))
    return { [random.pick(['and', 'or'])]: parts }
  }
  return part(levels)
}

/** True if a document has one value at the path. */
function isOne(collection: Collection, { path, field }: FilterField): boolean {
  return !('hasMany' in field && field.hasMany) && fieldNodeAt(collection.fields, {}, path, null) !== null
}

/** Returns the fields that a list can be sorted by. */
function sortedFields(collection: Collection): FilterField[] {
  const fields = filterFields(fieldTypes, collection)
  return fields.filter((one) => SORTED.has(one.field.type) && isOne(collection, one))
}

function sortOf(random: Random, paths: readonly string[]): string {
  const keys = Array.from({ length: random.pick([0, 1, 1, 1, 2, 3]) }, () => random.pick(paths))
  return [...new Set(keys)].map((path) => (random.chance(0.5) ? `-${path}` : path)).join(',')
}

async function documentsOf(
  { other }: Pick<ListSite, 'other'>,
  slug: string,
  locale: string,
): Promise<JsonObject[]> {
  const query = queryString({ draft: 'true', depth: 0, limit: 500, locale, 'fallback-locale': 'none' })
  return (await other.ask('GET', collectionPath(slug) + query)).docs
}

/**
 * Returns lists that follow from the seed of `random`, without queries with known differences of the database
 * (docs/store.md).
 */
export async function randomLists(
  random: Random,
  site: Pick<ListSite, 'collectionOf' | 'other'>,
  database: Database,
  count: number,
): Promise<ListQuery[]> {
  const texts = database === 'sqlite' ? [...TEXTS, '\\'] : TEXTS
  const known = new Map<string, { documents: Map<string, JsonObject[]>; sorted: string[] }>()
  for (const slug of LISTED) {
    const documents = new Map<string, JsonObject[]>()
    for (const locale of LOCALES) documents.set(locale, await documentsOf(site, slug, locale))
    const isFilled = (path: string): boolean =>
      [...documents.values()].flat().every((document) => valuesIn(document, path.split('.')).length > 0)
    const sorted = sortedFields(site.collectionOf(slug)).filter(
      ({ path, field }) => database === 'sqlite' || (!('options' in field) && isFilled(path)),
    )
    known.set(slug, { documents, sorted: ['id', ...sorted.map(({ path }) => path)] })
  }
  return Array.from({ length: count }, () => {
    const slug = random.chance(0.5) ? 'kitchen-sink' : random.pick(LISTED)
    const locale = random.pick(LOCALES)
    const { documents, sorted = ['id'] } = known.get(slug) ?? {}
    const document = random.pick(documents?.get(locale) ?? [])
    const collection = site.collectionOf(slug)
    const fields = filterFields(fieldTypes, collection)
    const lists = fields.filter((field) => !isOne(collection, field))
    const search = random.chance(0.2) ? random.pick(texts) : ''
    // Payload reads ten levels of brackets, and a search adds one.
    const levels = random.int(0, search === '' ? 3 : 2)
    const where = random.chance(0.15) ? null : whereOf({ random, fields, lists, texts, document }, levels)
    return listQuery(slug, {
      page: random.pick([1, 1, 1, 2, 3]),
      limit: random.pick([1, 3, 7, 10, 100]),
      sort: sortOf(random, sorted),
      search,
      where,
      locale,
    })
  })
}

/** Creates documents with varied rows, many equal values, and some in the trash, which no list shows. */
export async function addForRandomLists(other: ListSite['other']): Promise<void> {
  for (const index of Array.from({ length: 12 }).keys()) {
    const { doc } = await other.ask('POST', '/kitchen-sink?draft=true&locale=en&depth=0', {
      text: ['apple', 'oslo', 'two words'][index % 3] ?? '',
      number: index % 4,
      checkbox: index % 2 === 0,
      checkboxLocalized: index % 5 === 0 ? null : index % 2 === 0,
      radio: index % 2 === 0 ? 'train' : 'ferry',
      relationship: index % 3 === 0 ? 1 + (index % 4) : null,
      groupLocalized: { word: index % 2 === 0 ? 'tea' : null, count: index },
      array: Array.from({ length: index % 4 }, (_, row) => ({
        name: ['apple', 'tea', 'zebra'][(index + row) % 3] ?? '',
        note: row === 1 ? null : `note ${row}`,
        nights: row,
        inner: Array.from({ length: row }, () => ({ word: 'deep' })),
      })),
      arrayLocalized: index % 3 === 0 ? [] : [{ word: 'tea' }, { word: null }],
      blocks: index % 2 === 0 ? [{ blockType: 'plain', line: 'tea' }] : [],
      named: { inTab: index % 3 === 0 ? null : `tab ${index % 3}` },
      sidebarText: index % 2 === 0 ? '' : 'porto',
      _status: 'draft',
    })
    if (index % 3 === 0)
      await other.ask('PATCH', `/kitchen-sink/${idOf(doc)}?draft=true&locale=de`, {
        textLocalized: 'apple de',
        checkboxLocalized: true,
        _status: 'draft',
      })
  }
  const { docs } = await other.ask('GET', '/posts?draft=true&depth=0&limit=2&sort=id')
  for (const doc of docs)
    await other.ask('PATCH', `/posts/${idOf(doc)}?draft=true&depth=0`, {
      deletedAt: new Date(Date.UTC(2026, 1, 1)).toISOString(),
    })
}
