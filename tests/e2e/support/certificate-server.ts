import { copyFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { request as ask, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'

const file = (name: string): string => join(import.meta.dirname, 'client-certificates', name)

/** Creates a home folder with the certificates of Ada Lovelace and Bob Two, which trusts the tests' authority. */
export function homeWithCertificates(): string {
  const home = mkdtempSync(join(tmpdir(), 'galley-home-'))
  const folder = join(home, '.pki', 'nssdb')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of ['cert9.db', 'key4.db']) copyFileSync(file(name), join(folder, name))
  return home
}

export type CertificateServer = {
  port: number
  /** Requests below /who: path, and owner of the client certificate; null: none. */
  seen: { path: string; who: string | null }[]
  /** From now on new connections are asked for an optional client certificate. */
  askForCertificates: () => void
  /** From now on requests outside of /who wait until the server is closed. */
  hold: () => void
  /** Paths of the waiting requests that were not aborted. */
  waiting: () => string[]
  close: () => Promise<void>
}

/** Starts an https server in front of a CMS. `/who/away` redirects to the same server as localhost. */
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
  let behind = plain
  const front = createServer((socket) => void behind?.emit('connection', socket))
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  return {
    port,
    seen,
    askForCertificates() {
      behind = asking
      // Main's earlier connections must end, since only a new one is asked for a certificate.
      plain?.closeIdleConnections()
    },
    hold: () => (isHolding = true),
    waiting: () => [...waiting],
    close: () =>
      new Promise((resolve) => {
        for (const server of [plain, asking]) server?.closeAllConnections()
        front.close(() => resolve())
      }),
  }
}
