import { DiagnosticsPanel } from '../../diagnostics/diagnostics-panel.tsx'
import { useT } from '../../i18n/use-t.ts'
import { ScreenHeader } from '../../ui/screen-header/screen-header.tsx'
import styles from './diagnostics-screen.module.css'

/** Diagnostics of the open account's server and of this computer. It needs no schema and no connection. */
export function DiagnosticsScreen() {
  const { t } = useT()
  return (
    <>
      <ScreenHeader title={t('galley:diagnostics.title')} />
      <div className={styles['scroll']}>
        <div className={styles['form']}>
          <DiagnosticsPanel url={null} />
        </div>
      </div>
    </>
  )
}
