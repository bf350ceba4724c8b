import { LIMITS } from '../../../shared/limits.ts'
import type { ProxyQuestion } from '../../../shared/ipc.ts'

/** The part of Electron's AuthInfo that is read here. */
type ProxyAuth = { host: string; port: number; realm: string }
export type ProxyCredentials = { name: string; password: string }

export type ProxyLogins = {
  /**
   * The log-in for a proxy; null: there is none, and the person is asked unless they declined before.
   * `refused`: the log-in that this request was given before and that the proxy refused.
   */
  take: (proxy: ProxyAuth, refused: ProxyCredentials | null) => ProxyCredentials | null
  /** The log-in that is kept for a proxy; nobody is asked. */
  known: (proxy: ProxyAuth) => ProxyCredentials | null
  /** Questions without an answer. */
  open: () => ProxyQuestion[]
  /** The answer of the person; null: no log-in, and no further question before `askAgain`. */
  answer: (id: string, credentials: ProxyCredentials | null) => void
  /** A person wants to be asked again after having said no. */
  askAgain: () => void
  /** Resolves when no question is open; true if the person was asked and gave a log-in. */
  answered: () => Promise<boolean>
}

/**
 * Log-ins for proxies, by host, port and realm. They are kept until the program ends, in this process alone. A request
 * does not wait for the person: it fails as `proxy-login`, and is sent again after the answer as after any failure.
 */
export function createProxyLogins(options: {
  ask: (question: ProxyQuestion) => void
  /** A log-in was given; requests may be tried again. */
  onAnswered: () => void
}): ProxyLogins {
  const kept = new Map<string, ProxyCredentials>()
  const declined = new Set<string>()
  const questions = new Map<string, { question: ProxyQuestion; given: PromiseWithResolvers<boolean> }>()
  const keyOf = ({ host, port, realm }: ProxyAuth): string => JSON.stringify([host, port, realm])

  return {
    take(proxy, refused) {
      const id = keyOf(proxy)
      const known = kept.get(id)
      if (known && known !== refused) return known
      kept.delete(id)
      if (declined.has(id) || questions.has(id)) return null
      const question = {
        id,
        proxy: `${proxy.host}:${proxy.port}`,
        // A longer realm is not shown, but still belongs to the key of the login.
        realm: proxy.realm.length > LIMITS.realm ? '' : proxy.realm,
        isWrong: refused !== null,
      }
      questions.set(id, { question, given: Promise.withResolvers() })
      options.ask(question)
      return null
    },
    known: (proxy) => kept.get(keyOf(proxy)) ?? null,
    open: () => [...questions.values()].map(({ question }) => question),
    answer(id, credentials) {
      const asked = questions.get(id)
      if (!asked) return
      questions.delete(id)
      if (credentials) kept.set(id, credentials)
      else declined.add(id)
      asked.given.resolve(credentials !== null)
      if (credentials) options.onAnswered()
    },
    askAgain: () => declined.clear(),
    answered: async () => {
      const given = await Promise.all([...questions.values()].map((one) => one.given.promise))
      return given.includes(true)
    },
  }
}
