import * as v from 'valibot'
import { own, type JsonObject } from '../json.ts'
import { columnChoices, readColumns } from './columns.ts'

/** A page of a list has at most so many rows. */
export const MAX_LIMIT = 1000

/** What is kept of a list on the server for whoever is signed in, in the web admin's preference of that list (S3.37). */
export const listPreference = v.object({
  columns: v.nullable(columnChoices),
  limit: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LIMIT))),
  sort: v.nullable(v.string()),
  /** What its address shows: the list, or its documents by folder. */
  listViewType: v.nullable(v.picklist(['list', 'folders'])),
})
export type ListPreference = v.InferOutput<typeof listPreference>

/** A choice of some parts of it; null: nothing is kept of that part any more. */
export const listChoice = v.object({
  columns: v.exactOptional(listPreference.entries.columns),
  limit: v.exactOptional(listPreference.entries.limit),
  sort: v.exactOptional(listPreference.entries.sort),
  listViewType: v.exactOptional(listPreference.entries.listViewType),
})
export type ListChoice = v.InferOutput<typeof listChoice>

export const NOTHING_KEPT: ListPreference = {
  columns: null,
  limit: null,
  sort: null,
  listViewType: null,
}

/** What such a preference says; what of it cannot be read says nothing. `failed`: of the columns. */
export function readListPreference(value: JsonObject, failed: () => void): ListPreference {
  const { limit, sort, listViewType } = listPreference.entries
  return {
    columns: readColumns(own(value, 'columns'), failed) ?? null,
    limit: v.parse(v.fallback(limit, null), own(value, 'limit') ?? null),
    sort: v.parse(v.fallback(sort, null), own(value, 'sort') ?? null) || null,
    listViewType: v.parse(v.fallback(listViewType, null), own(value, 'listViewType') ?? null),
  }
}

/** Whether a page may have so many rows. */
export const isLimit = (limit: number): boolean => v.is(listPreference.entries.limit, limit)
