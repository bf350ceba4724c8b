import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { LocaleMenuButton } from '../../ui/locale-menu/locale-menu-button.tsx'

/**
 * The locale in which documents are listed, which is the one that was chosen last, in a document or here; nothing where
 * no field of theirs has several.
 */
export function ListLocale({ collections }: { collections: readonly Collection[] }) {
  const { locale, locales, setLocale } = useContentLocale()
  const current = locales.find(({ code }) => code === locale)
  if (current === undefined || locales.length < 2) return null
  if (!collections.some(({ fields }) => hasLocalizedFields(fields))) return null
  return <LocaleMenuButton locale={current} locales={locales} onChoose={setLocale} />
}
