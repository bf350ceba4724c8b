import type { Plugin } from 'payload'
import { desktopEndpoints } from './endpoints/desktop-endpoints.ts'
import { install } from './writes/install.ts'
import { settingsOf } from './options.ts'
import type { GalleyOptions } from './options.ts'
import { REFUSAL } from './public-error.ts'

export type { GalleyOptions } from './options.ts'
export type { Hello } from './endpoints/hello.ts'

/**
 * The companion of the desktop app: serves schema, session, form state, schedules and previews, and makes writes
 * repeatable (`Idempotency-Key`) and based (`X-Galley-Base`). It adds no collection or field: no migration.
 */
export function galley(options: GalleyOptions = {}): Plugin {
  const settings = settingsOf(options)
  return (config) => ({
    ...config,
    // A 401 or 409 is an answer, not a fault: one line in the log instead of a stack.
    loggingLevels: Object.assign({ [REFUSAL]: 'info' as const }, config.loggingLevels),
    endpoints: [...(config.endpoints ?? []), ...desktopEndpoints(settings)],
    onInit: async (payload) => {
      await config.onInit?.(payload)
      await install(payload, settings)
    },
  })
}
