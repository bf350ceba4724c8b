import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterFrame } from '../../../../renderer/data/frames.ts'

/** Frames come when the test says so. */
const frames: FrameRequestCallback[] = []
const nextFrame = async () => {
  for (const callback of frames.splice(0)) callback(performance.now())
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  frames.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function begun(signal?: AbortSignal) {
  const became = vi.fn<(what: string) => void>()
  void afterFrame(signal).then(
    () => became('over'),
    () => became('stopped'),
  )
  return became
}

it('is over when the frame after the next begins', async () => {
  const became = begun()
  await nextFrame()
  expect(became).not.toHaveBeenCalled()
  await nextFrame()
  expect(became.mock.calls).toEqual([['over']])
})

it('is over after a while in a window that paints none', async () => {
  const became = begun()
  await vi.advanceTimersByTimeAsync(99)
  expect(became).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(became.mock.calls).toEqual([['over']])
})

it('fails where nobody is there any more', async () => {
  const control = new AbortController()
  const became = begun(control.signal)
  control.abort()
  await nextFrame()
  await nextFrame()
  expect(became.mock.calls).toEqual([['stopped']])
})
