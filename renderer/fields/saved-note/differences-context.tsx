import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { shownAt } from '../../../shared/document/open-differences.ts'
import type { OpenDifference } from '../../../shared/sync/sent-entry.ts'
import { useDocumentState, useForm } from '../../form/form-context.tsx'

/** By the path at which they are shown. */
type Differences = ReadonlyMap<string, readonly OpenDifference[]>

const NONE: readonly OpenDifference[] = []
const DifferencesContext = createContext<Differences>(new Map())

/** Lets the fields of an open document show what the server did not save as it was sent, in the form's locale. */
export function DifferencesProvider({ children }: { children: ReactNode }) {
  const { locale } = useForm()
  const differences = useDocumentState((document) => document.differences)
  const byPath = useMemo(() => {
    const map = new Map<string, OpenDifference[]>()
    for (const difference of differences) {
      if (difference.locale !== null && difference.locale !== locale) continue
      const path = shownAt(difference)
      map.set(path, [...(map.get(path) ?? []), difference])
    }
    return map
  }, [differences, locale])
  return <DifferencesContext value={byPath}>{children}</DifferencesContext>
}

export function useDifferencesAt(path: string): readonly OpenDifference[] {
  return useContext(DifferencesContext).get(path) ?? NONE
}
