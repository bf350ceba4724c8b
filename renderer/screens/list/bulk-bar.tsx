import { X } from 'lucide-react'
import { MANY_AT_MOST, type ListQuery } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useConnection } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { ItemButtons } from '../../fields/document-rows/item-buttons.tsx'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { MenuButton, type MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import styles from './bulk-bar.module.css'
import type { Selection } from '../../fields/document-rows/use-selected-rows.ts'

type BulkBarProps = {
  selection: Selection
  /** The actions on the selected documents. */
  items: MenuItemSpec[]
  /** The query of the list, to select all of it. */
  query: ListQuery
  total: number
}

/**
 * The bar of actions on selected documents, in place of the list's footer; each document gets an entry of its own.
 */
export function BulkBar({ selection, items, query, total }: BulkBarProps) {
  const { t } = useT()
  const { ids } = selection
  const count = ids.size
  const selectAll = useSelectAll(query, selection)
  const matching = Math.min(total, MANY_AT_MOST)

  return (
    <div role="group" aria-label={t('galley:actions.many.bar')} className={styles['bar']}>
      <span className={styles['count']}>{t('galley:actions.many.selected', { count })}</span>
      <IconButton size="row" icon={X} label={t('galley:actions.many.clear')} onPress={selection.clear} />
      {count < matching && (
        <Button variant="quiet" size="header" className={styles['all']} onPress={() => void selectAll()}>
          {t('galley:actions.many.selectMatching', { count: matching })}
        </Button>
      )}
      {total > MANY_AT_MOST && count >= MANY_AT_MOST && (
        <span className={styles['hint']}>{t('galley:actions.many.atMost', { count: MANY_AT_MOST })}</span>
      )}
      <span className={styles['wide']}>
        <ItemButtons items={items} variant="quiet" />
      </span>
      <span className={styles['narrow']}>
        <MenuButton label={t('general:moreOptions')} items={items} placement="top start" />
      </span>
    </div>
  )
}

/**
 * Returns a function that selects the documents of the list on all pages, at most MANY_AT_MOST; online it asks the
 * server first.
 */
function useSelectAll(query: ListQuery, selection: Selection): () => Promise<void> {
  const { t } = useT()
  const toast = useToast()
  const online = useConnection()?.status === 'online'
  return async () => {
    const all = { ...query, page: 1, limit: MANY_AT_MOST }
    try {
      if (online) await galley.call('documents.refreshList', all)
      const { rows } = await galley.call('documents.list', all)
      selection.choose(rows)
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    }
  }
}
