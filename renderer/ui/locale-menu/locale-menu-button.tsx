import { useT } from '../../i18n/use-t.ts'
import { LocaleBadge } from '../locale-badge/locale-badge.tsx'
import { MenuButton, type MenuItemSpec } from '../menu-button/menu-button.tsx'
import styles from './locale-menu-button.module.css'

type Choice = { code: string; label: string }
export type LocaleMenuButtonProps = {
  id?: string
  /** The locale whose content is shown. */
  locale: Choice
  locales: readonly Choice[]
  onChoose: (code: string) => void
  /** More actions on locales, below them. */
  more?: MenuItemSpec[]
}

/** The button with the current content locale; its menu changes it. */
export function LocaleMenuButton({ id, locale, locales, onChoose, more = [] }: LocaleMenuButtonProps) {
  const { t } = useT()
  return (
    <MenuButton
      {...(id !== undefined && { id })}
      // The visible text is part of its name (WCAG 2.5.3).
      label={`${t('general:locale')}: ${locale.code} ${locale.label}`}
      className={styles['locale'] ?? ''}
      items={[
        ...locales.map(({ code, label }) => ({
          id: code,
          label,
          current: code === locale.code,
          onAction: () => onChoose(code),
        })),
        ...more,
      ]}
    >
      <LocaleBadge code={locale.code} /> <span className={styles['name']}>{locale.label}</span>
    </MenuButton>
  )
}
