import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  areaBetween,
  CORNERS,
  isWhole,
  keyStep,
  moveArea,
  moveCorner,
  WHOLE,
} from '../../../../renderer/fields/file/crop-geometry.ts'

const percent = fc.double({ min: 0, max: 100, noNaN: true })
const step = fc.double({ min: -150, max: 150, noNaN: true })
const area = fc
  .tuple(percent, percent, percent, percent)
  .map(([ax, ay, bx, by]) => areaBetween({ x: ax, y: ay }, { x: bx, y: by }))

it('whatever is dragged, an area stays within its picture and is never nothing', () => {
  fc.assert(
    fc.property(area, fc.constantFrom(...CORNERS), step, step, (from, corner, x, y) => {
      for (const next of [moveArea(from, { x, y }), moveCorner(from, corner, { x, y })]) {
        expect(next.x).toBeGreaterThanOrEqual(0)
        expect(next.y).toBeGreaterThanOrEqual(0)
        expect(next.x + next.width).toBeLessThanOrEqual(100.000_001)
        expect(next.y + next.height).toBeLessThanOrEqual(100.000_001)
        expect(Math.min(next.width, next.height)).toBeGreaterThan(0.99)
      }
    }),
  )
})

it('a corner moves alone: the opposite one stays', () => {
  const next = moveCorner({ x: 10, y: 10, width: 50, height: 50 }, 'nw', { x: 5, y: -5 })
  expect(next).toEqual({ x: 15, y: 5, width: 45, height: 55 })
  expect(isWhole(WHOLE)).toBe(true)
  expect(isWhole(next)).toBe(false)
})

it('arrows move by one percent, with Shift by ten', () => {
  expect(keyStep({ key: 'ArrowLeft', shiftKey: false })).toEqual({ x: -1, y: 0 })
  expect(keyStep({ key: 'ArrowDown', shiftKey: true })).toEqual({ x: 0, y: 10 })
  expect(keyStep({ key: 'Enter', shiftKey: false })).toBeNull()
})
