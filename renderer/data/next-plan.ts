import type { SchedulePlan } from '../../shared/ipc.ts'

/** Returns the plan that is carried out next; null if none is in the future. */
export function nextPlan(plans: readonly SchedulePlan[], now: number): SchedulePlan | null {
  const [next] = plans
    .filter(({ at }) => Date.parse(at) > now)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return next ?? null
}
