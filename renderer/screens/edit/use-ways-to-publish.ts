import { Archive } from 'lucide-react'
import { hasLocaleStatus } from '../../../shared/cms/entity-rules.ts'
import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useSchema } from '../../data/schema-context.tsx'
import { useDocument } from '../../form/form-context.tsx'
import type { DocumentAction } from './document-action.tsx'

/** One way to publish: the locale on the screen alone, or all of them. */
export type WayToPublish = {
  mode: 'publish' | 'publish-locale'
  title: string
  titleVars?: { locale: string }
}

/** The ways to publish, the one of the button first: the site says which that is. A single one if no value is per locale. */
export function useWaysToPublish(): readonly [WayToPublish, ...WayToPublish[]] {
  const { entity } = useDocument()
  const { locale, locales, siteLocales } = useContentLocale()
  const isActiveFirst = useSchema().localization?.publishesActive === true
  const current = locales.find(({ code }) => code === locale)
  const all: WayToPublish = { mode: 'publish', title: 'version:publishChanges' }
  // Whoever is offered one locale alone would publish the others with it.
  if (current === undefined || siteLocales.length < 2 || !hasLocalizedFields(entity.fields)) return [all]
  const here: WayToPublish = {
    mode: 'publish-locale',
    title: 'version:publishIn',
    titleVars: { locale: current.label },
  }
  return isActiveFirst ? [here, { ...all, title: 'version:publishAllLocales' }] : [all, here]
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
