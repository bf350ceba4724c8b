import { Archive, CircleCheck, PencilLine, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { MANY_AT_MOST, type CallInput, type ListQuery } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/call-reason.ts'
import { useConnection } from '../../data/queries.ts'
import { useCan } from '../../data/schema-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { MenuButton, type MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { EditManyDrawer } from '../../fields/edit-many/edit-many-drawer.tsx'
import styles from './bulk-bar.module.css'
import { useEditMany } from './use-edit-many.ts'
import type { Selection } from './use-row-selection.ts'

type BulkBarProps = {
  collection: Collection
  selection: Selection
  /** The list whose documents can all be chosen. */
  query: ListQuery
  total: number
}

type Asking = 'edit' | 'publish' | 'unpublish' | 'delete'

/** What is done to the documents that are chosen, in the place of the list's footer; each gets an entry of its own. */
export function BulkBar({ collection, selection, query, total }: BulkBarProps) {
  const { t } = useT()
  const can = useCan()
  const [asking, setAsking] = useState<Asking | null>(null)
  const { slug, trash } = collection
  const { ids } = selection
  const count = ids.size
  const { busy, run } = useEditMany(slug, query.locale)
  const selectAll = useSelectAll(query, selection)
  const mayUpdate = can('collection', slug, 'update')
  const denied = mayUpdate ? null : t('galley:edit.notAllowed')
  const drafts = collection.versions?.drafts === true
  const matching = Math.min(total, MANY_AT_MOST)

  const act = async (input: Pick<CallInput<'documents.editMany'>, 'mode' | 'values'>) => {
    const done = await run({ ids: [...ids], shown: selection.shown, ...input })
    if (!done) return false
    setAsking(null)
    selection.clear()
    return true
  }

  const items: MenuItemSpec[] = [
    ...(collection.editsMany
      ? [
          {
            id: 'edit',
            label: t('galley:actions.many.edit'),
            icon: PencilLine,
            disabledReason: denied,
            onAction: () => setAsking('edit'),
          },
        ]
      : []),
    ...(drafts
      ? [
          {
            id: 'publish',
            label: t('galley:actions.many.publish'),
            icon: CircleCheck,
            disabledReason: denied,
            onAction: () => setAsking('publish'),
          },
          {
            id: 'unpublish',
            label: t('galley:actions.many.unpublish'),
            icon: Archive,
            disabledReason: denied,
            onAction: () => setAsking('unpublish'),
          },
        ]
      : []),
    {
      id: 'delete',
      label: t(trash ? 'galley:actions.many.trash' : 'galley:actions.many.delete'),
      icon: Trash2,
      danger: true,
      disabledReason: can('collection', slug, 'delete') ? null : t('galley:edit.notAllowed'),
      onAction: () => setAsking('delete'),
    },
  ]

  return (
    <div role="group" aria-label={t('galley:actions.many.bar')} className={styles['bar']}>
      <span role="status" className={styles['count']}>
        {t('galley:actions.many.selected', { count })}
      </span>
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
        {items.map(({ id, label, icon, danger, disabledReason, onAction }) => (
          <Button
            key={id}
            variant="quiet"
            size="header"
            disabledReason={disabledReason ?? null}
            className={danger === true ? styles['danger'] : undefined}
            onPress={onAction}
            {...(icon !== undefined && { icon })}
          >
            {label}
          </Button>
        ))}
      </span>
      <span className={styles['narrow']}>
        <MenuButton label={t('general:moreOptions')} items={items} placement="top start" />
      </span>
      {asking === 'edit' && (
        <EditManyDrawer
          collection={collection}
          count={count}
          locale={query.locale}
          busy={busy}
          onSave={act}
          onClose={() => setAsking(null)}
        />
      )}
      {(asking === 'publish' || asking === 'unpublish' || asking === 'delete') && (
        <ConfirmDialog
          danger={asking !== 'publish'}
          title={t(questionOf(asking, trash), { count })}
          body={t('galley:actions.many.queueBody')}
          confirmLabel={t(asking === 'delete' ? 'general:delete' : `galley:actions.many.${asking}`)}
          busyLabel={busy ? `${t('general:loading')}...` : null}
          onConfirm={() => void act({ mode: asking, values: [] })}
          onCancel={() => setAsking(null)}
        />
      )}
    </div>
  )
}

function questionOf(asking: 'publish' | 'unpublish' | 'delete', trash: boolean): string {
  switch (asking) {
    case 'publish':
      return 'galley:actions.many.publishTitle'
    case 'unpublish':
      return 'galley:actions.many.unpublishTitle'
    case 'delete':
      return trash ? 'galley:actions.many.trashTitle' : 'galley:actions.many.deleteTitle'
  }
}

/** Chooses all documents that the list has, on all its pages, as far as they are known: the server is asked first. */
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
