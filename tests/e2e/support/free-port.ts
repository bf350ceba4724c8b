import { connect, createServer, type AddressInfo } from 'node:net'
import { waitFor } from '../../support/wait.ts'

/** A port of loopback on which nothing listens, for a program that must be told one. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Resolves when something takes connections there. */
export function untilListening(port: number): Promise<void> {
  return waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy()
          resolve()
        })
        socket.once('error', reject)
      }),
  )
}
