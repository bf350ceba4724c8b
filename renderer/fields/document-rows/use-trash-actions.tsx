import { RotateCcw, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { TrashResult } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { useConnection } from '../../data/queries.ts'
import { useTrashPermitted, type KnownRow } from '../../form/use-permitted.ts'
import { useT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { useJudgedTrash } from './use-judged-trash.ts'
import { DeleteForGoodDialog, RestoreDialog } from './trash-dialogs.tsx'

/**
 * Returns the actions on documents of the trash, after a question: restore, or delete for good. They need the server.
 * `onDone`: called with the ids that the server has changed.
 */
export function useTrashActions(
  collection: Collection,
  onDone: (what: 'restore' | 'delete', ids: readonly string[]) => void,
): {
  /** `rows`: the documents' known permissions. */
  itemsFor: (ids: string[], rows: readonly KnownRow[], isSelection: boolean) => MenuItemSpec[]
  dialog: ReactNode
} {
  const { slug } = collection
  const { t } = useT()
  const online = useConnection()?.status === 'online'
  const permitted = useTrashPermitted(slug)
  const [asking, setAsking] = useState<{ what: 'restore' | 'delete'; ids: string[] } | null>(null)
  const judged = useJudgedTrash()
  const [busy, setBusy] = useState(false)
  const noServer = online ? null : t('galley:actions.needsServer')
  const run = async (ask: () => Promise<TrashResult>, words: (count: number) => string): Promise<void> => {
    setBusy(true)
    const ids = await judged(slug, ask, words)
    setBusy(false)
    if (asking === null || ids === null) return
    setAsking(null)
    onDone(asking.what, ids)
  }
  return {
    itemsFor(ids, rows, isSelection) {
      const reasonFor = (operation: 'restore' | 'delete') =>
        rows.some((row) => permitted(row, operation)) ? noServer : t('galley:edit.notAllowed')
      return [
        {
          id: 'restore',
          label: t('general:restore'),
          icon: RotateCcw,
          disabledReason: reasonFor('restore'),
          onAction: () => setAsking({ what: 'restore', ids }),
        },
        {
          id: 'delete',
          label: t('galley:actions.trashList.delete'),
          icon: Trash2,
          danger: true,
          disabledReason:
            isSelection && !collection.deletesMany ? t('galley:actions.many.noDelete') : reasonFor('delete'),
          onAction: () => setAsking({ what: 'delete', ids }),
        },
      ]
    },
    dialog: (
      <>
        {asking?.what === 'restore' && (
          <RestoreDialog
            count={asking.ids.length}
            drafts={collection.versions?.drafts === true}
            busy={busy}
            onConfirm={(publish) =>
              void run(
                () => galley.call('trash.restore', { slug, ids: asking.ids, publish }),
                (count) => t('galley:actions.trashList.restored', { count }),
              )
            }
            onCancel={() => setAsking(null)}
          />
        )}
        {asking?.what === 'delete' && (
          <DeleteForGoodDialog
            count={asking.ids.length}
            busy={busy}
            onConfirm={() =>
              void run(
                () => galley.call('trash.empty', { slug, ids: asking.ids }),
                (count) => t('galley:actions.trashList.gone', { count }),
              )
            }
            onCancel={() => setAsking(null)}
          />
        )}
      </>
    ),
  }
}
