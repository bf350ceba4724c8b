import { afterAll, expect, test } from 'vitest'
import { LIMITS } from '../../../shared/limits.ts'
import { importCounted, MOST_GROWTH, stepGrowth, stopCounting } from '../../support/step-count.ts'

const { externalUrl } = await importCounted(() => import('../../../shared/external-url.ts'))
afterAll(stopCounting)

test.each([
  ['tel:', '1', 'x'],
  ['tel:', '(', ''],
  ['mailto:', 'a', ''],
  ['mailto:a@b.c?subject=', '%0a', ''],
  ['https://a.example/', 'a', ' '],
])('F72 the work on %s and much of %s grows no faster than the address', async (scheme, piece, end) => {
  const address = (length: number) =>
    scheme + piece.repeat(Math.floor((length - scheme.length - end.length) / piece.length)) + end
  // Beyond the limit nothing is read: what is measured is what is let through.
  const most = LIMITS.externalAddress
  const { ratio } = await stepGrowth(externalUrl, address, { from: most / 4, most })
  expect(ratio).toBeLessThanOrEqual(MOST_GROWTH)
})

test('F72 an address that is longer than any that is meant is not opened', () => {
  const of = (length: number) => `tel:${'1'.repeat(length - 4)}`
  expect(externalUrl(of(LIMITS.externalAddress))).toBe(of(LIMITS.externalAddress))
  expect(externalUrl(of(LIMITS.externalAddress + 1))).toBeNull()
})
