import { hasOwnEffect } from '../../shared/sync/entry.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import type { Change } from '../../shared/document/change.ts'
import { splitByLocale } from '../../shared/document/split-by-locale.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry, WriteMode } from '../../shared/sync/entry.ts'

/** One write per locale, in order, a publish last (DM1). */
export function writesOf(
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  mode: WriteMode,
  locale: string | null,
): Pick<OutboxEntry, 'mode' | 'locale' | 'changes'>[] {
  const parts = splitByLocale(fields, data, changes, locale)
  if (!hasOwnEffect(mode))
    return (parts.length > 0 ? parts : [{ locale, changes: [] }]).map((part) => ({ ...part, mode }))
  const last = parts.at(-1)
  const before = last?.locale === locale ? parts.slice(0, -1) : parts
  const own = last?.locale === locale ? last.changes : []
  return [...before.map((part) => ({ ...part, mode: 'draft' as const })), { locale, changes: own, mode }]
}
