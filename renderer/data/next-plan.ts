import type { SchedulePlan } from '../../shared/ipc.ts'

/** The one of these plans that is carried out next; null where none is to come. */
export function nextPlan(plans: readonly SchedulePlan[], now: number): SchedulePlan | null {
  const [next] = plans
    .filter(({ at }) => Date.parse(at) > now)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return next ?? null
}
