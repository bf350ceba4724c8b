import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCalmState } from '../../../../renderer/screens/edit/use-calm-state.ts'
import { text } from '../../shared/build-fields.ts'
import { showFields } from '../fields/show-fields.tsx'
import { entryOf, set, viewOf } from '../form/form-fixtures.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function show(waiting = 0) {
  const said: string[] = []
  const draws = vi.fn<() => void>()
  function Said() {
    draws()
    const state = useCalmState()
    const words = state === 'edited' ? state : state.kind
    if (said.at(-1) !== words) said.push(words)
    return null
  }
  const entries = Array.from({ length: waiting }, (_, at) =>
    entryOf([set('title', 'Kiruna', `k${at}`)], { key: `e${at}` }),
  )
  const shown = await showFields([text('title', { label: 'Title' })], {
    data: { title: 'Kiruna' },
    view: { entries },
    above: <Said />,
  })
  said.length = 0
  draws.mockClear()
  /** A key every 100 ms. */
  const types = async (keys: number): Promise<void> => {
    for (let at = 0; at < keys; at += 1) {
      act(() => shown.form.setField('title', `typed ${at}`))
      await pass(100)
    }
  }
  return { ...shown, said, types, draws }
}

it.each([0, 2])('is Edited for as long as somebody types, with %i edits that wait', async (waiting) => {
  const { said, types, draws } = await show(waiting)
  await types(20)
  expect(said).toEqual(['edited'])
  expect(draws).toHaveBeenCalledTimes(1)
  await pass(2000)
  expect(said).toEqual(['edited', waiting === 0 ? 'on-this-computer' : 'waiting'])
})

it('says at once what was asked to be saved', async () => {
  const { said, types, document } = await show()
  await types(3)
  await act(async () => {
    await document.commit('save', 'en')
    const waits = entryOf([set('title', 'Kiruna', 'typed 2')], { key: 'e0' })
    document.receive(viewOf({ id: 7, title: 'Kiruna' }, { entries: [waits] }))
  })
  expect(said).toEqual(['edited', 'waiting'])
})

it('says that the server refused an edit as soon as what was typed is on the disk', async () => {
  const { said, types, document } = await show(1)
  await types(3)
  const problem = { code: 'denied' as const, message: 'no', status: 403, fields: [], conflicts: [] }
  const refused = entryOf([set('title', 'Kiruna', 'k0')], { key: 'e0', state: 'parked', problem })
  act(() => document.receive(viewOf({ id: 7, title: 'Kiruna' }, { entries: [refused] })))
  expect(said).toEqual(['edited'])
  await pass(250)
  expect(said).toEqual(['edited', 'failed'])
})
