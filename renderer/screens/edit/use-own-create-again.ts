import { useContentLocale } from '../../data/content-locale.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import type { CreateAgain } from '../../unsent/use-unsent-actions.tsx'
import { useEditorPlace } from './editor-place.ts'

/** Makes a new document of the open one, as it is on the screen, and opens it. */
export function useOwnCreateAgain(session: DocumentSession): CreateAgain {
  const { locale } = useContentLocale()
  const place = useEditorPlace()
  return async () => {
    const made = await session.createAgain(locale)
    if (made !== null) await place.show(made)
  }
}
