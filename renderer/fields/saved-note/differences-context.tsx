import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { shownAt } from '../../../shared/document/open-differences.ts'
import type { OpenDifference } from '../../../shared/sync/sent-entry.ts'
import { useDocumentState, useForm } from '../../form/form-context.tsx'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { galley } from '../../data/bridge.ts'

/** Differences by the path at which they are shown. */
type Differences = ReadonlyMap<string, readonly OpenDifference[]>

const NONE: readonly OpenDifference[] = []
const DifferencesContext = createContext<Differences>(new Map())

/** Provides the open document's saved differences to its fields. */
export function DifferencesProvider({ children }: { children: ReactNode }) {
  const differences = useDocumentState((document) => document.differences)
  const byPath = useMemo(() => {
    const map = new Map<string, OpenDifference[]>()
    for (const difference of differences) {
      const path = shownAt(difference)
      map.set(path, [...(map.get(path) ?? []), difference])
    }
    return map
  }, [differences])
  return <DifferencesContext value={byPath}>{children}</DifferencesContext>
}

/**
 * Hides the differences from fields whose paths are not the document's, such as those of a block in a rich
 * text.
 */
export function NoDifferences({ children }: { children: ReactNode }) {
  return <DifferencesContext value={NOWHERE}>{children}</DifferencesContext>
}

const NOWHERE: Differences = new Map()

/** Returns the differences at a path, in the form's locale or shared by all locales. */
export function useDifferencesAt(path: string): readonly OpenDifference[] {
  const { locale } = useForm()
  const here = useContext(DifferencesContext).get(path) ?? NONE
  return here.filter((one) => one.locale === null || one.locale === locale)
}

/** Removes the differences: the user has seen the server's values and keeps them. */
export async function keepSaved(ref: DocRef, differences: readonly OpenDifference[]): Promise<void> {
  const seen = differences.map(({ key: _key, savedAt: _savedAt, ...difference }) => difference)
  await galley.call('outbox.seen', { what: 'differences', ref, differences: seen }).catch(console.error)
}
