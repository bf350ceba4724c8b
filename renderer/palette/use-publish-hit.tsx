import { useCallback, type ReactNode } from 'react'
import { refId } from '../../shared/cms/doc-ref.ts'
import { hasLocalizedFields } from '../../shared/cms/fields.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import type { CallInput, ListRow, SchedulePlan } from '../../shared/ipc.ts'
import { galley } from '../data/bridge.ts'
import { useContentLocale } from '../data/content-locale.tsx'
import { useSchema } from '../data/schema-context.tsx'
import { useQueueMany } from '../fields/edit-many/use-edit-many.ts'
import { useRowsPermitted } from '../form/use-permitted.ts'
import { useT } from '../i18n/use-t.ts'
import { needlessPlans, useRemovePlans } from '../screens/edit/needless-plans.ts'
import { PublishScheduledDialog } from '../screens/edit/publish-scheduled-dialog.tsx'

/** Shows a question over the screen, once the palette is closed; null removes it. */
export type Ask = (question: ReactNode) => void

type Publish = { title: string; run: () => void }

/**
 * Returns the publish action of a hit. If the server has schedules for it, it asks first what to do with them (U45).
 * Null if there is nothing to publish, a conflict, unsaved edits, or no permission.
 */
export function usePublishHit(
  ask: Ask,
): (row: ListRow, collection: Collection, title: string) => Publish | null {
  const { t, label } = useT()
  const { localization } = useSchema()
  const { locale } = useContentLocale()
  const permitted = useRowsPermitted()
  const queue = useQueueMany()
  const removePlans = useRemovePlans()
  return useCallback(
    (row, { slug, fields, versions }, title) => {
      const hasDraft = row.status === 'draft' || row.status === 'changed'
      if (versions?.drafts !== true || !hasDraft || !row.complete) return null
      // Unsaved edits are not queued yet, and a conflict must be decided first.
      if (row.state.kind === 'conflict' || row.state.kind === 'on-this-computer') return null
      if (!permitted(slug, row, 'publish')) return null
      const isActive = localization?.publishesActive === true && hasLocalizedFields(fields)
      const here = isActive ? localization.locales.find(({ code }) => code === locale) : undefined
      const id = refId(row.ref)
      const mode = here === undefined ? ('publish' as const) : ('publish-locale' as const)
      const shown = { [id]: row.updatedAt }
      const input: CallInput<'documents.editMany'> = { slug, ids: [id], mode, shown, locale, values: [] }
      const publish = async (): Promise<void> => {
        const plans = versions.schedules ? needlessPlans(await plansOf(slug, id), mode, locale) : []
        if (plans.length === 0) return void (await queue(input))
        const answer = async (schedule: 'keep' | 'remove'): Promise<void> => {
          ask(null)
          const key = (await queue(input))?.[0]?.at(-1)
          if (key !== undefined && schedule === 'remove') await removePlans(row.ref, key, plans)
        }
        ask(
          <PublishScheduledDialog
            title={title}
            plans={plans}
            onPublish={(schedule) => void answer(schedule)}
            onCancel={() => ask(null)}
          />,
        )
      }
      return {
        title:
          here === undefined
            ? t('galley:actions.many.publish')
            : t('version:publishIn', { locale: label(here.label) }),
        run: () => void publish(),
      }
    },
    [t, label, localization, locale, permitted, queue, removePlans, ask],
  )
}

/** Returns the schedules of the server, or the last known ones; none after an error. */
async function plansOf(slug: string, id: string): Promise<readonly SchedulePlan[]> {
  const told = await galley.call('documents.schedules', { slug, ids: [id] }).catch(() => [])
  return told.flatMap(({ plans }) => plans)
}
