import { memo } from 'react'
import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { useDocument } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { LocaleBadge } from '../../ui/locale-badge/locale-badge.tsx'
import { MenuButton } from '../../ui/menu-button/menu-button.tsx'
import styles from './document-header.module.css'

/** Chooses the locale whose content is edited; nothing where no field has a value per locale. */
export const LocaleMenu = memo(function LocaleMenu() {
  const { t } = useT()
  const { entity } = useDocument()
  const { locale, locales, setLocale } = useContentLocale()
  const current = locales.find((one) => one.code === locale)
  if (locale === null || current === undefined || !hasLocalizedFields(entity.fields)) return null
  return (
    <MenuButton
      // All that is to be read on it is part of its name (WCAG 2.5.3).
      label={`${t('general:locale')}: ${locale} ${current.label}`}
      className={styles['locale'] ?? ''}
      items={locales.map(({ code, label }) => ({
        id: code,
        label,
        current: code === locale,
        onAction: () => setLocale(code),
      }))}
    >
      <LocaleBadge code={locale} /> <span className={styles['locale-name']}>{current.label}</span>
    </MenuButton>
  )
})
