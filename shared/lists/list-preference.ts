import * as v from 'valibot'
import { own, type JsonObject } from '../json.ts'
import { columnChoices, readColumns } from './columns.ts'

/** Largest number of rows on a page of a list. */
export const MAX_LIMIT = 1000

/** The user's settings of a list, stored on the server in the web admin's preference of that list (S3.37). */
export const listPreference = v.object({
  columns: v.nullable(columnChoices),
  limit: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LIMIT))),
  sort: v.nullable(v.string()),
  /** The view at the list's address: the list, or its documents by folder. */
  listViewType: v.nullable(v.picklist(['list', 'folders'])),
})
export type ListPreference = v.InferOutput<typeof listPreference>

/** Settings to change; null removes a setting. */
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

/** Reads a preference; parts that cannot be read count as not set. `failed`: called for unreadable columns. */
export function readListPreference(value: JsonObject, failed: () => void): ListPreference {
  const { limit, sort, listViewType } = listPreference.entries
  return {
    columns: readColumns(own(value, 'columns'), failed) ?? null,
    limit: v.parse(v.fallback(limit, null), own(value, 'limit') ?? null),
    sort: v.parse(v.fallback(sort, null), own(value, 'sort') ?? null) || null,
    listViewType: v.parse(v.fallback(listViewType, null), own(value, 'listViewType') ?? null),
  }
}

/** True if a page may have this number of rows. */
export const isLimit = (limit: number): boolean => v.is(listPreference.entries.limit, limit)
