import { expect, it } from 'vitest'
import type { Problem } from '../../../../shared/sync/entry.ts'
import { hasFailedLong } from '../../../../shared/sync/classify.ts'

const problem = (code: Problem['code']): Problem => ({
  code,
  message: '',
  status: null,
  fields: [],
  conflicts: [],
})

it('F6 trouble of the server counts as failing after five tries, a lock after three', () => {
  expect([4, 5, 6].map((tries) => hasFailedLong(problem('server-error'), tries))).toEqual([false, true, true])
  expect([2, 3].map((tries) => hasFailedLong(problem('locked'), tries))).toEqual([false, true])
  expect(hasFailedLong(problem('denied'), 100)).toBe(false)
})
