// Allows one test run at a time on this computer: two at once are slow, and some tests fail.
import { connect, createServer } from 'node:net'
import { root, say } from './project.mjs'

/** A port of loopback that is held for as long as the tests run. The system gives it up with the process. */
const PORT = 47_390
const GREETING = 'galley tests of '

/**
 * Waits until no other run holds the port, and holds it until this process ends. A run that this one is part of is not
 * waited for.
 * @param {number} port another one for tests
 * @returns {Promise<void>}
 */
export async function waitForOthers(port = PORT) {
  if (process.env.GALLEY_TEST_RUN !== undefined) return
  let strangers = 0
  while (strangers < 2 && !(await holds(port))) {
    const isRun = await waitForHolder(port, (words) =>
      say(`another run of the tests is going on (${words}): waiting for its end`),
    )
    // A run that ends just now says nothing either, but only once.
    strangers = isRun ? 0 : strangers + 1
  }
  if (strangers > 0) say(`port ${port} is another program’s: other runs of the tests are not waited for`)
  process.env.GALLEY_TEST_RUN = String(process.pid)
}

/** True: this process has the port now. Whoever connects is told of this run; the port is free when that ends. */
function holds(port) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write(`${GREETING}${root}, process ${process.pid}\n`)
    })
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.unref()
      server.on('connection', (socket) => socket.unref())
      resolve(true)
    })
  })
}

/**
 * Stays connected to the holder until it is gone.
 * @returns {Promise<boolean>} false: it does not greet as a run of the tests does
 */
function waitForHolder(port, onGreeting) {
  return new Promise((resolve) => {
    let heard = ''
    let isConnected = false
    const socket = connect({ port, host: '127.0.0.1' }, () => (isConnected = true))
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      const isNew = !heard.includes('\n')
      heard += text
      if (isNew && heard.includes('\n') && heard.startsWith(GREETING))
        onGreeting(heard.slice(GREETING.length).trim())
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(!isConnected || heard.startsWith(GREETING)))
  })
}
