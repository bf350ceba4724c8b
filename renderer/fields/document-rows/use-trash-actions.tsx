import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { TrashResult } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/call-reason.ts'
import { notDoneReason } from '../../data/not-done.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useTrashPermitted, type KnownRow } from '../../form/use-permitted.ts'
import type { Translate } from '../../i18n/translator.ts'
import { useT } from '../../i18n/use-t.ts'
import type { MenuItemSpec } from '../../ui/menu-button/menu-button.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { DeleteForGoodDialog, RestoreDialog } from './trash-dialogs.tsx'

/**
 * What can be done to documents of the trash, after a question: they are restored, or deleted for good. The trash is the
 * server's, so that nothing of it is done without it. `onDone`: the server has judged each; `ids`: of those to which it
 * was done.
 */
export function useTrashActions(
  collection: Collection,
  onDone: (what: 'restore' | 'delete', ids: readonly string[]) => void,
): {
  /** `rows`: what is known of what may be done to them. */
  itemsFor: (ids: string[], rows: readonly KnownRow[], isSelection: boolean) => MenuItemSpec[]
  dialog: ReactNode
} {
  const { slug } = collection
  const { t } = useT()
  const online = useConnection()?.status === 'online'
  const permitted = useTrashPermitted(slug)
  const [asking, setAsking] = useState<{ what: 'restore' | 'delete'; ids: string[] } | null>(null)
  const act = useTrashRun(slug)
  const noServer = online ? null : t('galley:actions.needsServer')
  const run = async (ask: () => Promise<TrashResult>, words: (count: number) => string): Promise<void> => {
    const ids = await act.run(ask, words)
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
            busy={act.busy}
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
            busy={act.busy}
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

/** Does something to documents of the trash, says what came of it, and has trash and list read again. */
export function useTrashRun(slug: string) {
  const { t } = useT()
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    /** Answers to which it was done; null: the server has judged none. */
    async run(
      ask: () => Promise<TrashResult>,
      words: (count: number) => string,
    ): Promise<readonly string[] | null> {
      setBusy(true)
      try {
        const result = await ask()
        if (result.outcome !== 'done') {
          toast.error(notDoneReason(result, t))
          return null
        }
        const { done, refused } = result
        if (done.length > 0) toast.success(words(done.length))
        const [first] = refused
        if (first !== undefined)
          toast.error(t('galley:actions.trashList.refused', { count: refused.length }), {
            detail: leftBecause(first, t),
          })
        return done
      } catch (error) {
        toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
        return null
      } finally {
        setBusy(false)
        await client.invalidateQueries({ queryKey: queryKeys.trashes(slug) })
      }
    },
  }
}

/** Why the first of those that it was not done to is as it was, or may not be. */
function leftBecause({ why, message }: { why: string; message: string }, t: Translate): string {
  if (why === 'restored') return t('galley:actions.trashList.restoredBefore')
  if (why === 'unknown') return t('galley:actions.failed.maybe')
  return message || t('galley:actions.failed.unknown')
}
