import * as v from 'valibot'
import type { Change } from '../document/change.ts'
import { readWhere } from '../cms/where.ts'
import { isPlainJson, json, own, sameJson, type Json, type JsonObject } from '../json.ts'
import { withMoments } from './relative-date.ts'
import { columnChoices, readColumns, type ColumnChoice } from './columns.ts'

/** The collection in which a site keeps views of its lists, Payload's "query presets". */
export const VIEWS_SLUG = 'payload-query-presets'

/** What a list shows and how. Null: nothing is said of it, the list has what it has anyway. */
export type ListView = {
  /** A filter of the admin's own shape (S5.01). */
  where: JsonObject | null
  columns: ColumnChoice[] | null
  /** Field path, with a leading minus where the groups are in descending order. */
  groupBy: string | null
  /** Field path, with a leading minus for descending. A site keeps none. */
  sort: string | null
}

/** A view under a name. */
export type NamedView = {
  /** Of a document of VIEWS_SLUG, or one of this computer's own. */
  id: string
  title: string
  view: ListView
}

/** A view that is kept on this computer, with the collection that it is of. */
export const localView = v.object({
  id: v.string(),
  title: v.string(),
  where: v.nullable(json),
  columns: v.nullable(columnChoices),
  groupBy: v.nullable(v.string()),
  sort: v.nullable(v.string()),
})
export type LocalView = v.InferOutput<typeof localView>

/** What is kept on this computer as a view; null: its filter cannot be read. */
export function viewOfLocal({ id, title, where, columns, groupBy, sort }: LocalView): NamedView | null {
  const filter = filterOf(where)
  return filter === undefined ? null : { id, title, view: { where: filter, columns, groupBy, sort } }
}

/** A document of VIEWS_SLUG as a view; null: it is of another list, or its filter cannot be read. */
export function viewOfDocument(id: string, data: JsonObject, slug: string): NamedView | null {
  if (own(data, 'relatedCollection') !== slug) return null
  const where = filterOf(own(data, 'where') ?? null)
  if (where === undefined) return null
  const [title, groupBy] = ['title', 'groupBy'].map((name) => own(data, name))
  return {
    id,
    title: typeof title === 'string' ? title : '',
    view: {
      where,
      columns: readColumns(own(data, 'columns'), () => undefined) ?? null,
      groupBy: typeof groupBy === 'string' && groupBy !== '' ? groupBy : null,
      sort: null,
    },
  }
}

/** Undefined: nobody can tell what it asks. An empty one asks nothing. */
function filterOf(value: Json): JsonObject | null | undefined {
  if (value === null || (isPlainJson(value) && Object.keys(value).length === 0)) return null
  try {
    return readWhere(value)
  } catch {
    return undefined
  }
}

/** Who is to see a new view of the site: whoever makes it, or everybody. */
export type Audience = 'me' | 'everyone'

/** What makes a new document of VIEWS_SLUG the view of a list. */
export function changesOfNewView({
  title,
  slug,
  view,
  audience,
}: {
  title: string
  slug: string
  view: ListView
  audience: Audience
}): Change[] {
  return [
    set('title', null, title),
    set('relatedCollection', null, slug),
    ...changesOfView({}, view),
    ...(audience === 'everyone'
      ? [set('isShared', false, true), set('access.read.constraint', 'onlyMe', 'everyone')]
      : []),
  ]
}

/** What makes a document of VIEWS_SLUG another view. `data`: as it is. */
export function changesOfView(data: JsonObject, view: ListView): Change[] {
  const { where, columns, groupBy } = viewForSite(view)
  return Object.entries({ where, columns, groupBy }).map(([name, to]) =>
    set(name, own(data, name) ?? null, to),
  )
}

/** The view as a site can keep it: with the moments that its dates mean now. */
export const viewForSite = (view: ListView, now = new Date()): ListView => ({
  ...view,
  where: withMoments(view.where, now),
})

/** What gives such a document another name. */
export const changeOfTitle = (from: string, to: string): Change => set('title', from, to)

const set = (path: string, from: Json, to: Json): Change => ({ kind: 'set', locale: null, path, from, to })

/** Whether a view says all that a list shows; a site keeps no sorting. */
export function isSameView(shown: ListView, kept: ListView): boolean {
  return showsView(shown, kept) && sameJson(shown.columns, kept.columns) && sameJson(shown.sort, kept.sort)
}

/** Whether a list shows what a view says; what it says nothing of may be anything. */
export function showsView(now: ListView, { where, columns, groupBy, sort }: ListView): boolean {
  const isOf = (kept: Json, shown: Json): boolean => kept === null || sameJson(kept, shown)
  return (
    sameJson(now.where, where) &&
    now.groupBy === groupBy &&
    isOf(columns, now.columns) &&
    isOf(sort, now.sort)
  )
}
