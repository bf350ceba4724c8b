import type { JsonObject } from '../../shared/json.ts'
import type { CommitMode } from '../../shared/sync/entry.ts'

/** A field with one value. Texts and counts are unique, so that each edit can be traced. */
export type CellSpec = {
  path: string
  localized: boolean
  values: 'text' | 'count' | 'date' | 'boolean' | readonly string[]
}

/** A field with several values: unique tokens, or some of a few options. */
export type SetSpec = { path: string; localized: boolean; items: 'tokens' | 'places' | readonly string[] }

/** A rich text, edited by paragraphs. */
export type TextSpec = { path: string; localized: boolean }

/** One kind of row: its edited fields, and its lists. `blockType` null: rows of an array. */
export type RowSpec = {
  blockType: string | null
  /** Content of the other editor's new rows, besides the cells. */
  fresh: JsonObject
  /** Defaults of a new row by the schema. */
  defaults: JsonObject
  cells: readonly CellSpec[]
  lists: readonly ListSpec[]
}

/** A list of rows, at the top (its path) or in a row (its name there). */
export type ListSpec = { path: string; localized: boolean; rows: readonly RowSpec[] }

/**
 * A list with so many rows gets no more. Concurrent additions of both editors stay within the limit of all lists (8);
 * a longer list would rightly be refused.
 */
export const MOST_ROWS = 4

/** One kind of edited document. */
export type Kind = {
  kind: 'collection' | 'global'
  slug: string
  /** Its save modes. */
  modes: readonly CommitMode[]
  cells: readonly CellSpec[]
  sets: readonly SetSpec[]
  texts: readonly TextSpec[]
  lists: readonly ListSpec[]
  /** The text that identifies a document made here, and is never edited (in English). */
  marker: string | null
  /** True if either editor deletes it now and then. */
  mayGo: boolean
  /** True if a deletion by the program can be restored. */
  hasTrash?: boolean
}

const text = (path: string, localized = false): CellSpec => ({ path, localized, values: 'text' })
const count = (path: string, localized = false): CellSpec => ({ path, localized, values: 'count' })
const date = (path: string, localized = false): CellSpec => ({ path, localized, values: 'date' })
const box = (path: string, localized = false): CellSpec => ({ path, localized, values: 'boolean' })
const one = (path: string, values: readonly string[]): CellSpec => ({ path, localized: false, values })

type RowMore = { blockType?: string; fresh?: JsonObject; defaults?: JsonObject; lists?: readonly ListSpec[] }
const row = (
  cells: readonly CellSpec[],
  { blockType = '', fresh = {}, defaults = {}, lists = [] }: RowMore = {},
): RowSpec => ({
  blockType: blockType === '' ? null : blockType,
  fresh: { ...defaults, ...fresh, ...(blockType === '' ? {} : { blockType }) },
  defaults,
  cells,
  lists,
})
const list = (path: string, rows: readonly RowSpec[], localized = false): ListSpec => ({
  path,
  localized,
  rows,
})

const link: RowMore = { fresh: { link: { kind: 'external' } }, defaults: { link: { kind: 'internal' } } }
const months = ['january', 'march', 'may', 'july', 'september', 'november']
const layout = list('layout', [
  row([text('text', true), text('by')], { blockType: 'quote' }),
  row([text('heading', true), text('link.label', true), text('link.url')], {
    blockType: 'callToAction',
    ...link,
  }),
])

