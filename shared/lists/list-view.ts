import * as v from 'valibot'
import type { Change } from '../document/change.ts'
import { readWhere } from '../cms/where.ts'
import { isPlainJson, json, own, sameJson, type Json, type JsonObject } from '../json.ts'
import { withMoments } from './relative-date.ts'
import { columnChoices, readColumns, type ColumnChoice } from './columns.ts'

/** The collection of a site's saved list views, Payload's "query presets". */
export const VIEWS_SLUG = 'payload-query-presets'

/** A view of a list. Null: not set, the list keeps its default. */
export type ListView = {
  /** A filter of the admin's own shape (S5.01). */
  where: JsonObject | null
  columns: ColumnChoice[] | null
  /** Field path, with a leading minus for groups in descending order. */
  groupBy: string | null
  /** Field path, with a leading minus for descending. Views on the site have none. */
  sort: string | null
}

/** A view with a name. */
export type NamedView = {
  /** Id of a document of VIEWS_SLUG, or of a view on this computer. */
  id: string
  title: string
  view: ListView
}

/** A view that is stored on this computer. */
export const localView = v.object({
  id: v.string(),
  title: v.string(),
  where: v.nullable(json),
  columns: v.nullable(columnChoices),
  groupBy: v.nullable(v.string()),
  sort: v.nullable(v.string()),
})
export type LocalView = v.InferOutput<typeof localView>

/** Converts a stored view; null: its filter cannot be read. */
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

/** The filter of a view; null: no condition. Undefined: it cannot be read. */
function filterOf(value: Json): JsonObject | null | undefined {
  if (value === null || (isPlainJson(value) && Object.keys(value).length === 0)) return null
  try {
    return readWhere(value)
  } catch {
    return undefined
  }
}

/** The users who can see a new view on the site: its author, or everybody. */
export type Audience = 'me' | 'everyone'

/** The changes that create a document of VIEWS_SLUG from a view. */
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

/** The changes that replace the view in a document of VIEWS_SLUG. `data`: its present data. */
export function changesOfView(data: JsonObject, view: ListView): Change[] {
  const { where, columns, groupBy } = viewForSite(view)
  return Object.entries({ where, columns, groupBy }).map(([name, to]) =>
    set(name, own(data, name) ?? null, to),
  )
}

/** A view as the site can store it: relative dates are converted to the moments they mean now. */
export const viewForSite = (view: ListView, now = new Date()): ListView => ({
  ...view,
  where: withMoments(view.where, now),
})

/** The change that renames a view's document. */
export const changeOfTitle = (from: string, to: string): Change => set('title', from, to)

const set = (path: string, from: Json, to: Json): Change => ({ kind: 'set', locale: null, path, from, to })

/** True if a stored view equals the list's state, columns and sorting included. */
export function isSameView(shown: ListView, kept: ListView): boolean {
  return showsView(shown, kept) && sameJson(shown.columns, kept.columns) && sameJson(shown.sort, kept.sort)
}

/** True if the list shows a view; parts that the view does not set may differ. */
export function showsView(now: ListView, { where, columns, groupBy, sort }: ListView): boolean {
  const isOf = (kept: Json, shown: Json): boolean => kept === null || sameJson(kept, shown)
  return (
    sameJson(now.where, where) &&
    now.groupBy === groupBy &&
    isOf(columns, now.columns) &&
    isOf(sort, now.sort)
  )
}
