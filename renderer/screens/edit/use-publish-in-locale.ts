import { Languages } from 'lucide-react'
import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { useDocument } from '../../form/form-context.tsx'
import type { DocumentAction } from './document-action.tsx'

/** Publishes the locale on the screen alone; nothing where no field has a value per locale. */
export function usePublishInLocale(publish: () => void, disabledReason: string | null): DocumentAction[] {
  const { entity } = useDocument()
  const { locale, locales } = useContentLocale()
  const current = locales.find(({ code }) => code === locale)
  if (current === undefined || locales.length < 2 || !hasLocalizedFields(entity.fields)) return []
  return [
    {
      id: 'publish-locale',
      title: 'version:publishIn',
      titleVars: { locale: current.label },
      icon: Languages,
      disabledReason,
      onAction: publish,
    },
  ]
}
