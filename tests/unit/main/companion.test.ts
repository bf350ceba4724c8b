import { describe, expect, test } from 'vitest'
import type { ApiAnswer } from '../../../main/server/http/api-client.ts'
import { createCompanion } from '../../../main/server/http/companion.ts'

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
  schema: null,
  site: null,
  url: '',
  cookies: [],
})

test('SY4 what a server may do counts as done as long as nothing is known of it, and not where it has no schema to give', () => {
  const companion = createCompanion()
  companion.described({ base: true, key: true })
  companion.forget()
  expect([companion.does('key'), companion.mayDo('key')]).toEqual([false, true])
  companion.hasNone()
  expect([companion.does('key'), companion.mayDo('key')]).toEqual([false, false])
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

describe('F81 the schema that the server has', () => {
  test('F81 is due where an answer names another one, until that is here', () => {
    const companion = createCompanion()
    companion.adopted('a')
    expect(companion.isSchemaDue()).toBe(false)
    companion.named('b')
    expect([companion.isSchemaDue(), companion.schema()]).toEqual([true, 'a'])
    expect(companion.isSchemaDue()).toBe(true)
    companion.adopted('b')
    expect([companion.isSchemaDue(), companion.schema()]).toEqual([false, 'b'])
  })

  test('F81 is due now and then where nobody names it, and before the first write', () => {
    let time = 0
    const companion = createCompanion(() => time)
    expect(companion.isSchemaDue()).toBe(true)
    companion.adopted(null)
    expect(companion.isSchemaDue()).toBe(false)
    time = 5 * 60_000 + 1
    expect(companion.isSchemaDue()).toBe(true)
  })

  test('F80 one that was kept is the one of its name, and due until the server has named it', () => {
    const companion = createCompanion()
    companion.kept('a')
    expect([companion.isSchemaDue(), companion.schema()]).toEqual([true, 'a'])
    companion.named('a')
    expect(companion.isSchemaDue()).toBe(false)
  })

  test('F81 is not known any more where the server stops naming it, as one with an older plugin does', () => {
    let time = 0
    const companion = createCompanion(() => time)
    companion.adopted('a')
    companion.named(null)
    expect(companion.isSchemaDue()).toBe(false)
    time = 5 * 60_000 + 1
    expect([companion.isSchemaDue(), companion.schema()]).toEqual([true, 'a'])
  })

  test('F81 stays due where another one was named, whoever does not name it', () => {
    const companion = createCompanion()
    companion.adopted('a')
    companion.named('b')
    companion.named(null)
    companion.hasNone()
    expect(companion.isSchemaDue()).toBe(true)
  })

  test('F81 is not asked for with each write where the server has none to give', () => {
    let time = 0
    const companion = createCompanion(() => time)
    companion.kept('a')
    companion.hasNone()
    expect(companion.isSchemaDue()).toBe(false)
    time = 5 * 60_000 + 1
    expect(companion.isSchemaDue()).toBe(true)
  })
})

test('F78 nothing is taken for the name of a schema that does not look like one', () => {
  const companion = createCompanion()
  companion.adopted('a')
  companion.named('a')
  expect(companion.isSchemaDue()).toBe(false)
  for (const mark of ['', 'a b', 'é', 'a'.repeat(65), 'a\nb']) companion.named(mark)
  expect(companion.schema()).toBe('a')
  expect(companion.isSchemaDue()).toBe(false)
  companion.named('a'.repeat(64))
  expect(companion.isSchemaDue()).toBe(true)
})
