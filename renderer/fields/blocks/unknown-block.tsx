import { useStoredWithin } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import styles from './blocks-input.module.css'

/** A row whose block the schema does not have: it is kept as it is, and can be looked at. */
export function UnknownBlock({ path }: { path: string }) {
  const { t } = useT()
  const json = useStoredWithin(path, (stored) => JSON.stringify(stored, null, 2))
  return (
    <div className={styles['unknown']}>
      <p>{t('galley:edit.rows.unknownKept')}</p>
      <details>
        <summary>{t('galley:edit.rows.unknownData')}</summary>
        {/* It scrolls, and has to without a mouse, too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={styles['json']} dir="ltr" tabIndex={0}>
          {json}
        </pre>
      </details>
    </div>
  )
}
