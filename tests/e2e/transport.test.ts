import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { login, newDataFolder, startGalley } from './support/galley-app.ts'
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
  await untilDocumentIs(page, 'Failed: not known whether it arrived')

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
