import type { Change, RowsChange } from '../../../shared/document/change.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'

type Contents = Record<string, JsonObject>

export const set = (path: string, from: Json, to: Json, locale: string | null = null): Change => ({
  kind: 'set',
  locale,
  path,
  from,
  to,
})

export const rows = (
  path: string,
  from: string[],
  to: string[],
  {
    added = {},
    removed = {},
    locale = null,
  }: { added?: Contents; removed?: Contents; locale?: string | null } = {},
): RowsChange => ({ kind: 'rows', locale, path, from, to, added, removed })
