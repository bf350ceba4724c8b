import { expect, test } from 'vitest'
import { createTurns } from '../../../main/server/prefetch/turns.ts'

test('the background has its turn at once while nobody does anything', async () => {
  await createTurns().next(new AbortController().signal)
})

test('the background waits until the person has paused, however often they act meanwhile', async () => {
  let time = 0
  const turns = createTurns({ quietMs: 3, now: () => time })
  turns.personActs()
  let hasTurn = false
  const waiting = turns.next(new AbortController().signal).then(() => {
    hasTurn = true
  })
  time = 2
  turns.personActs()
  time = 4
  // Real time passes, the clock of the turns stands still.
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasTurn).toBe(false)
  time = 5
  await waiting
  expect(hasTurn).toBe(true)
})

test('it waits no longer when the account is closed', async () => {
  const closed = new AbortController()
  const turns = createTurns({ quietMs: 1_000_000, now: () => 0 })
  turns.personActs()
  const waiting = turns.next(closed.signal)
  closed.abort()
  await waiting
})
