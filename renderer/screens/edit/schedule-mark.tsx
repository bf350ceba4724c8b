import { CalendarClock } from 'lucide-react'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { nextPlan } from '../../data/next-plan.ts'
import { planWords } from '../../data/use-schedules.ts'
import { useT } from '../../i18n/use-t.ts'
import { useNow } from '../../sync/use-now.ts'
import { Pill } from '../../ui/pill/pill.tsx'
import { usePlans } from './use-plans.ts'

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
