import type { Field } from '../../cms/schema-model.ts'
import type { Change } from '../../document/change.ts'
import { splitByLocale } from '../../document/split-by-locale.ts'
import type { JsonObject } from '../../json.ts'
import { hasOwnEffect, type OutboxEntry, type WriteMode } from '../entry.ts'

/** Splits changes into one write per locale, in order, a publish last (DM1). */
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
