import { describe, expect, it } from 'vitest'
import { reasonsNotToWrite, stricter } from '../../bench/quiet-machine.ts'

const speed = (factor: number) => ({
  page: factor,
  worker: factor,
  pageMs: 105 * factor,
  workerMs: 98 * factor,
})
const quiet = { before: speed(1), after: speed(1.1), loadBefore: 0.2 }

describe('figures of a bench', () => {
  it('are written where the machine was quiet, and the same before and after', () => {
    expect(reasonsNotToWrite(quiet)).toEqual([])
  })

  it.each([
    ['it was busy before', { ...quiet, loadBefore: 1.4 }, 'busy before it began'],
    ['it became slower meanwhile', { ...quiet, after: speed(1.3) }, 'not the same'],
    ['it became quicker meanwhile', { ...quiet, after: speed(0.8) }, 'not the same'],
    ['it was slow all the time', { ...quiet, before: speed(3), after: speed(3) }, 'outside of'],
    ['nothing could be measured', { ...quiet, after: speed(Number.NaN) }, 'not the same'],
  ])('are refused where %s', (_when, around, reason) => {
    expect(reasonsNotToWrite(around).join()).toContain(reason)
  })

  it('are held to the stricter of both calibrations', () => {
    expect(stricter(speed(1.2), speed(1))).toEqual(speed(1))
  })
})
