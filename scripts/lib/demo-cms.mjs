// The demo CMS on loopback: found when an earlier launcher of this checkout runs it, started otherwise.
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:net'
import { inCache, inRoot, say, Stop } from './project.mjs'
import { start } from './processes.mjs'

export const defaultPort = 4790
export const dataFolder = () => inRoot('server', 'demo', 'data')
export const accounts = ['admin@example.com', 'editor@example.com', 'reader@example.com']
export const password = 'galley-demo'

const listening = /galley-cms listening (http:\/\/127\.0\.0\.1:\d+)/
const note = () => inCache('demo-cms.json')

/** The command line of the demo CMS. */
export function cmsCommand(args) {
  return [process.execPath, [inRoot('server', 'demo', 'serve.ts'), ...args]]
}

/** Remembers a running CMS on the checkout's own data; two on one database would disturb each other. */
export function rememberCms(url, pid) {
  mkdirSync(inCache(), { recursive: true })
  writeFileSync(note(), JSON.stringify({ url, pid }))
}

export function forgetCms() {
  rmSync(note(), { force: true })
}

/** URL of the demo CMS that runs on the checkout's own data, or undefined. */
export async function findRunningCms() {
  if (!existsSync(note())) return undefined
  const { url, pid } = JSON.parse(readFileSync(note(), 'utf8'))
  try {
    process.kill(pid, 0)
  } catch {
    return undefined
  }
  return (await isListening(Number(new URL(url).port))) ? url : undefined
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/**
 * Starts the demo CMS and waits until it answers.
 * @returns {Promise<{url: string, child: import('node:child_process').ChildProcess}>}
 */
export async function startCms() {
  const isTaken = await isListening(defaultPort)
  if (isTaken) say(`port ${defaultPort} is taken by another program, the demo CMS takes a free one`)
  say(
    `starting the demo CMS${existsSync(dataFolder()) ? '' : ' and filling it with content, which takes a moment'}`,
  )
  const [command, args] = cmsCommand([`--port=${isTaken ? 0 : defaultPort}`, `--data=${dataFolder()}`])
  const child = start(command, args, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'pipe'] })
  mkdirSync(inCache('logs'), { recursive: true })
  const path = join(inCache('logs'), 'demo-cms.log')
  const log = createWriteStream(path)
  let words = ''
  const url = await new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        log.write(chunk)
        words = (words + chunk).slice(-4000)
        const match = listening.exec(words)
        if (match) resolve(match[1])
      })
    }
    child.once('error', () => resolve(undefined))
    child.once('exit', () => resolve(undefined))
  })
  if (url === undefined) throw new Stop(`the demo CMS did not start (${path}):\n${words.trim()}`)
  rememberCms(url, child.pid)
  return { url, child }
}
