// Protection that is weaker here than in a release, in words, and the servers that may be opened all the same.

export const acceptFlag = '--accept-weaker'

/** The name of a switch, as Chromium reads it: `--name=value`, or `-name`. */
const nameOf = (arg) => /^--?([^=]+)/.exec(arg)?.[1]?.toLowerCase() ?? null

/** Switches that allow a page or a network to do more. */
const WEAKENING = [
  'no-sandbox',
  'disable-setuid-sandbox',
  'disable-web-security',
  'disable-site-isolation-trials',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  'allow-running-insecure-content',
  'host-resolver-rules',
  'host-rules',
  'proxy-server',
  'proxy-pac-url',
  'remote-debugging-port',
  'remote-debugging-pipe',
]

/** The weakening switches among arguments for the app. */
export function weakening(args) {
  const names = new Set(args.map(nameOf))
  return WEAKENING.filter((name) => names.has(name)).map((name) => `--${name}`)
}

/**
 * One plain sentence on protection that is weaker than in a release, or null.
 * @param {{electron: {instead: string | null}, sandbox: boolean, args?: string[]}} run
 */
export function weakerThanRelease({ electron, sandbox, args = [] }) {
  const parts = []
  if (!sandbox) parts.push("Chromium's sandbox is off")
  if (electron.instead !== null) parts.push(`Electron is not the official one but ${electron.instead}`)
  const given = weakening(args)
  if (given.length > 0) parts.push(`it is opened with ${given.join(', ')}`)
  return parts.length === 0 ? null : `Weaker than a release: ${parts.join(', and ')}.`
}

/**
 * Decides about a run with these arguments.
 * @param {string | null} weaker
 * @param {string[]} args of the launcher
 * @returns {{refused: string | null, switches: string[]}} why nothing is opened; else switches for the app
 */
export function judgeWeaker(weaker, args) {
  if (weaker === null || args.includes(acceptFlag)) return { refused: null, switches: [] }
  const far = args
    .filter((arg) => arg.startsWith('--server='))
    .map((arg) => arg.slice('--server='.length))
    .find((server) => !isLoopback(server))
  if (far !== undefined) {
    const refused = `${weaker} So ${far} is not opened; ${acceptFlag} opens it all the same.`
    return { refused, switches: [] }
  }
  return { refused: null, switches: onlyLoopback }
}

/**
 * Switches that limit the network to this computer: servers can be named in the window, too, or be known from before.
 */
const onlyLoopback = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
  '--no-proxy-server',
]

/** True if a typed address is on this computer. False if it cannot be read. */
export function isLoopback(address) {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`
  let host
  try {
    host = new URL(text).hostname
  } catch {
    return false
  }
  return /^(localhost|127\.0\.0\.1|\[::1\]|(?:[^./]+\.)+localhost)$/.test(host)
}
