import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { inRoot } from './run-script.ts'

const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** A run that says "begins" once it may, and then lives until it is killed. */
function startRun(port: number): { child: ChildProcess; said: (words: string) => Promise<string> } {
  const code = `import { waitForOthers } from ${JSON.stringify(inRoot('scripts/lib/one-at-a-time.mjs'))}
    await waitForOthers(${port})
    console.log('begins')
    setInterval(() => {}, 1000)`
  const env = { ...process.env }
  delete env['GALLEY_TEST_RUN']
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env })
  started.push(child)
  let heard = ''
  const listeners = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard += text
    for (const listener of listeners) listener()
  })
  const said = (words: string): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (heard.includes(words)) resolve(heard)
      }
      listeners.add(look)
      look()
    })
  return { child, said }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

it('a second run says that it waits, and begins when the first one is dead', async () => {
  const port = await freePort()
  const first = startRun(port)
  await first.said('begins')
  const second = startRun(port)
  const before = await second.said('waiting for its end')
  expect(before).toContain(`process ${first.child.pid}`)
  expect(before).not.toContain('begins')
  first.child.kill('SIGKILL')
  await second.said('begins')
})

it('a port that is another program’s holds up nobody, and is said', async () => {
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
    0,
    '127.0.0.1',
  )
  await once(other, 'listening')
  const run = startRun((other.address() as AddressInfo).port)
  expect(await run.said('begins')).toContain('another program’s')
  other.close()
})
