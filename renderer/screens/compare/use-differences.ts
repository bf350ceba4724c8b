import { useMemo } from 'react'
import { judgeField } from '../../../shared/cms/document-permissions.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { compareDocuments } from '../../../shared/document/compare/compare-documents.ts'
import { onlyModified, type ComparedPart } from '../../../shared/document/compare/compared.ts'
import type { ComparedLocales } from '../../../shared/document/compare/locale-sides.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { useJudged } from '../../form/use-permitted.ts'
import { changeEntries, type ChangeEntry } from './change-entries.ts'
import type { ComparedVersions } from './use-compared-versions.ts'

const NOTHING: JsonObject = {}

export type Differences = {
  before: JsonObject
  after: JsonObject
  /** Null until both versions are here; the oldest one is compared with nothing. */
  all: ComparedPart[] | null
  modified: ComparedPart[] | null
  entries: ChangeEntry[]
}

/** Returns the differences of two versions, part by part, as far as the user may read them. */
export function useDifferences(
  entity: Collection | Global,
  { viewed, comparedWith }: Pick<ComparedVersions, 'viewed' | 'comparedWith'>,
  locales: ComparedLocales,
): Differences {
  const after = viewed.state === 'here' ? viewed.content.data : null
  const before =
    comparedWith.state === 'here'
      ? comparedWith.content.data
      : comparedWith.state === 'none' && comparedWith.source === 'server'
        ? NOTHING
        : null
  const judged = useJudged(entity, false)
  const all = useMemo(() => {
    if (before === null || after === null) return null
    const mayRead = (names: string) => judgeField(judged, names, 'read')
    return compareDocuments({ fields: entity.fields, locales, mayRead }, before, after)
  }, [entity, locales, judged, before, after])
  const modified = useMemo(() => (all === null ? null : onlyModified(all)), [all])
  const entries = useMemo(() => (modified === null ? [] : changeEntries(modified)), [modified])
  return { before: before ?? NOTHING, after: after ?? NOTHING, all, modified, entries }
}
