import { expect, it, vi } from 'vitest'
import type { Became, CallInput, ConnectionState } from '../../../../shared/ipc.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

let now: Record<string, Became> = {}
const fake = bridgeOf({
  'outbox.became': ({ keys }: CallInput<'outbox.became'>) => keys.map((key) => now[key]),
})
vi.stubGlobal('galley', fake.bridge)
const { sentOf, whenSent } = await import('../../../../renderer/data/when-sent.ts')

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
const waits: Became = { is: 'waiting' }
const sent: Became = { is: 'sent', mode: 'publish', notTaken: false }
const online = (status: 'online' | 'offline') =>
  fake.emit('connection.changed', { status } as unknown as ConnectionState)
const change = async (more: Record<string, Became>) => {
  now = { ...now, ...more }
  fake.emit('outbox.changed', undefined)
  await settled()
}

/** Follows entries that wait; what is said of them. */
async function follow(keys: string[], patience = 1e6, edits = keys.map((key) => [key])): Promise<unknown[]> {
  const said: unknown[] = []
  now = Object.fromEntries(keys.map((key) => [key, waits]))
  whenSent(
    edits,
    { onWait: (waiting) => said.push({ waiting }), onEnd: (became) => said.push(sentOf(became)) },
    patience,
  )
  await settled()
  return said
}

it('U38 (following) nothing is said to be done before the last one is, and each is counted once', async () => {
  const said = await follow(['a', 'b', 'c'])
  await change({ a: sent })
  await change({ b: { is: 'needs-you' } })
  // The history forgets.
  await change({ a: { is: 'gone' } })
  expect(said).toEqual([])
  await change({ c: sent })
  expect(said).toEqual([{ sent: ['publish', 'publish'], stuck: 1 }])
  await change({})
  online('offline')
  expect(said).toHaveLength(1)
})

it('U38 (following) what was taken back is nowhere, what went as a draft says so; a value that the server did not take is to be looked at', async () => {
  const said = await follow(['a', 'b', 'c'])
  await change({
    a: { is: 'gone' },
    b: { is: 'sent', mode: 'draft', notTaken: false },
    c: { is: 'sent', mode: 'publish-locale', notTaken: true },
  })
  expect(said).toEqual([{ sent: ['draft'], stuck: 1 }])
})

it('U38 (following) that some wait is said once: without a server, or where it takes longer; and that they are done after that', async () => {
  const said = await follow(['a', 'b'])
  await change({ a: sent })
  online('online')
  expect(said).toEqual([])
  online('offline')
  online('offline')
  expect(said).toEqual([{ waiting: 1 }])
  await change({ b: sent })
  expect(said).toEqual([{ waiting: 1 }, { sent: ['publish', 'publish'], stuck: 0 }])

  const slow = await follow(['d'], 0)
  await expect.poll(() => slow).toEqual([{ waiting: 1 }])
})

it('U38 (following) ends with the account', async () => {
  const said = await follow(['a'])
  fake.emit('session.accountChanged', null)
  await change({ a: sent })
  expect(said).toEqual([])
})

it('counts an edit of several entries once, by the entry that went worst', async () => {
  const edits = [['a', 'b'], ['c', 'd'], ['e', 'f'], []]
  const said = await follow(edits.flat(), 1e6, edits)
  await change({ a: sent, c: { is: 'sent', mode: 'publish', notTaken: true }, d: sent })
  // The entry behind waits for a person, too.
  await change({ e: { is: 'needs-you' } })
  expect(said).toEqual([])
  online('offline')
  expect(said).toEqual([{ waiting: 1 }])
  await change({ b: sent })
  expect(said).toEqual([{ waiting: 1 }, { sent: ['publish'], stuck: 2 }])
})
