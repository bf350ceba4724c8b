import type { Plugin } from 'payload'
import { desktopEndpoints } from './endpoints/desktop-endpoints.ts'
import { install } from './writes/install.ts'
import { settingsOf } from './options.ts'
import type { GalleyOptions } from './options.ts'
import { REFUSAL } from './public-error.ts'

export type { GalleyOptions } from './options.ts'
export type { Hello } from './endpoints/hello.ts'

/**
 * The companion of the desktop app: serves the schema, the session, the form state, the
 * schedule and the addresses of previews over HTTP, and makes writes safe to repeat (`Idempotency-Key`) and to base on a revision
 * (`X-Galley-Base`). Adds no collection and no field, so a site needs no migration.
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
