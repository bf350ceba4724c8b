// The files of a worker share its packages. Our own modules are loaded anew for each file, so that their state is its own.
import { afterAll, vi } from 'vitest'

vi.resetModules()

afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
