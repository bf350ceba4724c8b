import { expect, test } from 'vitest'
import { externalUrl } from '../../../shared/external-url.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { growthOf } from '../../support/work-ratio.ts'

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
  expect((await growthOf(externalUrl, address, { from: most / 4, most })).ratio).toBeLessThanOrEqual(3)
})

test('F72 an address that is longer than any that is meant is not opened', () => {
  const of = (length: number) => `tel:${'1'.repeat(length - 4)}`
  expect(externalUrl(of(LIMITS.externalAddress))).toBe(of(LIMITS.externalAddress))
  expect(externalUrl(of(LIMITS.externalAddress + 1))).toBeNull()
})
