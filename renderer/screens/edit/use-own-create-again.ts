import { useNavigate } from 'react-router-dom'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import type { DocumentSession } from '../../form/document-session.ts'
import type { CreateAgain } from '../../unsent/use-unsent-actions.tsx'

/** Makes a new document of the open one, as it is on the screen, and opens it. */
export function useOwnCreateAgain(session: DocumentSession): CreateAgain {
  const { locale } = useContentLocale()
  const navigate = useNavigate()
  return async () => {
    const made = await session.createAgain(locale)
    if (made !== null) await navigate(adminRoutes.document(made))
  }
}
