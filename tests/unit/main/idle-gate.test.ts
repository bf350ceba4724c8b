import { expect, test } from 'vitest'
import { createIdleGate } from '../../../main/server/prefetch/idle-gate.ts'

test('the background has its turn at once while nobody does anything', async () => {
  await expect(createIdleGate().pass(new AbortController().signal)).resolves.toBeUndefined()
})

test('the background waits until the person has paused, however often they act meanwhile', async () => {
  let time = 0
  const idleGate = createIdleGate({ quietMs: 3, now: () => time })
  idleGate.personActs()
  let hasTurn = false
  const waiting = (async () => {
    await idleGate.pass(new AbortController().signal)
    hasTurn = true
  })()
  time = 2
  idleGate.personActs()
  time = 4
  // Real time passes, the clock of the idleGate stands still.
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasTurn).toBe(false)
  time = 5
  await waiting
  expect(hasTurn).toBe(true)
})

test('it waits no longer when the account is closed', async () => {
  const closed = new AbortController()
  const idleGate = createIdleGate({ quietMs: 1_000_000, now: () => 0 })
  idleGate.personActs()
  const waiting = idleGate.pass(closed.signal)
  closed.abort()
  await expect(waiting).resolves.toBeUndefined()
})
