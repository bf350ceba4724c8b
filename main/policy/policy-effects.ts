import type { ProxyConfig, Session } from 'electron'
import { withoutSlashes } from '../../shared/cms/addresses.ts'
import type { ServerInfo } from '../../shared/ipc.ts'
import { serverId } from '../server/address.ts'
import type { Policy, PolicyProxy } from './policy-keys.ts'

type ServerKeys = Pick<Policy, 'servers' | 'onlyTheseServers'>

/**
 * The servers offered at log-in: first those added on this computer, then those that only the policy names.
 */
export function offeredServers(known: readonly ServerInfo[], { servers }: ServerKeys): ServerInfo[] {
  const named = (servers ?? []).map(({ url, name }) => ({
    id: serverId(url),
    url,
    name: name ?? new URL(url).host,
    waiting: null,
    lastIdentifier: null,
  }))
  const isNew = ({ id }: ServerInfo, at: number, all: ServerInfo[]): boolean =>
    !known.some((server) => server.id === id) && all.findIndex((server) => server.id === id) === at
  return [...known, ...named.filter(isNew)]
}

/**
 * True if the policy lets somebody log in at an address. The API of a server may have an address of its own below that
 * of the server. Without a list only servers that were added before may be used.
 */
export function mayUseServer(
  url: string,
  { servers, onlyTheseServers }: ServerKeys,
  known: readonly { url: string }[],
): boolean {
  if (onlyTheseServers !== true) return true
  return (servers ?? known).some((one) => url === one.url || url.startsWith(`${withoutSlashes(one.url)}/`))
}

/** Sets the policy's proxy for a session; resolves once it is set. */
export type ApplyProxy = (of: Session) => Promise<void>

/** `proxy` null: every session keeps the system's proxy. */
export function createApplyProxy(proxy: PolicyProxy | null): ApplyProxy {
  const applied = new WeakMap<Session, Promise<void>>()
  return (of) => {
    if (proxy === null) return Promise.resolve()
    const done = applied.get(of) ?? of.setProxy(proxyConfig(proxy))
    applied.set(of, done)
    return done
  }
}

export function proxyConfig(proxy: PolicyProxy): ProxyConfig {
  if (proxy.mode === 'pac') return { mode: 'pac_script', pacScript: proxy.pacScript }
  if (proxy.mode !== 'fixed') return { mode: proxy.mode }
  const { proxyRules, proxyBypassRules = '' } = proxy
  return { mode: 'fixed_servers', proxyRules, proxyBypassRules }
}
