import { useState } from 'react'
import type { CallInput, ManyResult, LeftOut } from '../../../shared/ipc.ts'
import { publishes } from '../../../shared/sync/entry.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/failure-reasons.ts'
import { useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { sentOf, whenSent } from '../../data/when-sent.ts'
import { useOpenDocuments } from '../../form/open-documents-context.ts'
import { useT, type UseT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { useUndoTrash } from '../document-rows/use-judged-trash.ts'

type Input = CallInput<'documents.editMany'>

/**
 * Returns a function that queues one edit for many documents and reports those left out, then the success
 * once the server has it, or offline that it waits (U38). It resolves to the keys of the entries by document, none if
 * all documents were left out; null: it failed.
 */
export function useQueueMany(): (input: Input) => Promise<ManyResult['keys'] | null> {
  const words = useT()
  const { t, label } = words
  const toast = useToast()
  const undoTrash = useUndoTrash()
  const documents = useOpenDocuments()
  const { collections, localization } = useSchema()
  const online = useConnection()?.status === 'online'

  function sayWhenSent({ keys, queued }: ManyResult, { slug, mode, locale }: Input): void {
    const isTrashed = mode === 'delete' && collections.find((one) => one.slug === slug)?.trash === true
    const done = isTrashed ? 'galley:actions.many.done.trash' : DONE[mode]
    const localeName = label(localization?.locales.find(({ code }) => code === locale)?.label ?? null)
    whenSent(keys, {
      onWait: (count) => toast.success(t('galley:actions.many.queued', { count })),
      onEnd(became) {
        const { sent, stuck } = sentOf(became)
        // A publish that was taken back was sent as a draft.
        const count = publishes(mode) ? sent.filter(publishes).length : sent.length
        const gone = isTrashed ? queued.filter((_, at) => became[at]?.is === 'sent') : []
        if (count > 0)
          toast.success(t(done, { count, locale: localeName }), {
            ...(gone.length > 0 && { action: undoTrash(slug, gone) }),
          })
        if (stuck > 0) toast.error(t('galley:actions.many.stuck', { count: stuck }))
      },
    })
  }

  return async (input) => {
    try {
      // A form that was just closed may have unwritten edits, which the store must know.
      await documents.flush()
      const result = await galley.call('documents.editMany', input)
      const said = leftOutWords(result, words)
      const count = result.queued.length
      if (count === 0) toast.error(t('galley:actions.many.nothingQueued'), said)
      else if (online) {
        if (said.detail !== undefined) toast.error(said.detail)
        sayWhenSent(result, input)
      } else if (result.leftOut.length > 0) toast.error(t('galley:actions.many.queued', { count }), said)
      else toast.success(t('galley:actions.many.queued', { count }))
      return result.keys
    } catch (error) {
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) }))
      return null
    }
  }
}

/** Keys of the success messages, by mode. */
const DONE = {
  save: 'galley:actions.many.done.saved',
  draft: 'galley:actions.many.done.saved',
  'keep-status': 'galley:actions.many.done.saved',
  publish: 'galley:actions.many.done.published',
  'publish-locale': 'galley:actions.many.done.publishedIn',
  unpublish: 'galley:actions.many.done.unpublished',
  delete: 'galley:actions.many.done.deleted',
} satisfies Record<Input['mode'], string>

/**
 * Returns useQueueMany for one collection and locale. `run` resolves to `nothing` if all documents were left out, and
 * to `failed` if they could not be queued.
 */
export function useEditMany(
  slug: string,
  locale: string | null,
): {
  busy: boolean
  run: (input: Omit<Input, 'slug' | 'locale'>) => Promise<'queued' | 'nothing' | 'failed'>
} {
  const queue = useQueueMany()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async run(input) {
      setBusy(true)
      const keys = await queue({ slug, locale, ...input })
      setBusy(false)
      if (keys === null) return 'failed'
      return keys.length > 0 ? 'queued' : 'nothing'
    },
  }
}

/**
 * Returns `3 documents were left out: 2 not on this computer, 1 no permission` for a toast; a single reason
 * has no number.
 */
export function leftOutWords(
  { leftOut }: Pick<ManyResult, 'leftOut'>,
  { t, formatList }: UseT,
): { detail?: string } {
  if (leftOut.length === 0) return {}
  const counts = new Map<LeftOut, number>()
  for (const { why } of leftOut) counts.set(why, (counts.get(why) ?? 0) + 1)
  const parts = [...counts].map(([why, count]) => {
    const words = t(`galley:actions.many.why.${why}`)
    return counts.size === 1 ? words : t('galley:actions.many.whyCount', { count, why: words })
  })
  return { detail: t('galley:actions.many.left', { count: leftOut.length, why: formatList(parts) }) }
}
