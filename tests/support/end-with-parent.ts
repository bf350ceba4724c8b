import type { Server } from 'node:http'
import type { Payload } from 'payload'

/** Ends the process of a test's site with SIGTERM, or when the process that started it is gone. */
export function endWithParent(server: Server, payload: Payload): void {
  const stop = (): void => {
    server.closeAllConnections()
    void payload.destroy().finally(() => process.exit(0))
    // What hangs must not keep it: what SQLite has committed is safe.
    setTimeout(() => process.exit(0), 2000).unref()
  }
  process.once('SIGTERM', stop)
  process.stdin.on('end', stop).resume().unref?.()
}
