import type { ProxyConfig, Session } from 'electron'
import type { PolicyProxy } from './policy-keys.ts'

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
