import { createContext, useContext, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { localeSuffix } from '../../data/locale-of.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useDocument, useForm, useSecondForm } from '../../form/form-context.tsx'
import type { FormState } from '../../form/form-state.ts'

/** The container in which a document is edited: its own screen, or a drawer. */
export type EditorPlace = {
  /** Shows another document instead. */
  show: (ref: DocRef) => Promise<void> | void
  /** Leaves the document. `slug`: its collection. */
  leave: (slug: string) => Promise<void> | void
  /** Called when the person has saved the document. */
  saved?: () => void
  /** Called when the person has deleted the document, or discarded a new one. */
  deleted?: (ref: DocRef) => void
}

const EditorPlaceContext = createContext<EditorPlace | null>(null)

export const EditorPlaceProvider = EditorPlaceContext.Provider

/** True if the document is on its own screen, not in a drawer. */
export function useIsOnScreen(): boolean {
  return useContext(EditorPlaceContext) === null
}

export function useEditorPlace(): EditorPlace {
  const own = useContext(EditorPlaceContext)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  // The content locale stays.
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

/**
 * Returns a function that puts a locale on the screen and returns its form; null: what all locales share. The
 * second locale stays second; any other one becomes the current locale.
 */
export function useOnScreen(): (locale: string | null) => FormState {
  const document = useDocument()
  const form = useForm()
  const second = useSecondForm()
  const { setLocale } = useContentLocale()
  return (locale) => {
    if (locale === null || locale === form.locale) return form
    if (locale === second?.locale) return second
    setLocale(locale)
    return document.inLocale(locale)
  }
}
