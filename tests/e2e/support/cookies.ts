import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { GalleyApp } from './galley-app.ts'

/** Cookies that the main process keeps for a server under this name, in whichever session they are. */
export function cookiesOf(
  { app, dataFolder }: GalleyApp,
  url: string,
  name: string,
): Promise<{ value: string; path?: string; expirationDate?: number; httpOnly?: boolean }[]> {
  // Partitions cannot be listed; each has a folder of its own.
  const partitions = readdirSync(join(dataFolder, 'Partitions')).map(decodeURIComponent)
  return app.evaluate(
    async ({ session }, wanted) => {
      const sessions = [
        session.defaultSession,
        ...wanted.partitions.map((partition) => session.fromPartition(`persist:${partition}`)),
      ]
      const found = await Promise.all(
        sessions.map((one) => one.cookies.get({ url: wanted.url, name: wanted.name })),
      )
      return found.flat()
    },
    { url, name, partitions },
  )
}
