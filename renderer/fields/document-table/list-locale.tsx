import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { LocaleMenuButton } from '../../ui/locale-menu/locale-menu-button.tsx'

/**
 * The menu of the content locale, at a list; it is the same locale as in documents. Renders nothing if the
 * collections have no localized field.
 */
export function ListLocale({ collections }: { collections: readonly Collection[] }) {
  const { locale, locales, setLocale } = useContentLocale()
  const current = locales.find(({ code }) => code === locale)
  if (current === undefined || locales.length < 2) return null
  if (!collections.some(({ fields }) => hasLocalizedFields(fields))) return null
  return <LocaleMenuButton locale={current} locales={locales} onChoose={setLocale} />
}
