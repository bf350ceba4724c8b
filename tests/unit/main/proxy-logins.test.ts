import { expect, it } from 'vitest'
import { createProxyLogins } from '../../../main/server/http/proxy-logins.ts'
import type { ProxyQuestion } from '../../../shared/ipc.ts'

const proxy = { host: 'proxy.example.com', port: 3128, realm: 'Staff only' }
const ada = { name: 'ada', password: 'right' }

function setUp() {
  const asked: ProxyQuestion[] = []
  let again = 0
  const logins = createProxyLogins({
    ask: (question) => void asked.push(question),
    onAnswered: () => void (again += 1),
  })
  const answer = (credentials: typeof ada | null) => logins.answer(asked.at(-1)?.id ?? '', credentials)
  return { asked, logins, answer, again: () => again }
}

it('asks once for a proxy, whoever meets it, and gives its log-in to every request afterwards', async () => {
  const { asked, logins, answer, again } = setUp()
  expect([logins.take(proxy, null), logins.take(proxy, null)]).toEqual([null, null])
  expect(asked).toMatchObject([{ proxy: 'proxy.example.com:3128', realm: 'Staff only', isWrong: false }])
  expect(logins.open()).toEqual(asked)
  const waits = logins.answered()
  answer(ada)
  expect(await waits).toBe(true)
  expect(again()).toBe(1)
  expect(logins.take(proxy, null)).toEqual(ada)
  expect(logins.known(proxy)).toEqual(ada)
  expect(logins.open()).toEqual([])
})

it('gives the log-in of one proxy to no other port, host or realm', () => {
  const { logins, answer } = setUp()
  logins.take(proxy, null)
  answer(ada)
  for (const other of [{ port: 80 }, { host: 'elsewhere.example' }, { realm: 'Guests' }]) {
    expect(logins.known({ ...proxy, ...other })).toBeNull()
    expect(logins.take({ ...proxy, ...other }, null)).toBeNull()
  }
})

it('asks again, and says why, when the proxy did not take the log-in', () => {
  const { asked, logins, answer } = setUp()
  logins.take(proxy, null)
  answer({ ...ada, password: 'wrong' })
  const given = logins.take(proxy, null)
  expect(logins.take(proxy, given)).toBeNull()
  expect(asked.map(({ isWrong }) => isWrong)).toEqual([false, true])
  answer(ada)
  // A request that still has the one of before is given the new one.
  expect(logins.take(proxy, given)).toEqual(ada)
})

it('asks no more after a no, until the person wants to be asked', async () => {
  const { asked, logins, answer, again } = setUp()
  logins.take(proxy, null)
  const waits = logins.answered()
  answer(null)
  expect(await waits).toBe(false)
  expect(again()).toBe(0)
  expect(logins.take(proxy, null)).toBeNull()
  expect(asked).toHaveLength(1)
  logins.askAgain()
  logins.take(proxy, null)
  expect(asked).toHaveLength(2)
})

it('says nothing of a realm that a proxy made too long', () => {
  const { asked, logins } = setUp()
  logins.take({ ...proxy, realm: 'x'.repeat(5000) }, null)
  expect(asked[0]?.realm).toBe('')
})
