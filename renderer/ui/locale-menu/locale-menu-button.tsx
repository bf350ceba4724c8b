import { useT } from '../../i18n/use-t.ts'
import { LocaleBadge } from '../locale-badge/locale-badge.tsx'
import { MenuButton, type MenuItemSpec } from '../menu-button/menu-button.tsx'
import styles from './locale-menu-button.module.css'

export type LocaleMenuButtonProps = {
  id?: string
  locale: { code: string; label: string }
  items: MenuItemSpec[]
}

/** The locale whose content is shown, and what can be done about that. */
export function LocaleMenuButton({ id, locale: { code, label }, items }: LocaleMenuButtonProps) {
  const { t } = useT()
  return (
    <MenuButton
      {...(id !== undefined && { id })}
      // All that is to be read on it is part of its name (WCAG 2.5.3).
      label={`${t('general:locale')}: ${code} ${label}`}
      className={styles['locale'] ?? ''}
      items={items}
    >
      <LocaleBadge code={code} /> <span className={styles['name']}>{label}</span>
    </MenuButton>
  )
}
