import { expect, test } from 'vitest'
import { createConnection, type ContactResult } from '../../../main/server/connection.ts'
import type { ConnectionState } from '../../../shared/ipc.ts'

/** A connection whose questions are answered by hand. */
function connection(stepMinutes = 1) {
  const questions: ((result: ContactResult | Error) => void)[] = []
  const reported: ConnectionState[] = []
  const contacts: (string | null)[] = []
  let minute = 0
  const made = createConnection({
    ask: () =>
      new Promise((resolve, reject) => {
        questions.push((result) => (result instanceof Error ? reject(result) : resolve(result)))
      }),
    onChange: (state) => reported.push(state),
    onContact: ({ lastContact }) => contacts.push(lastContact),
    now: () => new Date(Date.UTC(2026, 0, 1, 0, (minute += stepMinutes))),
  })
  const answer = async (result: ContactResult | Error) => {
    const state = made.check()
    questions.shift()?.(result)
    return state
  }
  return { ...made, questions, reported, contacts, answer }
}

const offline: ContactResult = { status: 'offline', problem: { code: 'portal', detail: 'HTTP 200' } }

test('SY11 nothing is known before the first answer', () => {
  const { state, close } = connection()
  expect(state()).toMatchObject({ status: 'checking', lastContact: null, problem: null })
  close()
})

test('questions at the same time are one', async () => {
  const { check, questions, close } = connection()
  const both = [check(), check()]
  expect(questions).toHaveLength(1)
  questions[0]?.({ status: 'online' })
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual(['online', 'online'])
  close()
})

test('a change is reported once, with its beginning; contact is kept while offline', async () => {
  const { answer, reported, close } = connection()
  const first = await answer({ status: 'online' })
  const second = await answer({ status: 'online' })
  expect(second.since).toBe(first.since)
  expect(second.lastContact).not.toBe(first.lastContact)
  const lost = await answer(offline)
  expect(lost).toMatchObject({
    status: 'offline',
    lastContact: second.lastContact,
    problem: { code: 'portal' },
  })
  await answer(offline)
  await answer({ status: 'signed-out' })
  expect(reported.map(({ status }) => status)).toEqual(['online', 'offline', 'signed-out'])
  close()
})

test('another reason for being offline is reported', async () => {
  const { answer, reported, close } = connection()
  await answer(offline)
  await answer({ status: 'offline', problem: { code: 'unreachable', detail: 'x' } })
  expect(reported.map(({ problem }) => problem?.code)).toEqual(['portal', 'unreachable'])
  close()
})

test('a question that fails in itself is offline, never an exception', async () => {
  const { answer, close } = connection()
  expect(await answer(new Error('bug'))).toMatchObject({
    status: 'offline',
    problem: { code: 'unreachable' },
  })
  close()
})

test('while offline a sign of life asks at once; after closing nothing asks or reports', async () => {
  const { answer, contacted, suspect, check, questions, reported, close } = connection()
  await answer(offline)
  contacted()
  expect(questions).toHaveLength(1)
  close()
  questions[0]?.({ status: 'online' })
  await new Promise((resolve) => setImmediate(resolve))
  suspect()
  await check()
  expect(questions).toHaveLength(1)
  expect(reported).toHaveLength(1)
})

test('U26 each contact is told with its time, and within one minute once', async () => {
  const { answer, contacted, contacts, close } = connection(0.25)
  await answer({ status: 'online' })
  // Told with the change itself.
  expect(contacts).toEqual([])
  contacted()
  expect(contacts).toEqual([])
  contacted()
  contacted()
  await answer({ status: 'online' })
  expect(contacts).toEqual(['2026-01-01T00:01:00.000Z'])
  close()
  for (let at = 0; at < 8; at += 1) contacted()
  expect(contacts).toHaveLength(1)
})