/** All edited kinds. */
export const kinds = {
  post: {
    kind: 'collection',
    slug: 'posts',
    modes: ['draft', 'draft', 'autosave', 'publish'],
    cells: [
      text('title', true),
      text('standfirst', true),
      text('practical.gettingThere', true),
      one('season', ['winter', 'spring', 'summer', 'autumn']),
      date('publishDate'),
    ],
    sets: [{ path: 'practical.months', localized: false, items: months }],
    texts: [{ path: 'body', localized: true }],
    lists: [
      layout,
      list('practical.costs', [row([text('what'), count('amount')], { defaults: { currency: 'EUR' } })]),
      list('sources', [row([text('title'), text('url')])]),
    ],
    marker: 'kicker',
    mayGo: true,
    hasTrash: true,
  },
  page: {
    kind: 'collection',
    slug: 'pages',
    modes: ['draft', 'draft', 'publish'],
    cells: [text('title', true)],
    sets: [],
    texts: [],
    lists: [layout],
    marker: 'intro',
    mayGo: true,
  },
  place: {
    kind: 'collection',
    slug: 'places',
    modes: ['draft', 'publish'],
    cells: [text('name', true), count('elevation'), one('country', ['no', 'se', 'fi', 'pt', 'gb'])],
    sets: [],
    texts: [],
    lists: [],
    marker: 'description',
    mayGo: false,
  },
  category: {
    kind: 'collection',
    slug: 'categories',
    modes: ['save'],
    cells: [text('title', true), count('order'), box('inMenu')],
    sets: [],
    texts: [],
    lists: [],
    marker: null,
    mayGo: false,
  },
  note: {
    kind: 'collection',
    slug: 'notes',
    modes: ['save'],
    cells: [text('title'), box('done')],
    sets: [],
    texts: [],
    lists: [],
    marker: 'text',
    mayGo: true,
  },
  /** Drafts only, since its rows may lack required fields. Three levels of rows, lists per locale. */
  sink: {
    kind: 'collection',
    slug: 'kitchen-sink',
    modes: ['draft'],
    cells: [
      text('textLocalized', true),
      text('group.inGroup'),
      text('group.inner.deep', true),
      text('inUnnamedGroup'),
      text('inRowStart'),
      text('groupLocalized.word', true),
      text('named.inTab'),
      text('namedLocalized.greeting', true),
      count('numberLocalized', true),
      date('dateDefault'),
      date('dateTime', true),
      box('checkbox'),
      box('checkboxLocalized', true),
      one('select', ['one', 'two', 'three']),
    ],
    sets: [
      { path: 'textMany', localized: false, items: 'tokens' },
      { path: 'selectMany', localized: true, items: ['north', 'south', 'east', 'west'] },
      { path: 'relationshipMany', localized: false, items: 'places' },
    ],
    texts: [
      { path: 'richText', localized: false },
      { path: 'richTextLocalized', localized: true },
    ],
    lists: [
      list('array', [
        row([text('name'), text('note', true)], {
          defaults: { nights: 1 },
          lists: [list('inner', [row([text('word')])])],
        }),
      ]),
      list('arrayLocalized', [row([text('word')])], true),
      list('blocks', [
        row([text('line')], { blockType: 'plain' }),
        row([text('caption', true)], {
          blockType: 'deepRows',
          lists: [
            list('rows', [
              row([text('label'), count('weight')], { lists: [list('inner', [row([text('word', true)])])] }),
            ]),
          ],
        }),
      ]),
      list('blocksLocalized', [row([text('line')], { blockType: 'aside' })], true),
      list('named.box.blocks', [
        row([], { blockType: 'nested', lists: [list('items', [row([text('word', true)])])] }),
      ]),
    ],
    marker: 'sidebarText',
    mayGo: false,
  },
  cover: {
    kind: 'global',
    slug: 'season-cover',
    modes: ['draft', 'autosave', 'publish'],
    cells: [text('headline', true)],
    sets: [],
    texts: [],
    lists: [],
    marker: null,
    mayGo: false,
  },
  header: {
    kind: 'global',
    slug: 'header',
    modes: ['draft', 'publish'],
    cells: [text('tagline', true)],
    sets: [],
    texts: [],
    lists: [list('items', [row([text('link.label', true), text('link.url')], { ...link })])],
    marker: null,
    mayGo: false,
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindOf = (name: KindName): Kind => kinds[name]

/** Returns the kind of an existing row; undefined: such rows are not edited. */
export function rowSpecOf(spec: ListSpec, blockType: unknown): RowSpec | undefined {
  return spec.rows.find((kind) => kind.blockType === (typeof blockType === 'string' ? blockType : null))
}
export const LOCALES = ['en', 'de', 'ar'] as const
