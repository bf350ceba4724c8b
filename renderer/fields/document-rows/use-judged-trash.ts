import { useQueryClient } from '@tanstack/react-query'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { TrashResult } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { queryKeys } from '../../data/queries.ts'
import { useSchemaOrNull } from '../../data/schema-context.tsx'
import { whenSent } from '../../data/when-sent.ts'
import type { Translate } from '../../i18n/translator.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast, type ToastAction } from '../../ui/toast/toast-queue.ts'

/**
 * Returns a function that runs an operation on a collection's trash, reports the result and reads the trash
 * again. Resolves to the ids that the operation changed; null if it failed as a whole.
 */
export function useJudgedTrash(): (
  slug: string,
  ask: () => Promise<TrashResult>,
  words: (count: number) => string,
) => Promise<readonly string[] | null> {
  const { t } = useT()
  const client = useQueryClient()
  const toast = useToast()
  return async (slug, ask, words) => {
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
      await client.invalidateQueries({ queryKey: queryKeys.trashes(slug) })
    }
  }
}

/**
 * Returns a function that makes the undo button for documents just trashed. The trash has only a document's
 * newest version, so a published document with newer edits is restored as a draft.
 */
export function useUndoTrash(): (slug: string, ids: readonly string[]) => ToastAction {
  const { t } = useT()
  const judged = useJudgedTrash()
  const schema = useSchemaOrNull()
  return (slug, ids) => ({
    label: t('galley:edit.history.undo'),
    onPress: () =>
      void judged(
        slug,
        () => galley.call('trash.restore', { slug, ids: [...ids], publish: null }),
        (count) => {
          const restored = t('galley:actions.trashList.restored', { count })
          const hasDrafts = schema?.collections.find((one) => one.slug === slug)?.versions?.drafts === true
          return hasDrafts ? `${restored}. ${t('galley:actions.trashList.backAsDraft')}` : restored
        },
      ),
  })
}

/** Returns a function that reports a document as trashed once the server has done it, with an undo button. */
export function useSayTrashed(): (ref: DocRef, key: string) => void {
  const { t } = useT()
  const toast = useToast()
  const undoTrash = useUndoTrash()
  return (ref, key) =>
    whenSent([[key]], {
      onEnd([became]) {
        if (became?.is === 'sent')
          toast.success(t('galley:actions.many.done.trash', { count: 1 }), {
            action: undoTrash(ref.slug, [refId(ref)]),
          })
      },
    })
}

/** Returns the reason that the first document was left unchanged, or that its result is unknown. */
function leftBecause({ why, message }: { why: string; message: string }, t: Translate): string {
  if (why === 'restored') return t('galley:actions.trashList.restoredBefore')
  if (why === 'unknown') return t('galley:actions.failed.maybe')
  return message || t('galley:actions.failed.unknown')
}
