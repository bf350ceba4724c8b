import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilListening } from './free-port.ts'

const HELPERS = '/usr/lib/squid'
/** A name of this computer that only the proxy knows. */
export const BEHIND = 'cms.galley.test'

export type Squid = {
  port: number
  /** Ends it, as a proxy goes that is switched off. */
  stop: () => Promise<void>
  /** Starts it on the same port. */
  start: () => Promise<void>
  dispose: () => Promise<void>
}

/**
 * A squid on loopback that passes everything on and keeps nothing.
 * @param scheme how it asks for a log-in: of `ada` with the password `proxy-secret`; null: it asks nobody
 */
export async function startSquid(scheme: 'basic' | 'digest' | null): Promise<Squid> {
  if (spawnSync('squid', ['-v']).status !== 0)
    throw new Error('squid is not installed: apt-get install squid')
  const folder = mkdtempSync(join(tmpdir(), 'galley-squid-'))
  // As root squid becomes another user, who reads the passwords.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = (name: string): string => join(folder, name)
  const { stdout } = spawnSync('openssl', ['passwd', '-apr1', 'proxy-secret'], { encoding: 'utf8' })
  writeFileSync(file('basic'), `ada:${stdout.trim()}\n`)
  writeFileSync(file('hosts'), `127.0.0.1 ${BEHIND}\n`)
  writeFileSync(file('digest'), 'ada:proxy-secret\n')
  const program = { basic: 'basic_ncsa_auth', digest: 'digest_file_auth' }
  const rules = [
    ...(scheme === null
      ? []
      : [
          `auth_param ${scheme} program ${HELPERS}/${program[scheme]} ${file(scheme)}`,
          `auth_param ${scheme} realm Staff only`,
          'acl known proxy_auth REQUIRED',
          'http_access deny !known',
        ]),
    'http_access allow all',
  ]
  const config = [
    `http_port 127.0.0.1:${port}`,
    'pid_filename none',
    'access_log none',
    'cache_log /dev/null',
    'cache deny all',
    'shutdown_lifetime 0 seconds',
    'visible_hostname galley-tests',
    `hosts_file ${file('hosts')}`,
    ...rules,
  ]
  writeFileSync(file('squid.conf'), `${config.join('\n')}\n`)

  let child: ReturnType<typeof spawn> | null = null
  const start = async (): Promise<void> => {
    child = spawn('squid', ['-N', '-f', file('squid.conf')], { stdio: 'ignore', cwd: folder })
    await untilListening(port)
  }
  const stop = async (): Promise<void> => {
    if (child === null || child.exitCode !== null) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    child = null
  }
  await start()
  return {
    port,
    start,
    stop,
    dispose: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
