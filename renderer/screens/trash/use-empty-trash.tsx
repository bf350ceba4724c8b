import { Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { own } from '../../../shared/json.ts'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { useConnection } from '../../data/queries.ts'
import { useCan } from '../../data/schema-context.tsx'
import { DeleteForGoodDialog } from '../../fields/document-rows/trash-dialogs.tsx'
import { useJudgedTrash } from '../../fields/document-rows/use-judged-trash.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button/button.tsx'
import { useToast } from '../../ui/toast/toast-queue.ts'

type Shown = {
  /** True if the list shows the whole trash, and it is empty. */
  isEmpty: boolean
  /** True if a search or a filter narrows the list. */
  isNarrowed: boolean
}

/**
 * Returns the button and the dialog that delete all of a collection's trash for good, whatever the list
 * shows. The server counts it before the question, which covers only the documents of that time.
 */
export function useEmptyTrash(
  collection: Collection,
  { isEmpty, isNarrowed }: Shown,
): { button: ReactNode; dialog: ReactNode } {
  const { slug } = collection
  const { t, label } = useT()
  const toast = useToast()
  const mayDelete = useCan()('collection', slug, 'delete')
  const online = useConnection()?.status === 'online'
  const [isCounting, setCounting] = useState(false)
  const [asking, setAsking] = useState<{ count: number; until: string } | null>(null)
  const judged = useJudgedTrash()
  const [busy, setBusy] = useState(false)
  const plural = label(collection.labels.plural) || slug
  const nothing = t('galley:actions.trashList.empty', { label: plural })

  async function count(): Promise<void> {
    setCounting(true)
    try {
      const answer = await readLast(slug)
      if (answer.outcome !== 'done') {
        toast.error(notDoneReason(answer, t))
        return
      }
      const until = own(answer.rows[0]?.data ?? {}, 'deletedAt')
      if (typeof until === 'string') setAsking({ count: answer.totalDocs, until })
      else toast.success(nothing)
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
    } finally {
      setCounting(false)
    }
  }

  async function empty(counted: { until: string; count: number }): Promise<void> {
    setBusy(true)
    await judged(
      slug,
      () => galley.call('trash.emptyAll', { slug, ...counted }),
      (gone) => t('galley:actions.trashList.gone', { count: gone }),
    )
    setBusy(false)
    // After a failure the number may have changed.
    setAsking(null)
  }

  if (!mayDelete) return { button: null, dialog: null }
  return {
    button: (
      <Button
        variant="quiet"
        size="header"
        icon={Trash2}
        busyLabel={isCounting || busy ? t('general:emptyTrash') : null}
        disabledReason={whyNot()}
        onPress={() => void count()}
      >
        {t('general:emptyTrash')}
      </Button>
    ),
    dialog: asking !== null && (
      <DeleteForGoodDialog
        count={asking.count}
        busy={busy}
        hidesSome={isNarrowed}
        onConfirm={() => void empty(asking)}
        // A running deletion continues.
        onCancel={() => busy || setAsking(null)}
      />
    ),
  }

  function whyNot(): string | null {
    if (!collection.deletesMany) return t('galley:actions.many.noDelete')
    if (!online) return t('galley:actions.needsServer')
    return isEmpty ? nothing : null
  }
}

/** Reads the document that was deleted last, and the total. */
function readLast(slug: string) {
  return galley.call('trash.list', {
    slug,
    page: 1,
    limit: 1,
    sort: '-deletedAt',
    search: '',
    where: null,
    locale: null,
    columns: [],
  })
}
