import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { joinSockets } from './join-sockets.ts'

/* Run inside of the network of own-network.ts: the names of that network, its one server, and the way to the window. */

const [resolver = '', host = '', address = '', certificate = '', key = '', cms = '', window = '', port = ''] =
  process.argv.slice(2)

/** The server under test: https here, and plain on the socket that leads to the CMS. */
const credentials = { cert: readFileSync(certificate), key: readFileSync(key) }
createTlsServer(credentials, (socket) => joinSockets(socket, connect(cms))).listen(443, address)

/** Chromium's debugging listens on the loopback of this network: the socket brings it to the tests. */
createServer((socket) => joinSockets(socket, connect(Number(port), '127.0.0.1'))).listen(window)

const names = createSocket('udp4', (question, from) => {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const name = labels.join('.').toLowerCase()
  const type = question.readUInt16BE(at + 1)
  process.stdout.write(`${name}\n`)
  const answers = name === host && type === 1
  const header = Buffer.from(question.subarray(0, 12))
  // An answer, with recursion; a name that is not that of the server does not exist.
  header.writeUInt16BE(name === host ? 0x81_80 : 0x81_83, 2)
  header.writeUInt16BE(answers ? 1 : 0, 6)
  header.fill(0, 8)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)])
  names.send(
    Buffer.concat([header, question.subarray(12, at + 5), ...(answers ? [record] : [])]),
    from.port,
    from.address,
  )
})
names.bind(53, resolver, () => process.stdout.write('ready\n'))
