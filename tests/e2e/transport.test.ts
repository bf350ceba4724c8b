import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { projectFolder } from './support/electron-path.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { openList, titleInput, untilDocumentIs } from './support/screens.ts'

/*
 * Chromium sends a request again by itself, also a POST, when a kept connection ends without an answer. A server that
 * knows no idempotency keys would do it twice.
 */

let cms: Cms
let proxy: FaultProxy

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  proxy = await startFaultProxy(cms.url)
})
afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})

const isCreate = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && path.startsWith('/api/posts?')

/** The CMS as one that knows no idempotency keys and checks no base. */
function forgetIdempotency(): void {
  proxy.addRule({
    match: ({ path }) => /^\/api\/desktop(\/config)?$/.test(path),
    fault: {
      kind: 'rewrite',
      body: (answered) => answered.replaceAll(/"(idempotency|staleCheck)":true/g, '"$1":false'),
    },
  })
}

test('SY4 without idempotency keys a creation whose answer is cut off leaves once', async () => {
  forgetIdempotency()
  const galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  const { page } = galley
  await login(page, 'editor@example.com')
  await openList(page, 'Posts')
  proxy.addRule({ match: isCreate, fault: { kind: 'drop-after' } })
  // Nor can it be asked what became of a key.
  const body = JSON.stringify({ message: 'Route not found' })
  const headers = { 'content-type': 'application/json' }
  proxy.addRule({
    match: ({ path }) => path.startsWith('/api/desktop/writes/'),
    fault: { kind: 'status', status: 404, headers, body },
  })
  await page.getByRole('main').getByRole('link', { name: 'Create New' }).click()
  await titleInput(page).fill('Sent once')
  // It is on the server, which this computer cannot know for sure: a person decides.
  await untilDocumentIs(page, 'Failed: it may have arrived')

  expect(proxy.seen.filter(isCreate)).toHaveLength(1)
  expect(proxy.seen.find(isCreate)?.headers['connection']).toBe('close')
  const { token } = await cms.login('admin@example.com')
  const found = await cms.request('GET', '/posts?draft=true&where[title][equals]=Sent%20once', { token })
  expect(listAt(found.json, 'docs')).toHaveLength(1)
  await galley.close()
})

test('SY4 Chromium itself sends a POST twice over a kept connection, and once over one that closes', async () => {
  const arrived: string[] = []
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (request.method === 'GET') return void response.end('kept')
      arrived.push(request.url ?? '')
      request.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const galley = await startGalley({ server: null, dataFolder: newDataFolder() })
  await galley.app.evaluate(async ({ net, session }, base) => {
    const own = session.fromPartition('transport-test')
    const ask = (method: string, path: string, headers: Record<string, string>) =>
      new Promise<void>((resolve) => {
        const request = net.request({ method, url: base + path, session: own })
        for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
        request.on('error', () => resolve())
        request.on('response', (response) => {
          response.on('data', () => undefined)
          response.on('end', () => resolve())
        })
        if (method === 'POST') request.write('{}')
        request.end()
      })
    await ask('GET', '/', {})
    await ask('POST', '/kept', {})
    await ask('GET', '/', { Connection: 'close' })
    await ask('POST', '/closed', { Connection: 'close' })
  }, url)
  expect(arrived).toEqual(['/kept', '/kept', '/closed'])
  server.closeAllConnections()
  server.close()
  await galley.close()
})

/** Bytes of an answer that is larger than what the two ends of a connection hold by themselves. */
const LARGE = 64 * 1024 * 1024

/** A server that answers with bytes as they stand here; counts those of an answer without an end. */
async function rawServer(): Promise<{ url: string; sent: () => number; close: () => void }> {
  let sent = 0
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (request) => {
      const path = request.toString().split(' ')[1]
      if (path === '/odd')
        socket.end(Buffer.from('HTTP/1.1 200 OK\r\nX-Odd: caf\u00e9\r\nX-Fine: yes\r\n\r\n{}', 'latin1'))
      else if (path === '/moved')
        socket.end(Buffer.from('HTTP/1.1 302 Found\r\nLocation: /caf\u00e9\r\n\r\n', 'latin1'))
      else if (path === '/large') {
        const body = Buffer.alloc(LARGE)
        socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${LARGE}\r\n\r\n`), body]))
      } else {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n')
        const piece = Buffer.alloc(64 * 1024)
        const more = (): void => {
          while (socket.writable) {
            sent += piece.byteLength
            if (!socket.write(piece)) return void socket.once('drain', more)
          }
        }
        more()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, sent: () => sent, close: () => void server.close() }
}

/** Reads `pieces` of an answer through the transport of the program, inside of the program; then all of `next`. */
async function askInside(galley: GalleyApp, url: string, pieces: number, next: string | null = null) {
  return galley.app.evaluate(
    async ({ session }, { file, address, count, nextAddress }) => {
      const { electronTransport } = process.getBuiltinModule('node:module').createRequire(file)(
        file,
      ) as typeof import('../../main/server/http/electron-transport.ts')
      const stop = new AbortController()
      const transport = electronTransport(
        session.fromPartition('raw-test'),
        session.fromPartition('raw-single'),
        {
          applyProxy: () => Promise.resolve(),
          logins: {
            take: () => null,
            known: () => null,
            open: () => [],
            answer: () => undefined,
            askAgain: () => undefined,
            answered: async () => false,
          },
        },
      )
      const init = {
        method: 'GET',
        headers: {},
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        neverRepeat: false,
        signal: stop.signal,
      } as const
      const answer = await transport(address, init)
      const reader = answer.body?.getReader()
      for (let read = 0; read < count; read += 1) await reader?.read()
      if (nextAddress !== null) {
        const rest = (await transport(nextAddress, init)).body?.getReader()
        while ((await rest?.read())?.done === false);
      }
      stop.abort()
      return {
        status: answer.status,
        odd: answer.headers.get('x-odd'),
        fine: answer.headers.get('x-fine'),
        location: answer.headers.get('location'),
      }
    },
    {
      file: join(projectFolder, 'main/server/http/electron-transport.ts'),
      address: url,
      count: pieces,
      nextAddress: next,
    },
  )
}

test('F76 a header that is no text is as if it had not come, and the answer counts', async () => {
  const server = await rawServer()
  const galley = await startGalley({ server: null, dataFolder: newDataFolder() })
  expect(await askInside(galley, `${server.url}/odd`, 1)).toMatchObject({
    status: 200,
    odd: null,
    fine: 'yes',
  })
  expect(await askInside(galley, `${server.url}/moved`, 0)).toMatchObject({ status: 302 })
  await galley.close()
  server.close()
})

test('F75 of an answer without an end no more is taken than is read', async () => {
  const server = await rawServer()
  const galley = await startGalley({ server: null, dataFolder: newDataFolder() })
  // While the large one is read, the endless one would come as well.
  await askInside(galley, `${server.url}/endless`, 1, `${server.url}/large`)
  expect(server.sent()).toBeLessThan(LARGE / 2)
  await galley.close()
  server.close()
})
