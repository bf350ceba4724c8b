import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { versionChoices, type VersionChoice } from '../../../shared/document/compare/version-choices.ts'
import type { VersionContent, VersionRow, VersionsAround, VersionsPage } from '../../../shared/ipc.ts'
import { useVersionContent, useVersionsAround } from '../../data/version-content.ts'

type Here = Extract<VersionContent, { outcome: 'here' }>
type NotHere = Extract<VersionContent, { outcome: 'not-here' }>

/** A version that is wanted on the screen. `none`: there is no such version, `source` says who knows that. */
export type WantedVersion =
  | { state: 'asking' }
  | { state: 'here'; content: Here }
  | { state: 'not-here'; content: NotHere; again: () => void }
  | { state: 'failed'; error: unknown; again: () => void }
  | { state: 'none'; source: VersionsAround['source'] }

export type ComparedVersions = {
  viewed: WantedVersion
  comparedWith: WantedVersion
  choices: VersionChoice<VersionRow>[]
}

/** The two versions of a comparison, and what else the viewed one can be compared with. `from` null: the one before. */
export function useComparedVersions(
  ref: DocRef,
  versionId: string,
  from: string | null,
  page: VersionsPage | undefined,
): ComparedVersions {
  const viewed = wanted(useVersionContent(ref, versionId))
  const viewedRow = viewed.state === 'here' ? viewed.content.version : null
  const around = useVersionsAround(ref, viewedRow)
  const fromId = from ?? around?.before?.id ?? null
  const other = wanted(useVersionContent(ref, fromId))
  const comparedWith: WantedVersion =
    fromId === null && around !== undefined ? { state: 'none', source: around.source } : other
  const choices =
    viewedRow === null
      ? []
      : versionChoices({
          viewed: viewedRow,
          comparedWith: comparedWith.state === 'here' ? comparedWith.content.version : null,
          previous: around?.before ?? null,
          latestDraft: page?.latestDraft ?? null,
          currentlyPublished: page?.currentlyPublished ?? null,
          previouslyPublished: around?.publishedBefore ?? null,
        })
  return { viewed, comparedWith, choices }
}

function wanted({ content, error, again }: ReturnType<typeof useVersionContent>): WantedVersion {
  if (content?.outcome === 'here') return { state: 'here', content }
  if (content !== undefined) return { state: 'not-here', content, again }
  return error === null ? { state: 'asking' } : { state: 'failed', error, again }
}
