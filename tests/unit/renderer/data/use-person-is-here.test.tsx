import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePersonIsHere } from '../../../../renderer/data/use-person-is-here.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

it('a person is there until nothing was done for five minutes, and again with the next thing that is done', () => {
  const { result } = renderHook(usePersonIsHere)
  expect(result.current).toBe(true)
  pass(4 * 60_000)
  act(() => void window.dispatchEvent(new KeyboardEvent('keydown')))
  pass(4 * 60_000)
  expect(result.current).toBe(true)
  pass(60_000)
  expect(result.current).toBe(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(result.current).toBe(true)
  pass(5 * 60_000)
  expect(result.current).toBe(false)
  act(() => void document.body.dispatchEvent(new Event('pointermove', { bubbles: true })))
  expect(result.current).toBe(true)
})
