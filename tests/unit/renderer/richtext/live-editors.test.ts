import { expect, it } from 'vitest'
import { keepLive } from '../../../../renderer/richtext/live-editors.ts'

it('of editors that nobody needs the last four stay, and those in use', () => {
  const resting: string[] = []
  const busy = new Set(['a'])
  const approach = (name: string) =>
    keepLive({ isIdle: () => !busy.has(name), rest: () => void resting.push(name) })
  const leave = ['a', 'b', 'c', 'd'].map(approach)
  expect(resting).toEqual([])
  leave.push(approach('e'))
  expect(resting).toEqual(['b'])
  for (const name of ['c', 'd', 'e']) busy.add(name)
  leave.push(approach('f'))
  expect(resting).toEqual(['b'])
  for (const end of leave) end()
})
