import { useQueryClient } from '@tanstack/react-query'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { SchedulePlan } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason, notDoneReason } from '../../data/failure-reasons.ts'
import { queryKeys } from '../../data/queries.ts'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import type { WayToPublish } from './use-ways-to-publish.ts'
import { createSerialQueue } from '../../../shared/serial-queue.ts'
import { publishes } from '../../../shared/sync/entry.ts'

/** Returns plans to publish the same later. A plan for all locales stays if only one locale is published. */
export function needlessPlans(
  plans: readonly SchedulePlan[],
  mode: WayToPublish['mode'],
  locale: string | null,
): SchedulePlan[] {
  return plans.filter(
    (plan) =>
      plan.type === 'publish' &&
      Date.parse(plan.at) > Date.now() &&
      (mode === 'publish' || plan.locale === locale),
  )
}

/**
 * Returns a function that removes plans of a document once the entry of this key has published it. A publish
 * that does not arrive leaves the schedule as it is.
 */
export function useRemovePlans(): (
  docRef: DocRef,
  key: string,
  plans: readonly SchedulePlan[],
) => Promise<void> {
  const { t } = useT()
  const toast = useToast()
  const client = useQueryClient()
  return async (docRef, key, plans) => {
    if (!(await untilPublished(docRef, key))) return
    try {
      for (const { id } of plans) {
        const answer = await galley.call('documents.schedule', { what: 'cancel', ref: docRef, id })
        if (answer.outcome !== 'done') throw new Error(notDoneReason(answer, t))
        client.setQueryData(queryKeys.schedule(docRef), answer)
      }
    } catch (error) {
      toast.error(t('galley:actions.schedule.notRemoved', { reason: callReason(error, t) }))
      await client.invalidateQueries({ queryKey: queryKeys.schedule(docRef) })
    }
  }
}

/**
 * Waits until an entry that publishes has left the outbox, or needs a person. True only if it reached the server as a
 * publish.
 */
function untilPublished(ref: DocRef, key: string): Promise<boolean> {
  const looks = createSerialQueue()
  return new Promise((resolve) => {
    const end = (answer: boolean): void => {
      stop()
      resolve(answer)
    }
    const look = (): void => {
      looks
        .run(() => isPublished(ref, key))
        .then((answer) => answer !== null && end(answer))
        // The outcome cannot be known then, as after signing out.
        .catch(() => end(false))
    }
    const stop = galley.on('outbox.changed', look)
    look()
  })
}

/**
 * Returns true if the entry was sent as a publish, false if it was not or needs a person; null: it is still
 * to be sent.
 */
async function isPublished(ref: DocRef, key: string): Promise<boolean | null> {
  const entry = (await galley.call('documents.get', { ref }))?.entries.find((one) => one.key === key)
  if (entry) return entry.state === 'parked' || !publishes(entry.mode) ? false : null
  const sent = await galley.call('outbox.sent', undefined)
  return sent.some((one) => one.key === key && one.mode !== 'move' && publishes(one.mode))
}
