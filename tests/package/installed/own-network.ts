import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { eventually } from '../../e2e/support/eventually.ts'
import { joinSockets } from './join-sockets.ts'

/** Address of the server in the network. */
export const SERVER = '10.77.0.2'
/** An unused address of the network. */
const NOBODY = '10.77.0.9'
/** A public resolver that Chromium knows, and would use by https on its own. */
export const RESOLVER = '8.8.8.8'

export type OwnNetwork = {
  /** Prefix of a command that runs in the network. */
  enter: readonly string[]
  /** Port of Chromium's debugging, in the network and on this computer. */
  debuggingPort: number
  /**
   * Returns so far: the resolved names, the contacts as protocol, address and port, and the number of packets not
   * captured.
   */
  seen: () => Promise<{ names: string[]; contacts: string[]; dropped: string }>
  close: () => Promise<void>
}

/**
 * Creates a network namespace without a way out: one server, one resolver, and a route that records and drops all
 * other packets. This computer's network is not touched.
 */
export async function makeOwnNetwork(options: {
  /** The only name, that of the server. */
  host: string
  /** Port on this computer for that server's requests. */
  port: number
  certificate: string
  key: string
  /** Folder for sockets. */
  folder: string
}): Promise<OwnNetwork> {
  const name = `galley-${process.pid}`
  const enter = ['ip', 'netns', 'exec', name]
  const settings = join('/etc/netns', name)
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, 'resolv.conf'), `nameserver ${RESOLVER}\n`)
  writeFileSync(join(settings, 'hosts'), '127.0.0.1 localhost\n')
  writeFileSync(join(settings, 'nsswitch.conf'), 'hosts: files dns\n')
  execFileSync('ip', ['netns', 'add', name])
  const ip = (words: string): void => void execFileSync('ip', ['-netns', name, ...words.split(' ')])
  ip('link set lo up')
  ip(`address add ${RESOLVER}/32 dev lo`)
  ip('link add world type veth peer name lost')
  ip('link set world arp off up')
  ip('link set lost up')
  ip(`address add ${SERVER}/24 dev world`)
  ip('address add fd77::2/64 dev world nodad')
  ip('route add default dev world')
  ip('-6 route add default dev world')

  const sockets = [join(options.folder, 'cms.sock'), join(options.folder, 'window.sock')] as const
  const toCms = await listen(sockets[0], () => connect(options.port, '127.0.0.1'))
  const toWindow = await listen(0, () => connect(sockets[1]))
  const debuggingPort = (toWindow.address() as AddressInfo).port

  const packets = new Set<string>()
  // The kernel itself sends ICMPv6 and hop-by-hop packets, and rejects late answers.
  const others = 'not icmp6 and not ip6 proto 0 and not icmp[icmptype] == icmp-unreach'
  // Short packets and a large buffer, so that none is dropped.
  const room = ['-s', '128', '-B', '16384']
  const watch = ['tcpdump', '-i', 'any', '-nn', '-q', '-t', '-l', '--immediate-mode', ...room, others]
  const watcher = await startInside([...enter, ...watch], 'stderr', /listening on/, (line) => {
    const contact = contactOf(line)
    if (contact !== null) packets.add(contact)
  })
  const asked = new Set<string>()
  const script = join(import.meta.dirname, 'serve-in-network.ts')
  const { host, certificate, key } = options
  const served = [RESOLVER, host, SERVER, certificate, key, ...sockets, String(debuggingPort)]
  const servers = await startInside(
    [...enter, process.execPath, script, ...served],
    'stdout',
    /ready/,
    (line) => {
      if (line !== 'ready') asked.add(line)
    },
  )
  return {
    enter,
    debuggingPort,
    async seen() {
      // Packets are captured in order: after these there are no earlier ones left.
      const last = 'the-last.test'
      const send = `require('dns').resolve4('${last}', () =>
        require('dgram').createSocket('udp4').send('.', 9, '${NOBODY}', () => process.exit()))`
      execFileSync('ip', [...enter.slice(1), process.execPath, '-e', send])
      const packet = `udp ${NOBODY} 9`
      await eventually(() => asked.has(last) && packets.has(packet)).toBe(true)
      asked.delete(last)
      packets.delete(packet)
      const words = saidBy(watcher)
      watcher.kill('SIGUSR1')
      await eventually(() => words.join('')).toMatch(/packets dropped by kernel/)
      const dropped = /(\d+) packets dropped by kernel/.exec(words.join(''))?.[1] ?? ''
      return { names: [...asked].toSorted(), contacts: [...packets].toSorted(), dropped }
    },
    async close() {
      for (const child of [watcher, servers]) await endOf(child)
      toCms.close()
      toWindow.close()
      execFileSync('ip', ['netns', 'delete', name])
      rmSync(settings, { recursive: true })
    },
  }

  /** Parses a line of tcpdump as a contact; null for the local debugging connection. */
  function contactOf(line: string): string | null {
    const known = [`${SERVER} 443`, `${RESOLVER} 53`]
    const parts = / IP6? ([\da-f.:]+?)(?:\.(\d+))? > ([\da-f.:]+?)(?:\.(\d+))?: (\w+)/.exec(line)
    if (parts === null) return `not read: ${line}`
    const [, from = '', fromPort = '', to = '', toPort = '', protocol = ''] = parts
    const sender = `${from} ${fromPort}`
    const receiver = `${to} ${toPort}`
    if ([sender, receiver].includes(`127.0.0.1 ${debuggingPort}`)) return null
    return `${protocol.toLowerCase()} ${known.includes(sender) ? sender : receiver}`
  }
}

/** Collects a program's stderr from now on. */
function saidBy({ stderr }: ChildProcess): string[] {
  const words: string[] = []
  stderr?.on('data', (chunk: Buffer) => words.push(chunk.toString()))
  return words
}

async function listen(at: string | number, onward: () => Socket): Promise<Server> {
  const server = createServer((socket) => joinSockets(socket, onward()))
  server.listen(typeof at === 'string' ? { path: at } : { port: at, host: '127.0.0.1' })
  await once(server, 'listening')
  return server
}

/** Starts a program and waits for its ready line; each line of stdout goes to `onLine`. */
async function startInside(
  [command = '', ...args]: readonly string[],
  saysOn: 'stdout' | 'stderr',
  ready: RegExp,
  onLine: (line: string) => void,
): Promise<ChildProcess> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  createInterface(child.stdout).on('line', onLine)
  await new Promise<void>((resolve, reject) => {
    let words = ''
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        words += chunk.toString()
        if (name === saysOn && ready.test(words)) resolve()
      })
    child.once('exit', (code) => reject(new Error(`${command} has ended with ${code}:\n${words}`)))
  })
  return child
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}
