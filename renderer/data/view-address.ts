import { countRules } from '../../shared/lists/filter-form.ts'
import { readAddress, saysChoice, withState } from './list-address.ts'
import type { NamedView } from '../../shared/lists/list-view.ts'

/** The view that an address names, if it is one of these. */
export function viewIn<View extends NamedView>(params: URLSearchParams, views: readonly View[]): View | null {
  return views.find(({ id }) => id === viewNamed(params)) ?? null
}

/** The id of the view that an address names; null: of none. */
export const viewNamed = (params: URLSearchParams): string | null => readAddress(params).state.view

/** The address of a list in a view, from its first page; null: as the site has it. The locale stays. */
export function withView(params: URLSearchParams, kept: NamedView | null): URLSearchParams {
  const { where = null, columns = null, groupBy = null, sort = null } = kept?.view ?? {}
  return withState(params, { where, columns, groupBy, sort, search: '', view: kept?.id ?? null })
}

/**
 * The whole address of a view where this one has nothing but its name, as a link of the web admin may; null: it says
 * more, or the view is all that it says.
 */
export function spelledOut(params: URLSearchParams, view: NamedView): URLSearchParams | null {
  if (saysChoice(params)) return null
  const whole = withView(params, view)
  return whole.toString() === params.toString() ? null : whole
}

/** The view with its filter as an address says it; none where an address cannot say all of it. */
export function asAddressed<View extends NamedView>(kept: View): View[] {
  const { where } = readAddress(withState(new URLSearchParams(), { where: kept.view.where })).state
  const isWhole = countRules(where) === countRules(kept.view.where)
  return isWhole ? [{ ...kept, view: { ...kept.view, where } }] : []
}
