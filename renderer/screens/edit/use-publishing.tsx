import { useState, type ReactNode } from 'react'
import type { SchedulePlan } from '../../../shared/ipc.ts'
import { useContentLocale } from '../../data/content-locale.tsx'
import { useDocument } from '../../form/form-context.tsx'
import { needlessPlans, useRemovePlans } from './needless-plans.ts'
import { PublishScheduledDialog } from './publish-scheduled-dialog.tsx'
import { useTitleNow } from './use-document-title.ts'
import { usePlans } from './schedule-mark.tsx'
import type { SaveMode } from './use-saving.ts'
import type { WayToPublish } from './use-ways-to-publish.ts'

type PublishQuestion = { mode: WayToPublish['mode']; plans: readonly SchedulePlan[] }

/**
 * Returns a function that publishes, and the question that it asks first if the server is scheduled to
 * publish the same later (U45).
 */
export function usePublishing(run: (mode: SaveMode) => Promise<string | null>): {
  publishBy: (mode: WayToPublish['mode']) => void
  question: ReactNode
} {
  const docRef = useDocument().getRef()
  const titleNow = useTitleNow()
  const { locale } = useContentLocale()
  const plans = usePlans(docRef)
  const removePlans = useRemovePlans()
  const [asked, setAsked] = useState<PublishQuestion | null>(null)

  const publish = async (
    { mode, plans: needless }: PublishQuestion,
    schedule: 'keep' | 'remove',
  ): Promise<void> => {
    setAsked(null)
    const key = await run(mode)
    if (key !== null && schedule === 'remove') await removePlans(docRef, key, needless)
  }
  const publishBy = (mode: WayToPublish['mode']): void => {
    const needless = needlessPlans(plans, mode, locale)
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
