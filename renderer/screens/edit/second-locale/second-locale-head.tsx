import { ArrowDown, X } from 'lucide-react'
import type { Beside } from '../../../fields/second-locale/other-locale-context.ts'
import { useForm } from '../../../form/form-context.tsx'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { LocaleBadge } from '../../../ui/locale-badge/locale-badge.tsx'
import { MenuButton } from '../../../ui/menu-button/menu-button.tsx'
import styles from './second-locale-head.module.css'
import { goToNext, NEXT_KEY, TOGGLE_KEY } from './use-second-locale-commands.ts'
import { LOCALE_MENU_ID, type SecondLocale } from './use-second-locale.ts'
import { useTranslationWork } from './use-translation-work.ts'

/** The head over two locales: their names, and the work left in the one that is translated. */
export function SecondLocaleHead({ beside, locales }: { beside: Beside; locales: SecondLocale }) {
  const { t } = useT()
  const form = useForm()
  const { names, scope, target } = beside
  const { second, choices, choose, toggle } = locales
  const work = <Work beside={beside} />
  return (
    <div role="group" aria-label={t('galley:locales.beside')} className={styles['head']}>
      <div className={styles['columns']}>
        <div className={styles['column']}>
          {form.locale !== null && <LocaleBadge code={form.locale} />}
          <span className={styles['name']}>{names.first}</span>
          {target === form && work}
        </div>
        <div className={styles['column']}>
          <MenuButton
            placement="bottom start"
            size="row"
            // The accessible name contains all visible text (WCAG 2.5.3).
            label={t('galley:locales.second', { locale: `${scope.locale ?? ''} ${names.second}` })}
            className={styles['choice'] ?? ''}
            items={choices.map(({ code, label }) => ({
              id: code,
              label,
              current: code === second?.code,
              onAction: () => choose(code),
            }))}
          >
            <LocaleBadge code={scope.locale ?? ''} /> <span className={styles['name']}>{names.second}</span>
          </MenuButton>
          {target !== form && work}
          <span className={styles['close']}>
            <IconButton
              size="row"
              icon={X}
              label={t('galley:locales.close')}
              shortcut={TOGGLE_KEY}
              onPress={() => {
                // This button disappears, so the menu gets the focus.
                document.getElementById(LOCALE_MENU_ID)?.focus()
                toggle()
              }}
            />
          </span>
        </div>
      </div>
    </div>
  )
}

function Work({ beside }: { beside: Beside }) {
  const { t, formatList } = useT()
  const work = useTranslationWork(beside)
  const { missing, older, all } = work ?? { missing: [], older: [], all: [] }
  const words = [
    ...(missing.length > 0 ? [t('galley:locales.missing', { count: missing.length })] : []),
    ...(older.length > 0 ? [t('galley:locales.older', { count: older.length })] : []),
  ]
  return (
    <>
      <span role="status" className={styles['work']}>
        {work !== null && (words.length === 0 ? t('galley:locales.complete') : formatList(words))}
      </span>
      {all.length > 0 && (
        <IconButton
          size="row"
          icon={ArrowDown}
          label={t('galley:locales.next')}
          shortcut={NEXT_KEY}
          onPress={() => goToNext(beside)}
        />
      )}
    </>
  )
}
