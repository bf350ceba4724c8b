import { createContext, useContext, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { localeSuffix } from '../../data/locale-of.ts'

/** Where an open document is edited: on its own screen, or in a drawer over another one. */
export type EditorPlace = {
  /** Another document takes its place. */
  show: (ref: DocRef) => Promise<void> | void
  /** There is nothing to edit any more. `slug`: the collection that the document was in. */
  leave: (slug: string) => Promise<void> | void
  /** The person has saved the document. */
  saved?: () => void
  /** The person has deleted the document, or given it up where it was new. */
  deleted?: (ref: DocRef) => void
}

const EditorPlaceContext = createContext<EditorPlace | null>(null)

export const EditorPlaceProvider = EditorPlaceContext.Provider

/** Whether it is on its own screen, and not over another one. */
export function useIsOnScreen(): boolean {
  return useContext(EditorPlaceContext) === null
}

export function useEditorPlace(): EditorPlace {
  const own = useContext(EditorPlaceContext)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  // Whoever works in a locale stays in it.
  const suffix = localeSuffix(params.get('locale'))
  return useMemo(
    () =>
      own ?? {
        show: (ref) => navigate(adminRoutes.document(ref) + suffix),
        leave: (slug) => navigate(adminRoutes.list(slug) + suffix),
      },
    [own, navigate, suffix],
  )
}
