import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

it('the window draws after a test whose timers were its own, in which what had the focus was taken away', async () => {
  vi.useFakeTimers()
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  button.remove()
  vi.useRealTimers()

  const drawn = vi.fn<() => void>()
  requestAnimationFrame(drawn)
  await expect.poll(() => drawn.mock.calls.length).toBe(1)
})

it('the window draws after a test whose timers were its own while a frame was drawn', async () => {
  const draw = window.requestAnimationFrame
  vi.useFakeTimers()
  await new Promise((resolve) => draw(resolve))
  await new Promise((resolve) => draw(resolve))
  vi.useRealTimers()
  vi.useFakeTimers()
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  button.remove()
  vi.useRealTimers()

  const drawn = vi.fn<() => void>()
  requestAnimationFrame(drawn)
  await expect.poll(() => drawn.mock.calls.length).toBe(1)
})
