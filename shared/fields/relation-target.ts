import type { RowLimits } from '../cms/field-base.ts'
import type { JsonObject } from '../json.ts'

/** The targets of a field that refers to documents. */
export type RelationTarget = {
  relationTo: string[]
  /** True if a value is `{relationTo, value}` (S3.07). */
  polymorphic: boolean
  hasMany: boolean
}

/** The options for editing such a field. */
export type RelationOptions = RowLimits & {
  /** False: editors may not reorder the values of a hasMany field. */
  isSortable: boolean
  /** True if documents may be created, and opened, from the field. */
  allowCreate: boolean
  allowEdit: boolean
  /** The way to choose documents: in a list under the input, or in a drawer. */
  appearance: 'select' | 'drawer'
  /** Sort path of the offered documents by collection; a missing collection has its default order. */
  sortOptions: { [slug: string]: string }
  /** A fixed filter of the offered documents; null: any, or a function of the site decides. */
  filterOptions: JsonObject | null
  /** True if a function of the site filters the documents, so that only the server knows. */
  hasFilterFunction: boolean
}
