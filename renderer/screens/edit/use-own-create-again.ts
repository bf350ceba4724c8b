import { useContentLocale } from '../../data/content-locale.tsx'
import type { CopiedFile } from '../../../shared/ipc.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import { useEditorPlace } from './editor-place.ts'

/** Makes a new document of the open one, as it is on the screen, and opens it unless told not to. `file`: see `documents.createAgain`. */
export function useOwnCreateAgain(
  session: DocumentSession,
): (file?: CopiedFile, isShown?: boolean) => Promise<void> {
  const { locale } = useContentLocale()
  const place = useEditorPlace()
  return async (file, isShown = true) => {
    const made = await session.createAgain(locale, file)
    if (made !== null && isShown) await place.show(made)
  }
}
