import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { SchedulePlan } from '../../../shared/ipc.ts'
import { galley } from '../../data/bridge.ts'
import { callReason } from '../../data/call-reason.ts'
import { useContentLocale } from '../../data/content-locale.ts'
import { notDoneReason } from '../../data/not-done.ts'
import { queryKeys } from '../../data/queries.ts'
import { useDocument } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'
import { PublishScheduledDialog } from './publish-scheduled-dialog.tsx'
import { useTitleNow } from './use-document-title.ts'
import { untilPublished } from './until-published.ts'
import { usePlans } from './use-plans.ts'
import type { SaveMode } from './use-saving.ts'
import type { WayToPublish } from './use-ways-to-publish.ts'

type Asked = { mode: WayToPublish['mode']; plans: readonly SchedulePlan[] }

/** Publishes; where the server is to publish the same later, it is asked first what becomes of that (U45). */
export function usePublishing(run: (mode: SaveMode) => Promise<string | null>): {
  publishBy: (mode: WayToPublish['mode']) => void
  question: ReactNode
} {
  const { t } = useT()
  const toast = useToast()
  const client = useQueryClient()
  const docRef = useDocument().getRef()
  const titleNow = useTitleNow()
  const { locale } = useContentLocale()
  const plans = usePlans(docRef)
  const [asked, setAsked] = useState<Asked | null>(null)

  const remove = async (needless: readonly SchedulePlan[]): Promise<void> => {
    for (const { id } of needless) {
      const answer = await galley.call('documents.schedule', { what: 'cancel', ref: docRef, id })
      if (answer.outcome !== 'done') throw new Error(notDoneReason(answer, t))
      client.setQueryData(queryKeys.schedule(docRef), answer)
    }
  }
  const publish = async ({ mode, plans: needless }: Asked, schedule: 'keep' | 'remove'): Promise<void> => {
    setAsked(null)
    const key = await run(mode)
    // A publish that does not arrive leaves the schedule as it is.
    if (key === null || schedule === 'keep' || !(await untilPublished(docRef, key))) return
    await remove(needless).catch((error: unknown) => {
      toast.error(t('galley:actions.schedule.notRemoved', { reason: callReason(error, t) }))
      return client.invalidateQueries({ queryKey: queryKeys.schedule(docRef) })
    })
  }
  const publishBy = (mode: WayToPublish['mode']): void => {
    const needless = plans.filter((plan) => isNeedless(plan, mode, locale))
    if (needless.length > 0) setAsked({ mode, plans: needless })
    else void run(mode)
  }
  return {
    publishBy,
    question: asked && (
      <PublishScheduledDialog
        title={titleNow()}
        plans={asked.plans}
        onPublish={(schedule) => void publish(asked, schedule)}
        onCancel={() => setAsked(null)}
      />
    ),
  }
}

/** True if the plan publishes later what is published now. One of all locales has the others still to publish. */
function isNeedless(plan: SchedulePlan, mode: WayToPublish['mode'], locale: string | null): boolean {
  const isToCome = plan.type === 'publish' && Date.parse(plan.at) > Date.now()
  return isToCome && (mode === 'publish' || plan.locale === locale)
}
