import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { request as ask, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'

const file = (name: string): string => join(import.meta.dirname, 'client-certificates', name)

/** A home folder whose owner has the certificates of Ada Lovelace and Bob Two, and trusts the authority of the tests. */
export function homeWithCertificates(): string {
  const home = mkdtempSync(join(tmpdir(), 'galley-home-'))
  const folder = join(home, '.pki', 'nssdb')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of ['cert9.db', 'key4.db']) copyFileSync(file(name), join(folder, name))
  return home
}

export type CertificateServer = {
  port: number
  /** Each request below /who: its path, and whose certificate came with it; null: none. */
  seen: { path: string; who: string | null }[]
  /** From now on new connections are asked for a certificate, which they need not have. */
  askForCertificates: () => void
  /** From now on requests outside of /who wait for their answers until the server is closed. */
  hold: () => void
  /** The paths of those that wait and were not given up. */
  waiting: () => string[]
  close: () => Promise<void>
}

/** A CMS behind https. `/who/away` redirects to the same server under its other name, localhost. */
export async function startCertificateServer(cms: string): Promise<CertificateServer> {
  const seen: CertificateServer['seen'] = []
  let isHolding = false
  const waiting = new Set<string>()
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/who')) {
      const peer = request.socket instanceof TLSSocket ? request.socket.getPeerCertificate() : undefined
      const name = peer?.subject?.CN
      const who = typeof name === 'string' ? name : null
      seen.push({ path, who })
      if (path === '/who/away') response.writeHead(302, { location: `https://localhost:${port}/who/there` })
      return void response.end(who ?? 'nobody')
    }
    if (isHolding) {
      waiting.add(path)
      return void response.on('close', () => waiting.delete(path))
    }
    const { method, headers } = request
    const passed = ask(cms + path, { method, headers }, (answered) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answered.headers
      response.writeHead(answered.statusCode ?? 502, kept)
      answered.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  }
  const [key, cert, ca] = ['server.key', 'server.pem', 'ca.pem'].map((name) => readFileSync(file(name)))
  const common = { key, cert, ca, rejectUnauthorized: false }
  const [plain, asking] = [false, true].map((requestCert) =>
    createTlsServer({ ...common, requestCert }, answer),
  )
  // What main had connected before stays: in a new connection it would be asked as well.
  for (const server of [plain, asking]) if (server) server.keepAliveTimeout = 0
  let behind = plain
  const front = createServer((socket) => void behind?.emit('connection', socket))
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  return {
    port,
    seen,
    askForCertificates: () => (behind = asking),
    hold: () => (isHolding = true),
    waiting: () => [...waiting],
    close: () =>
      new Promise((resolve) => {
        for (const server of [plain, asking]) server?.closeAllConnections()
        front.close(() => resolve())
      }),
  }
}
