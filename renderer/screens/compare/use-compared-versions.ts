import { useMemo, useState } from 'react'
import { ON_SCREEN } from '../../../shared/cms/routes.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { versionChoices, type VersionChoice } from '../../../shared/document/compare/version-choices.ts'
import type {
  DocumentView,
  VersionContent,
  VersionRow,
  VersionsAround,
  VersionsPage,
} from '../../../shared/ipc.ts'
import { useFieldTypes } from '../../data/field-types-context.ts'
import { useVersionContent, useVersionsAround } from '../../data/version-content.ts'
import { listedBefore } from './time/use-versions-in-time.ts'
import { onScreenSide, SAVED, savedSide } from './own-sides.ts'

type Here = Extract<VersionContent, { outcome: 'here' }>
type NotHere = Extract<VersionContent, { outcome: 'not-here' }>

/** `isAsking`: a retry is running. */
type Again = { again: () => void; isAsking: boolean }

/** A version that is wanted on the screen. `none`: the server or this computer (`source`) has no such version. */
export type WantedVersion =
  | { state: 'asking' }
  | { state: 'here'; content: Here }
  | ({ state: 'not-here'; content: NotHere } & Again)
  | ({ state: 'failed'; error: unknown } & Again)
  | { state: 'none'; source: VersionsAround['source'] }

export type ComparedVersions = {
  viewed: WantedVersion
  comparedWith: WantedVersion
  choices: VersionChoice<VersionRow>[]
}

/**
 * Returns both versions of a comparison, and the choices for the older one. `from` null: the previous
 * version, or the saved document if the unsaved one is viewed. `listed`: the known versions, oldest first.
 */
export function useComparedVersions(
  ref: DocRef,
  { fields }: Collection | Global,
  versionId: string,
  from: string | null,
  { page, listed }: { page: VersionsPage | undefined; listed: readonly VersionRow[] },
  view: DocumentView | null,
): ComparedVersions {
  const types = useFieldTypes()
  const isOnScreen = versionId === ON_SCREEN
  const own = useMemo(
    () =>
      isOnScreen && view !== null
        ? { shown: onScreenSide({ fields, types }, view), saved: savedSide(view) }
        : null,
    [isOnScreen, view, fields, types],
  )
  const kept = wanted(useVersionContent(ref, isOnScreen ? null : versionId))
  const viewed: WantedVersion = own === null ? kept : { state: 'here', content: own.shown }
  const viewedRow = own === null && kept.state === 'here' ? kept.content.version : null
  const around = useVersionsAround(ref, viewedRow)
  const isAgainstSaved = isOnScreen && (from === null || from === SAVED)
  const before = around === undefined ? listedBefore(listed, versionId) : (around.before?.id ?? null)
  const fromId = isAgainstSaved ? null : (from ?? before)
  const other = wanted(useVersionContent(ref, fromId))
  const comparedWith: WantedVersion = isAgainstSaved
    ? own === null
      ? { state: 'asking' }
      : { state: 'here', content: own.saved }
    : fromId === null && around !== undefined
      ? { state: 'none', source: around.source }
      : other
  const viewing = own?.shown.version ?? viewedRow
  const against = comparedWith.state === 'here' ? comparedWith.content.version : null
  const choices =
    viewing === null
      ? []
      : versionChoices({
          viewed: viewing,
          comparedWith: isAgainstSaved ? null : against,
          previous: around?.before ?? null,
          latestDraft: page?.latestDraft ?? null,
          currentlyPublished: page?.currentlyPublished ?? null,
          previouslyPublished: around?.publishedBefore ?? null,
        })
  if (own !== null) choices.unshift({ version: own.saved.version, roles: ['lastSaved'] })
  return { viewed, comparedWith, choices }
}

function wanted({ content, ...again }: ReturnType<typeof useVersionContent>): WantedVersion {
  if (content === undefined) return { state: 'asking' }
  switch (content.outcome) {
    case 'here':
      return { state: 'here', content }
    case 'broken':
      return { state: 'failed', error: content.error, ...again }
    case 'not-here':
      return { state: 'not-here', content, ...again }
    default:
      return content satisfies never
  }
}

export type Settled = ComparedVersions & {
  versionId: string
  /** True while the wanted versions are being read, and these are the previous ones. */
  isFormer: boolean
}

/** Returns the last complete pair of versions until the next one is read, so that nothing jumps meanwhile. */
export function useSettled(versionId: string, asked: ComparedVersions): Settled {
  const [last, setLast] = useState<Settled | null>(null)
  const now: Settled = { ...asked, versionId, isFormer: false }
  const { viewed, comparedWith } = asked
  const isWhole = viewed.state === 'here' && comparedWith.state !== 'asking'
  const isAsking = viewed.state === 'asking' || (viewed.state === 'here' && comparedWith.state === 'asking')
  if (isWhole && !isSame(last, now)) setLast(now)
  return isAsking && last !== null ? { ...last, isFormer: true } : now
}

function isSame(last: Settled | null, now: Settled): boolean {
  return (
    last !== null &&
    last.versionId === now.versionId &&
    last.choices.length === now.choices.length &&
    isSameVersion(last.viewed, now.viewed) &&
    isSameVersion(last.comparedWith, now.comparedWith)
  )
}

function isSameVersion(last: WantedVersion, now: WantedVersion): boolean {
  if (last.state !== 'here' || now.state !== 'here') return last.state === now.state
  return last.content.data === now.content.data && last.content.gone === now.content.gone
}
