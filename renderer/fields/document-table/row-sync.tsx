import type { ListRow } from '../../../shared/ipc.ts'
import type { DocState } from '../../../shared/sync/entry.ts'
import { useT } from '../../i18n/use-t.ts'
import type { MarginState } from '../../ui/margin-bar/margin-bar.tsx'
import { SyncState } from '../../ui/sync-state/sync-state.tsx'
import styles from '../../ui/table/table.module.css'

/** The bar at a row's start for the state of its document; none where the server has everything as it was sent. */
export function rowBar(state: DocState): MarginState {
  switch (state.kind) {
    case 'saved':
      return 'none'
    case 'on-this-computer':
      return 'edited'
    case 'waiting':
    case 'sending':
      return 'waiting'
    case 'conflict':
    case 'differs':
      return 'conflict'
    case 'failed':
    case 'failing':
      return 'invalid'
  }
}

/** The Sync cell: silent where the server has everything and the document can be opened (SY16). */
export function RowSync({ row, offline }: { row: ListRow; offline: boolean }) {
  const { t } = useT()
  if (row.state.kind === 'saved' && offline && !row.complete)
    return <span className={styles['hint']}>{t('galley:list.needsServer')}</span>
  return <SyncState state={row.state} compact />
}
