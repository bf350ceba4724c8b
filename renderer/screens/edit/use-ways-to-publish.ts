import { Archive } from 'lucide-react'
import { hasLocaleStatus } from '../../../shared/cms/entity-rules.ts'
import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useSchema } from '../../data/schema-context.tsx'
import { useDocument } from '../../form/form-context.tsx'
import type { DocumentAction } from './document-action.tsx'

/** A way to publish: only the current locale, or all of them. */
export type WayToPublish = {
  mode: 'publish' | 'publish-locale'
  title: string
  titleVars?: { locale: string }
}

/**
 * Returns the ways to publish, the button's first, as the site decides; only one without localized values.
 */
export function useWaysToPublish(): readonly [WayToPublish, ...WayToPublish[]] {
  const { entity } = useDocument()
  const { locale, locales, siteLocales } = useContentLocale()
  const isActiveFirst = useSchema().localization?.publishesActive === true
  const current = locales.find(({ code }) => code === locale)
  const all: WayToPublish = { mode: 'publish', title: 'version:publishChanges' }
  // Hidden locales count, too: publishing all of them must not be the only choice.
  if (current === undefined || siteLocales.length < 2 || !hasLocalizedFields(entity.fields)) return [all]
  const here: WayToPublish = {
    mode: 'publish-locale',
    title: 'version:publishIn',
    titleVars: { locale: current.label },
  }
  return isActiveFirst ? [here, { ...all, title: 'version:publishAllLocales' }] : [all, here]
}

/** Returns the action that unpublishes the current locale; none unless each locale has a status. */
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
