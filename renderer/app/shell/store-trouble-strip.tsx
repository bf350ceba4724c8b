import { OctagonAlert } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { Note } from '../../ui/note/note.tsx'
import { useStoreTrouble } from '../../data/store-errors.ts'
import styles from './store-trouble-strip.module.css'

/** The strip about edits that are not stored on this computer. It lies over the sheet, so nothing jumps. */
export function StoreTroubleStrip() {
  const { t } = useT()
  const trouble = useStoreTrouble()
  return (
    <div role="alert" className={styles['place']}>
      {trouble !== null && (
        <Note tone="bad" icon={OctagonAlert} title={t(`galley:app.store.${trouble}`)}>
          {t(`galley:app.store.hint.${trouble}`)}
        </Note>
      )}
    </div>
  )
}
