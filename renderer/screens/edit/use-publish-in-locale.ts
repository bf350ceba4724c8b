import { Archive, Languages } from 'lucide-react'
import { hasLocaleStatus } from '../../../shared/cms/locale-status.ts'
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

/** Takes back what is published in the locale on the screen, where each has a status of its own; else nothing. */
export function useUnpublishInLocale(unpublish: () => void, disabledReason: string | null): DocumentAction[] {
  const { entity } = useDocument()
  const { locale, locales } = useContentLocale()
  const current = locales.find(({ code }) => code === locale)
  if (current === undefined || !hasLocaleStatus(entity)) return []
  return [
    {
      id: 'unpublish-locale',
      title: 'version:unpublishIn',
      titleVars: { locale: current.label },
      icon: Archive,
      danger: true,
      disabledReason,
      onAction: unpublish,
    },
  ]
}
