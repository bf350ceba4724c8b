import type { NamedBase } from '../../cms/field-base.ts'
import type { JsonObject } from '../../json.ts'

/** Documents that point at this one; the server computes them, they are not written. */
export type JoinField = NamedBase & {
  type: 'join'
  /** Slugs of the collections whose documents are listed. */
  collections: string[]
  /** Path of their field that points here. */
  on: string
  /** Documents on a page; null: the site does not say. */
  defaultLimit: number | null
  defaultSort: string | null
  defaultColumns: string[] | null
  allowCreate: boolean
  /** Their order is kept for this list, in a field of theirs by which it is sorted. */
  orderable: boolean
  /** A filter for the listed documents, besides that they refer to this one. */
  where: JsonObject | null
}
