import { useQuery } from '@tanstack/react-query'
import { isSameYear } from 'date-fns/isSameYear'
import { CalendarClock } from 'lucide-react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { afterFrame } from '../../data/after-frame.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useNow } from '../../sync/use-now.ts'
import { Pill } from '../../ui/pill/pill.tsx'

/** What the server is to do with the document next, and when; nothing where nothing is planned. */
export function ScheduleMark({ docRef }: { docRef: DocRef }) {
  const { t, formatDate } = useT()
  const { entity } = useDocument()
  const { capabilities } = useSchema()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const online = useConnection()?.status === 'online'
  const now = useNow(30_000)
  const answer = useQuery({
    queryKey: queryKeys.schedule(docRef),
    queryFn: async ({ signal }) => {
      await afterFrame(signal)
      return galley.call('documents.schedule', { what: 'list', ref: docRef })
    },
    enabled: online && !isNew && entity.versions?.schedules === true && capabilities.schedule,
    staleTime: 0,
  }).data
  const plans = answer?.outcome === 'done' ? answer.plans : []
  const [next] = plans
    .filter(({ at }) => Date.parse(at) > now)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  if (next === undefined) return null
  const time = formatDate(next.at, isSameYear(next.at, now) ? { parts: 'short' } : {})
  return (
    <Pill tone="ink" icon={CalendarClock}>
      {next.type === 'publish'
        ? t('galley:actions.schedule.publishes', { time })
        : t('galley:actions.schedule.unpublishes', { time })}
    </Pill>
  )
}
