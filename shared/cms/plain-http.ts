const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]|(?:[^./]+\.)+localhost)$/i

/** Whether a host, without its port, is this computer itself. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * Whether what is sent to an address of a server, as it is kept, crosses a network for everybody on the way to read
 * and to change: http to another computer.
 */
export function isPlainHttp(url: string): boolean {
  const host = /^http:\/\/(\[[^\]]*\]|[^:/?#]*)/i.exec(url)?.[1]
  return host !== undefined && !isLoopback(host)
}
