import { BroadcastChannel } from 'node:worker_threads'
import type { Db } from '../../main/store/tables/sql.ts'

/*
 * The disk of the editor's computer, as its database meets it. Full: SQLite refuses every page by which the file would
 * grow with SQLITE_FULL, as it does where the system has none left; what fits into the pages that are there goes on.
 */

const NAME = 'galley-soak-disk'
/** As many pages as SQLite can have. */
const NO_LIMIT = 4_294_967_294

/** How the process is told that the disk is full when it starts. */
export const FULL_AT_START = { GALLEY_SOAK_DISK: 'full' }

/** Limits the database as the process says, now and later. Called in the thread that writes the database. */
export function followDisk(db: Db): void {
  // A limit below the present number of pages counts as that number.
  const limit = (full: boolean): void => void db.pragma(`max_page_count = ${full ? 1 : NO_LIMIT}`)
  limit(process.env['GALLEY_SOAK_DISK'] === FULL_AT_START.GALLEY_SOAK_DISK)
  const channel = new BroadcastChannel(NAME)
  channel.unref()
  Object.assign(channel, {
    onmessage: ({ data }: { data: unknown }) => {
      if (typeof data !== 'boolean') return
      limit(data)
      channel.postMessage('done')
    },
  })
}

/** Fills the disk, or makes room; resolves when that is so. */
export async function setDiskFull(full: boolean): Promise<void> {
  const channel = new BroadcastChannel(NAME)
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(channel, { onmessage: () => resolve() })
  channel.postMessage(full)
  await promise
  channel.close()
}
