import { LayoutGrid, Rows3 } from 'lucide-react'
import type { ListLayout } from '../../../data/preferences.ts'
import { useT } from '../../../i18n/use-t.ts'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import styles from './layout-switch.module.css'

/** The switch between rows and cards for files. */
export function LayoutSwitch({
  layout,
  onChange,
}: {
  layout: ListLayout
  onChange: (to: ListLayout) => void
}) {
  const { t } = useT()
  return (
    <div role="group" aria-label={t('galley:media.layout')} className={styles['switch']}>
      <IconButton
        label={t('galley:media.table')}
        icon={Rows3}
        pressed={layout === 'table'}
        onPress={() => onChange('table')}
      />
      <IconButton
        label={t('galley:media.grid')}
        icon={LayoutGrid}
        pressed={layout === 'grid'}
        onPress={() => onChange('grid')}
      />
    </div>
  )
}
