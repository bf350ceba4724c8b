import { OctagonAlert } from 'lucide-react'
import { useT } from '../../i18n/use-t.ts'
import { Note } from '../../ui/note/note.tsx'
import { useStoreTrouble } from '../../data/store-errors.ts'
import styles from './store-trouble-strip.module.css'

/** Says, until it is over, that what is typed is not on this computer; lies over the sheet so that nothing jumps. */
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
