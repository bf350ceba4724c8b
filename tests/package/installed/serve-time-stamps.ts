// node serve-time-stamps.ts FOLDER CERTIFICATE KEY: a time-stamp server (RFC 3161) on loopback, by openssl. It says its
// port, and counts what it has stamped in FOLDER/stamped.
import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const [folder = '', certificate = '', key = ''] = process.argv.slice(2)
const at = (name: string): string => join(folder, name)
writeFileSync(at('serial'), '01')
writeFileSync(
  at('tsa.cnf'),
  `[tsa]\ndefault_tsa = own\n[own]\nserial = ${at('serial')}\ndefault_policy = 1.2.3.4\ndigests = sha256\nsigner_digest = sha256\n`,
)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    writeFileSync(at('query'), Buffer.concat(chunks))
    const how = ['-config', at('tsa.cnf'), '-signer', certificate, '-inkey', key, '-out', at('reply')]
    execFileSync('openssl', ['ts', '-reply', '-queryfile', at('query'), ...how], { stdio: 'ignore' })
    appendFileSync(at('stamped'), '.')
    response.setHeader('content-type', 'application/timestamp-reply')
    response.end(readFileSync(at('reply')))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
