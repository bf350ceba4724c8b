import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLike } from '../../../main/store/lists/like.ts'
import { tries } from '../../support/tries.ts'

test.each([
  ['Porto before the ferries', '%porto%', true],
  ['Porto before the ferries', 'porto', false],
  ['Porto', 'p_rto', true],
  ['Porto', 'p__rto', false],
  ['Ärger', '%ärger%', true],
  ['ΣΊΣΥΦΟΣ', '%σίσυφος%', true],
  ['100 %', '%100 %', true],
  ['a.b', 'a_b', true],
  ['aXb', 'a.b', false],
  ['two\nlines', '%two%lines%', true],
  ['🚢 ferry', '_ ferry', true],
  ['', '%', true],
  ['', '', true],
  ['a', '', false],
  ['ab', 'ab%b', false],
])('F36 "%s" is like "%s": %s', (text, pattern, is) => expect(isLike(text, pattern)).toBe(is))

test('F36 every pattern over A to Z fits what it fits in SQLite', () => {
  const db = new Database(':memory:')
  const ask = db.prepare<[string, string], number>('SELECT ? LIKE ?').pluck()
  const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'b', 'c', '%', '_', '.', ' '), maxLength: 12 })
  try {
    fc.assert(
      fc.property(letters, letters, (text, pattern) => {
        expect(isLike(text, pattern)).toBe(ask.get(text, pattern) === 1)
      }),
      tries(2000),
    )
  } finally {
    db.close()
  }
})

test('F36 a pattern that would be tried in every way ends', () => {
  const text = 'a'.repeat(20_000)
  expect(isLike(text, `${'%'.repeat(500)}x`)).toBe(false)
  expect(isLike(text, `${'%a'.repeat(200)}%x`)).toBe(false)
  expect(isLike(text, `%${'_%'.repeat(100)}x%`)).toBe(false)
})
