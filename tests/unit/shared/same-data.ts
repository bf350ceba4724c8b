import { expect } from 'vitest'
import type { Json } from '../../../shared/json.ts'
import { firstDifference, pruned } from './first-difference.ts'

/** Same data, where an object or list without values is the same as none. */
export function expectSame(a: Json | undefined, b: Json | undefined): void {
  expect(firstDifference(pruned(a), pruned(b))).toBeNull()
}
