import type { RowLimits } from '../cms/field-base.ts'
import type { JsonObject } from '../json.ts'

/** What the fields that point at documents have in common. */
export type RelationTarget = {
  relationTo: string[]
  /** True where a value is `{relationTo, value}` (S3.07). */
  polymorphic: boolean
  hasMany: boolean
}

/** How such a field may be edited. */
export type RelationOptions = RowLimits & {
  /** False: the order of what a hasMany field holds is not for editors to change. */
  isSortable: boolean
  /** Whether documents may be made, and opened, from the field. */
  allowCreate: boolean
  allowEdit: boolean
  /** Where documents are chosen: in a list under the input, or in a drawer. */
  appearance: 'select' | 'drawer'
  /** Path by which the documents of a collection are offered in order; one that is not in it has an order of its own. */
  sortOptions: { [slug: string]: string }
  /** A fixed query that says which documents may be chosen; null: any, or a function of the site decides. */
  filterOptions: JsonObject | null
  /** A function of the site says which documents may be chosen: only the server knows. */
  hasFilterFunction: boolean
}
