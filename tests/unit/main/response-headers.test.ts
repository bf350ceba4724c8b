import { expect, test } from 'vitest'
import { responseHeaders } from '../../../main/server/http/http-transport.ts'
import { LIMITS } from '../../../shared/limits.ts'

test('F76 a header that is no text is left out, and the others stay', () => {
  const headers = responseHeaders({
    'x-odd': 'caf\ufffd',
    'bad name': 'a',
    'set-cookie': ['a=1', 'b=\u2026', 'c=3'],
    date: 'Mon, 23 Nov 2026 00:00:00 GMT',
  })
  expect([...headers]).toEqual([
    ['date', 'Mon, 23 Nov 2026 00:00:00 GMT'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'c=3'],
  ])
})

test('F76 headers that are too long or too many are left out', () => {
  const headers = responseHeaders({
    long: 'a'.repeat(LIMITS.header + 1),
    most: 'a'.repeat(LIMITS.header),
    'set-cookie': Array.from({ length: LIMITS.headers + 1 }, (_one, index) => `c${index}=1`),
  })
  expect(headers.has('long')).toBe(false)
  expect(headers.get('most')).toHaveLength(LIMITS.header)
  expect(headers.getSetCookie()).toHaveLength(LIMITS.headers - 1)
})
