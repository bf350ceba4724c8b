import { countRules } from '../../shared/lists/filter-form.ts'
import { columnsText } from '../../shared/lists/columns.ts'
import type { ListView, NamedView } from '../../shared/lists/list-view.ts'
import { filterIn, withFilter } from './filter-address.ts'
import { columnsOf } from './list-params.ts'

/** The parameter of an address that names a view, as the web admin has it. */
const PARAM = 'preset'

/** The view that an address names, if it is one of these. */
export function viewIn<View extends NamedView>(params: URLSearchParams, views: readonly View[]): View | null {
  return views.find(({ id }) => id === viewNamed(params)) ?? null
}

/** The id of the view that an address names; null: of none. */
export const viewNamed = (params: URLSearchParams): string | null => params.get(PARAM)

/** What a list shows: by its address, and the columns that were chosen. */
export function shownView(params: URLSearchParams, chosen: ListView['columns'] | undefined): ListView {
  return {
    where: filterIn(params).where,
    columns: columnsOf(params, chosen) ?? null,
    groupBy: params.get('groupBy') || null,
    sort: params.get('sort') || null,
  }
}

/** The address of a list in a view, from its first page; null: as the site has it. The locale stays. */
export function withView(params: URLSearchParams, kept: NamedView | null): URLSearchParams {
  const next = withFilter(params, kept?.view.where ?? null)
  for (const name of ['page', 'search', 'columns', 'groupBy', 'sort', PARAM]) next.delete(name)
  if (kept === null) return next
  const { columns, groupBy, sort } = kept.view
  if (columns !== null) next.set('columns', columnsText(columns))
  if (groupBy !== null) next.set('groupBy', groupBy)
  if (sort !== null) next.set('sort', sort)
  next.set(PARAM, kept.id)
  return next
}

/** The same address with its view named, which shows what is shown. */
export function namingView(params: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set(PARAM, id)
  return next
}

/** The view with its filter as an address says it; none where an address cannot say all of it. */
export function asAddressed<View extends NamedView>(kept: View): View[] {
  const { where } = filterIn(withFilter(new URLSearchParams(), kept.view.where))
  const isWhole = countRules(where) === countRules(kept.view.where)
  return isWhole ? [{ ...kept, view: { ...kept.view, where } }] : []
}
