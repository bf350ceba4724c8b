import type { Server } from 'node:http'
import type { Payload } from 'payload'

/**
 * Ends the process of a test's site on SIGTERM, or when its parent process is gone, also during the start. The
 * returned function registers what to close once it serves.
 */
export function endWithParent(): (server: Server, payload: Payload) => void {
  let close = (): Promise<unknown> => Promise.resolve()
  const stop = (): void => {
    void close().finally(() => process.exit(0))
    // A hanging close must not keep the process: SQLite's commits are safe.
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
