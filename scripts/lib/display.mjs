// A display for Electron. Where the machine has none, Xvfb gives one that lives in memory.
import { say, Stop } from './project.mjs'
import { start } from './processes.mjs'

/** True where windows can be seen, or the system has its own way of showing them. */
export function hasDisplay(env = process.env) {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/**
 * The environment for windows: empty with a display, otherwise that of a virtual one that lives as long as this
 * launcher. Xvfb chooses a free number, so that launchers do not collide.
 * @returns {Promise<{env: Record<string, string>, virtual: boolean}>}
 */
export async function ensureDisplay(size = '1440x900x24') {
  if (hasDisplay()) return { env: {}, virtual: false }
  const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset']
  const server = start('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  let words = ''
  server.stderr.on('data', (chunk) => (words += chunk))
  const number = await new Promise((resolve) => {
    let text = ''
    server.stdio[3].on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.trim())
    })
    server.once('error', () => resolve(undefined))
    server.once('exit', () => resolve(undefined))
  })
  if (number === undefined) throw new Stop(`Xvfb did not start:\n${words.trim()}`)
  say(`no display here, windows open on the virtual display :${number} (Xvfb, ${size})`)
  return { env: { DISPLAY: `:${number}`, XDG_SESSION_TYPE: 'x11' }, virtual: true }
}

/**
 * The environment for parallel tests: without a display, `count` virtual ones, named in GALLEY_E2E_DISPLAYS with
 * spaces between. A real display is never shared.
 * @returns {Promise<{env: Record<string, string>}>}
 */
export async function ensureDisplays(count) {
  const first = await ensureDisplay()
  if (!first.virtual) return { env: first.env }
  const names = [first.env.DISPLAY]
  while (names.length < count) names.push((await ensureDisplay()).env.DISPLAY)
  return { env: { ...first.env, GALLEY_E2E_DISPLAYS: names.join(' ') } }
}
