import { useNavigate } from 'react-router-dom'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { adminRoutes } from '../../../shared/cms/routes.ts'
import { galley } from '../../data/bridge.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import type { CreateAgain } from '../../unsent/use-unsent-actions.tsx'

/** Returns a function that makes a new document of one that is not open, and opens it. */
export function useCreateAgain(ref: DocRef): CreateAgain {
  const { locale } = useContentLocale()
  const navigate = useNavigate()
  return async () => {
    const made = await galley.call('documents.createAgain', { ref, locale })
    await navigate(adminRoutes.document(made.ref))
  }
}
