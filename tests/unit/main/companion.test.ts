import { expect, test } from 'vitest'
import type { ApiAnswer } from '../../../main/server/api-client.ts'
import { createCompanion } from '../../../main/server/companion.ts'

const answer = (
  status: number,
  applied: string[],
  replayed: 'whole' | 'partial' | null = null,
): ApiAnswer => ({
  kind: 'http',
  status,
  json: {},
  bytes: 2,
  retryAfter: null,
  date: null,
  etag: null,
  applied,
  replayed,
  url: '',
  cookies: [],
})

test('F13 nothing is taken for granted before the server has said so, nor after it was out of reach', () => {
  const companion = createCompanion()
  expect(companion.does('base')).toBe(false)
  companion.described({ base: true, key: false })
  expect([companion.does('base'), companion.does('key')]).toEqual([true, false])
  companion.forget()
  expect(companion.does('base')).toBe(false)
})

test('F13 the answer to a write counts for more than what the schema says', () => {
  const companion = createCompanion()
  companion.described({ base: true, key: true })
  companion.answered(['key', 'base'], answer(200, ['key']))
  expect([companion.does('base'), companion.does('key')]).toEqual([false, true])
  companion.described({ base: true, key: true })
  expect(companion.does('base')).toBe(false)
  companion.answered(['key', 'base'], answer(409, ['base']))
  expect(companion.does('base')).toBe(true)
})

test('F13 a refusal without a word, a replay and a write that did not ask say nothing against it', () => {
  const companion = createCompanion()
  companion.described({ base: true, key: true })
  companion.answered(['key', 'base'], answer(403, []))
  companion.answered(['key', 'base'], answer(200, [], 'whole'))
  companion.answered(['key'], answer(200, ['key']))
  companion.answered(['key', 'base'], { kind: 'network', code: 'timeout' })
  expect([companion.does('base'), companion.does('key')]).toEqual([true, true])
})
