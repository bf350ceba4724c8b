import type { Server } from 'node:http'
import type { Payload } from 'payload'

/**
 * Ends the process of a test's site with SIGTERM, or when the process that started it is gone, also while it starts. The
 * answer is told what there is to close once it serves.
 */
export function endWithParent(): (server: Server, payload: Payload) => void {
  let close = (): Promise<unknown> => Promise.resolve()
  const stop = (): void => {
    void close().finally(() => process.exit(0))
    // What hangs must not keep it: what SQLite has committed is safe.
    setTimeout(() => process.exit(0), 2000).unref()
  }
  process.once('SIGTERM', stop)
  process.stdin.on('end', stop).resume().unref?.()
  return (server, payload) => {
    close = () => {
      server.closeAllConnections()
      return payload.destroy()
    }
  }
}
