const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]|(?:[^./]+\.)+localhost)$/i

/** True if a host, without its port, is this computer. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * True if a stored server address uses http to another computer, so that others on the network can read and change
 * requests.
 */
export function isPlainHttp(url: string): boolean {
  const host = /^http:\/\/(\[[^\]]*\]|[^:/?#]*)/i.exec(url)?.[1]
  return host !== undefined && !isLoopback(host)
}
