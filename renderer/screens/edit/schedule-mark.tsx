import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { afterFrame } from '../../data/after-frame.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { nextPlan, planWords } from '../../data/use-schedules.ts'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'
import { useT } from '../../i18n/use-t.ts'
import { useNow } from '../../sync/use-now.ts'
import { Pill } from '../../ui/pill/pill.tsx'

/** What the server is to do with the document next, and when; nothing where nothing is planned. */
export function ScheduleMark({ docRef }: { docRef: DocRef }) {
  const words = useT()
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
  const next = answer?.outcome === 'done' ? nextPlan(answer.plans, now) : null
  if (next === null) return null
  return (
    <Pill tone="ink" icon={CalendarClock}>
      {planWords(next, now, words)}
    </Pill>
  )
}
