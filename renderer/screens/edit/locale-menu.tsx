import { Columns2, Languages } from 'lucide-react'
import { memo, useState } from 'react'
import { hasLocalizedFields } from '../../../shared/cms/fields.ts'
import { useContentLocale, useOwnContentLocale } from '../../data/content-locale.tsx'
import { useDocument } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { LocaleMenuButton } from '../../ui/locale-menu/locale-menu-button.tsx'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { CopyLocaleDialog } from './second-locale/copy-locale-dialog.tsx'
import { TOGGLE_KEY } from './second-locale/use-second-locale-commands.ts'
import { LOCALE_MENU_ID, useSecondLocale } from './second-locale/use-second-locale.ts'

/** The menu of content locales and of actions between them; nothing if no field is localized. */
export const LocaleMenu = memo(function LocaleMenu() {
  const { t } = useT()
  const { entity } = useDocument()
  const { locale, locales, setLocale } = useContentLocale()
  const { second, choices, toggle } = useSecondLocale(entity)
  const isDrawer = useOwnContentLocale() !== null
  const [copying, setCopying] = useState(false)
  const current = locales.find((one) => one.code === locale)
  if (locale === null || current === undefined || !hasLocalizedFields(entity.fields)) return null
  const more: MenuItemSpec[] = [
    ...(isDrawer
      ? []
      : [
          {
            id: 'beside',
            label: t('galley:locales.beside'),
            icon: Columns2,
            shortcut: TOGGLE_KEY,
            current: second !== null,
            onAction: toggle,
          },
        ]),
    ...(entity.kind === 'collection' && !entity.copiesLocales
      ? []
      : [
          {
            id: 'copy',
            label: t('galley:locales.copyMenu'),
            icon: Languages,
            onAction: () => setCopying(true),
          },
        ]),
  ]
  return (
    <>
      <LocaleMenuButton
        // Closing the second locale focuses the menu with this id, which is not one in a drawer.
        {...(!isDrawer && { id: LOCALE_MENU_ID })}
        locale={current}
        locales={locales}
        onChoose={setLocale}
        more={choices.length > 0 ? more.map((item, index) => ({ ...item, line: index === 0 })) : []}
      />
      {copying && <CopyLocaleDialog onClose={() => setCopying(false)} />}
    </>
  )
})
