import type { JsonObject } from '../../shared/json.ts'
import type { WriteMode } from '../../shared/sync/entry.ts'

/** A field with one value. Values of text and order are never used twice, so that each edit can be followed. */
export type CellSpec = {
  path: string
  localized: boolean
  values: 'text' | 'count' | 'boolean' | readonly string[]
}

/** A field with several values: tokens that are never used twice, or some of a few options. */
export type SetSpec = { path: string; localized: boolean; items: 'tokens' | 'places' | readonly string[] }

/** A list of rows; `fresh` is what a new row begins with, besides its cells. */
export type ListSpec = { path: string; localized: boolean; fresh: JsonObject; cells: readonly CellSpec[] }

/**
 * A list with so many rows gets no more. What both editors add at the same time is within what every list takes then
 * (8); one that is too long together would rightly be refused.
 */
export const MOST_ROWS = 4

/** One kind of document that is edited. */
export type Kind = {
  kind: 'collection' | 'global'
  slug: string
  /** By a real form, or by an editor of rows, which the forms do not have yet. */
  editor: 'form' | 'rows'
  /** How it is saved. */
  modes: readonly WriteMode[]
  cells: readonly CellSpec[]
  sets: readonly SetSpec[]
  lists: readonly ListSpec[]
  /** The text that names a document made here, and is never edited (in English). */
  marker: string | null
  /** Deleted now and then, by either editor. */
  mayGo: boolean
}

const text = (path: string, localized = false): CellSpec => ({ path, localized, values: 'text' })
const count = (path: string, localized = false): CellSpec => ({ path, localized, values: 'count' })
const box = (path: string, localized = false): CellSpec => ({ path, localized, values: 'boolean' })
const one = (path: string, values: readonly string[]): CellSpec => ({ path, localized: false, values })

const months = ['january', 'march', 'may', 'july', 'september', 'november']
const layout: ListSpec = {
  path: 'layout',
  localized: false,
  fresh: { blockType: 'quote' },
  cells: [text('text', true), text('by')],
}

const postCells = [
  text('title', true),
  text('standfirst', true),
  text('practical.gettingThere', true),
  one('season', ['winter', 'spring', 'summer', 'autumn']),
]
const post: Omit<Kind, 'editor'> = {
  kind: 'collection',
  slug: 'posts',
  modes: ['draft', 'draft', 'autosave', 'publish'],
  cells: postCells,
  sets: [{ path: 'practical.months', localized: false, items: months }],
  lists: [],
  marker: 'kicker',
  mayGo: true,
}
const sinkCells = [
  text('textLocalized', true),
  text('group.inGroup'),
  text('group.inner.deep', true),
  text('inUnnamedGroup'),
  text('inRowStart'),
  text('groupLocalized.word', true),
  text('named.inTab'),
  text('namedLocalized.greeting', true),
  count('numberLocalized', true),
  box('checkbox'),
  box('checkboxLocalized', true),
  one('select', ['one', 'two', 'three']),
]
const sink: Omit<Kind, 'editor'> = {
  kind: 'collection',
  slug: 'kitchen-sink',
  modes: ['draft'],
  cells: sinkCells,
  sets: [
    { path: 'textMany', localized: false, items: 'tokens' },
    { path: 'selectMany', localized: true, items: ['north', 'south', 'east', 'west'] },
    { path: 'relationshipMany', localized: false, items: 'places' },
  ],
  lists: [],
  marker: 'sidebarText',
  mayGo: false,
}

/** Everything that is edited. */
export const kinds = {
  post: { ...post, editor: 'form' },
  postRows: {
    ...post,
    editor: 'rows',
    cells: [text('title', true), text('standfirst', true)],
    sets: [],
    lists: [
      layout,
      {
        path: 'practical.costs',
        localized: false,
        fresh: { currency: 'EUR' },
        cells: [text('what'), count('amount')],
      },
      { path: 'sources', localized: false, fresh: {}, cells: [text('title'), text('url')] },
    ],
  },
  page: {
    kind: 'collection',
    slug: 'pages',
    editor: 'rows',
    modes: ['draft', 'draft', 'publish'],
    cells: [text('title', true)],
    sets: [],
    lists: [layout],
    marker: 'intro',
    mayGo: true,
  },
  place: {
    kind: 'collection',
    slug: 'places',
    editor: 'form',
    modes: ['draft', 'publish'],
    cells: [text('name', true), count('elevation'), one('country', ['no', 'se', 'fi', 'pt', 'gb'])],
    sets: [],
    lists: [],
    marker: 'description',
    mayGo: false,
  },
  category: {
    kind: 'collection',
    slug: 'categories',
    editor: 'form',
    modes: ['save'],
    cells: [text('title', true), count('order'), box('inMenu')],
    sets: [],
    lists: [],
    marker: null,
    mayGo: false,
  },
  note: {
    kind: 'collection',
    slug: 'notes',
    editor: 'form',
    modes: ['save'],
    cells: [text('title'), box('done')],
    sets: [],
    lists: [],
    marker: 'text',
    mayGo: true,
  },
  sink: { ...sink, editor: 'form' },
  sinkRows: {
    ...sink,
    editor: 'rows',
    cells: [text('textLocalized', true), text('named.inTab')],
    sets: [],
    lists: [
      { path: 'array', localized: false, fresh: { nights: 1 }, cells: [text('name'), text('note', true)] },
      { path: 'arrayLocalized', localized: true, fresh: {}, cells: [text('word')] },
      { path: 'blocks', localized: false, fresh: { blockType: 'plain' }, cells: [text('line')] },
    ],
  },
  cover: {
    kind: 'global',
    slug: 'season-cover',
    editor: 'form',
    modes: ['draft', 'autosave', 'publish'],
    cells: [text('headline', true)],
    sets: [],
    lists: [],
    marker: null,
    mayGo: false,
  },
  header: {
    kind: 'global',
    slug: 'header',
    editor: 'rows',
    modes: ['draft', 'publish'],
    cells: [text('tagline', true)],
    sets: [],
    lists: [
      {
        path: 'items',
        localized: false,
        fresh: { link: { kind: 'external' } },
        cells: [text('link.label', true), text('link.url')],
      },
    ],
    marker: null,
    mayGo: false,
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindOf = (name: KindName): Kind => kinds[name]
export const LOCALES = ['en', 'de', 'ar'] as const
