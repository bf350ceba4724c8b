import { useMemo } from 'react'
import { judgeField } from '../../../shared/cms/document-permissions.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { compareDocuments } from '../../../shared/document/compare/compare-documents.ts'
import {
  onlyModified,
  type ComparedPart,
  type ComparedRow,
  type ComparedRows,
} from '../../../shared/document/compare/compared.ts'
import type { ComparedLocales } from '../../../shared/document/compare/locale-sides.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { useJudged } from '../../form/use-permitted.ts'
import type { ComparedVersions } from './use-compared-versions.ts'

const NOTHING: JsonObject = {}

export type Differences = {
  before: JsonObject
  after: JsonObject
  /** Null until both versions are here. */
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

/** A difference in the list of all: a field, a container or a row. */
export type ChangeEntry = {
  part: ComparedPart | ComparedRow
  depth: number
  /** Keys of its containers, from the outside. */
  within: string[]
}

/** Returns the differences in the order of the page, without those inside rows. */
export function changeEntries(modified: readonly ComparedPart[]): ChangeEntry[] {
  const entries: ChangeEntry[] = []
  const add = (part: ComparedPart | ComparedRow, within: string[]): void => {
    entries.push({ part, depth: within.length, within })
    const inside: readonly (ComparedPart | ComparedRow)[] =
      part.kind === 'group' ? part.parts : part.kind === 'rows' ? rowsOf(part) : []
    for (const one of inside) add(one, [...within, part.key])
  }
  for (const part of modified) add(part, [])
  return entries
}

function rowsOf({ rows }: ComparedRows): ComparedRow[] {
  return rows
}

/** True if stepping from change to change stops here; containers are skipped. */
export function isStop({ part }: ChangeEntry): boolean {
  return part.kind === 'value' || part.kind === 'row'
}
