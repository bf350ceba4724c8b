import { vi } from 'vitest'

/** Long enough for a machine that is busy with other work: no test asserts a time. In milliseconds. */
export const PATIENCE = 60_000

/** Waits until the check throws no more, and returns what it returned. */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE })
}

/** Waits until the answer is truthy, and returns it. */
export function waitUntil<T>(answer: () => T | Promise<T>) {
  return vi.waitUntil(answer, { timeout: PATIENCE })
}
