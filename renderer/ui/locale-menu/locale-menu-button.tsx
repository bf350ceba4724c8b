import { useT } from '../../i18n/use-t.ts'
import { LocaleBadge } from '../locale-badge/locale-badge.tsx'
import { MenuButton, type MenuItemSpec } from '../menu-button/menu-button.tsx'
import styles from './locale-menu-button.module.css'

type Choice = { code: string; label: string }
export type LocaleMenuButtonProps = {
  id?: string
  /** The one whose content is shown. */
  locale: Choice
  locales: readonly Choice[]
  onChoose: (code: string) => void
  /** What else can be done about locales, behind them. */
  more?: MenuItemSpec[]
}

/** The locale whose content is shown, to choose another one. */
export function LocaleMenuButton({ id, locale, locales, onChoose, more = [] }: LocaleMenuButtonProps) {
  const { t } = useT()
  return (
    <MenuButton
      {...(id !== undefined && { id })}
      // All that is to be read on it is part of its name (WCAG 2.5.3).
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
