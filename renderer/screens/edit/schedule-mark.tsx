import { CalendarClock } from 'lucide-react'
import { type DocRef, refId, refKey } from '../../../shared/cms/doc-ref.ts'
import { nextPlan } from '../../data/next-plan.ts'
import { planWords } from '../../data/use-schedules.ts'
import { useT } from '../../i18n/use-t.ts'
import { useNow } from '../../sync/ages.ts'
import { Pill } from '../../ui/pill/pill.tsx'
import { useQuery } from '@tanstack/react-query'
import type { SchedulePlan } from '../../../shared/ipc.ts'
import { afterFrame } from '../../data/frames.ts'
import { galley } from '../../data/bridge.ts'
import { queryKeys, useConnection } from '../../data/queries.ts'
import { useSchema } from '../../data/schema-context.tsx'
import { useDocument, useDocumentState } from '../../form/form-context.tsx'

/** The pill with the server's next scheduled action; nothing without one. */
export function ScheduleMark({ docRef }: { docRef: DocRef }) {
  const words = useT()
  const now = useNow(30_000)
  const next = nextPlan(usePlans(docRef), now)
  if (next === null) return null
  return (
    <Pill tone="ink" icon={CalendarClock}>
      {planWords(next, words)}
    </Pill>
  )
}

const NONE: readonly SchedulePlan[] = []

/** Reads the last known plans. Those of a global are only listed along with the others. */
async function readKept(docRef: DocRef): Promise<{ plans: readonly SchedulePlan[] }[]> {
  if (docRef.kind === 'collection')
    return galley.call('documents.schedules', { slug: docRef.slug, ids: [refId(docRef)] })
  const all = await galley.call('documents.scheduled', { from: 'computer' })
  return all.filter(({ ref }) => refKey(ref) === refKey(docRef))
}

/** Returns the document's schedules; offline the last known ones. */
export function usePlans(docRef: DocRef): readonly SchedulePlan[] {
  const { entity } = useDocument()
  const { capabilities } = useSchema()
  const isNew = useDocumentState(({ view }) => view.isNew)
  const online = useConnection()?.status === 'online'
  const mayHave = !isNew && entity.versions?.schedules === true && capabilities.schedule
  const told = useQuery({
    queryKey: queryKeys.schedule(docRef),
    queryFn: async ({ signal }) => {
      await afterFrame(signal)
      return galley.call('documents.schedule', { what: 'list', ref: docRef })
    },
    enabled: online && mayHave,
    staleTime: 0,
  }).data
  const kept = useQuery({
    queryKey: queryKeys.schedules(docRef.slug, [refId(docRef)], false),
    queryFn: () => readKept(docRef),
    enabled: !online && mayHave,
    staleTime: 0,
    gcTime: 0,
  }).data
  if (told?.outcome === 'done') return told.plans
  return kept?.[0]?.plans ?? NONE
}
