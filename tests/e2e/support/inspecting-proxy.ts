import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { freePort, untilListening } from './free-port.ts'

/** `request`: decrypted by the proxy; `refused`: a client that did not take the proxy's certificate. */
const seenLine = v.object({
  kind: v.picklist(['request', 'refused']),
  method: v.string(),
  path: v.string(),
  body: v.nullable(v.string()),
})
export type Seen = v.InferOutput<typeof seenLine>

export type InspectingProxy = {
  port: number
  seen: () => Seen[]
  /** A home folder, new, whose owner trusts the proxy's authority, as docs/deployment.md has IT do it. */
  homeThatTrusts: () => string
  dispose: () => Promise<void>
}

/**
 * Starts mitmproxy on loopback, with an authority of its own: it decrypts all that goes through it.
 * @param authority PEM file of the authority that the proxy itself trusts
 */
export async function startInspectingProxy(authority: string): Promise<InspectingProxy> {
  for (const [program, options, name] of [
    ['mitmdump', ['--version'], 'mitmproxy'],
    ['certutil', ['-H'], 'libnss3-tools'],
  ] as const)
    if (spawnSync(program, options).error)
      throw new Error(`${program} is missing. On Debian: sudo apt-get install ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'galley-inspecting-'))
  const file = join(folder, 'seen')
  const port = await freePort()
  const options = [
    ['confdir', folder],
    ['ssl_verify_upstream_trusted_ca', authority],
  ].flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const script = join(import.meta.dirname, 'inspecting-proxy.py')
  const listen = ['--listen-host', '127.0.0.1', '--listen-port', String(port)]
  const child = spawn('mitmdump', ['--quiet', ...listen, ...options, '-s', script], {
    // Nothing is written beside the script.
    env: { ...process.env, GALLEY_SEEN: file, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await untilListening(port)
  return {
    port,
    seen: () => {
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
      return lines.map((line) => v.parse(seenLine, JSON.parse(line)))
    },
    homeThatTrusts: () => {
      const home = mkdtempSync(join(tmpdir(), 'galley-home-'))
      const store = join(home, '.pki/nssdb')
      mkdirSync(store, { recursive: true, mode: 0o700 })
      const root = join(folder, 'mitmproxy-ca-cert.pem')
      execFileSync('certutil', ['-A', '-d', `sql:${store}`, '-n', 'company', '-t', 'C,,', '-i', root])
      return home
    },
    dispose: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
