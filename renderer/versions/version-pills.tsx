import { versionLabel } from '../../shared/document/version-label.ts'
import type { VersionRow, VersionsPage } from '../../shared/ipc.ts'
import type { Localization } from '../../shared/cms/schema-model.ts'
import { useT } from '../i18n/use-t.ts'
import { cx } from '../ui/class-names.ts'
import { Pill } from '../ui/pill/pill.tsx'
import styles from './versions.module.css'

const DOTS = {
  draft: 'empty',
  published: 'full',
  currentDraft: 'half',
  currentlyPublished: 'full',
  previouslyPublished: null,
} as const

export type VersionPillsProps = {
  version: VersionRow
  page: VersionsPage
  localization: Localization | null
  locale: string | null
}

/** The pills of a version: Autosave, then its label, then the one locale that was published (S4.01-S4.09). */
export function VersionPills({ version, page, localization, locale }: VersionPillsProps) {
  const { t, label } = useT()
  const { latestDraft, currentlyPublished } = page
  const { key, pill } = versionLabel({ version, latestDraft, currentlyPublished, locale })
  const dot = DOTS[key]
  const code = version.publishedLocale
  const named = localization?.locales.find((one) => one.code === code)
  return (
    <span className={styles['pills']}>
      {version.autosave && <Pill tone="outline">{t('version:autosave')}</Pill>}
      <Pill tone={pill === 'success' ? 'ok' : 'plain'}>
        {dot !== null && (
          <span
            aria-hidden="true"
            className={cx(styles['dot'], dot === 'full' && styles['full'], dot === 'half' && styles['half'])}
          />
        )}
        {t(`version:${key}`)}
      </Pill>
      {code !== null && <Pill tone="outline">{label(named?.label ?? null) || code}</Pill>}
    </span>
  )
}
