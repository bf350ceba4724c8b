import type { CertificateRequest } from '../../../shared/ipc.ts'

/** The part of Electron's Certificate that is used. */
export type OfferedCertificate = {
  fingerprint: string
  subjectName: string
  issuerName: string
  /** Expiry in seconds since 1970. */
  validExpiry: number
}

export type ClientCertificates = {
  /**
   * The certificate for a server that asks for one; null: none. `server`: host and port, as Electron names it.
   * `isPage`: a page asks, and not a request of main.
   */
  pick: <T extends OfferedCertificate>(
    asked: { server: string; isPage: boolean },
    offered: readonly T[],
  ) => Promise<T | null>
  /** Requests that the person has not answered yet. */
  open: () => CertificateRequest[]
  /** The person's answer; null: no certificate. */
  choose: (origin: string, fingerprint: string | null) => void
  /** Resolves when the question for this address is answered; false if there was none. */
  answered: (url: string) => Promise<boolean>
}

type Question = { request: CertificateRequest; answer: Promise<void>; finish: () => void }

/**
 * Answers certificate requests. A certificate identifies the person, so only the account's server, or one
 * being connected to, gets it, once the person chose it (F73). A choice holds until the program ends.
 */
export function createClientCertificates(options: {
  /** True if an origin is that of the open account, or of the address that the person is connecting to. */
  isOwn: (origin: string) => boolean
  /** True if main itself waits for an answer of that origin. Shared workers, too, send requests without a page. */
  isAsking: (origin: string) => boolean
  ask: (request: CertificateRequest) => void
  onChosen: () => void
}): ClientCertificates {
  /** The chosen fingerprint by origin; null: none. */
  const chosen = new Map<string, string | null>()
  const questions = new Map<string, Question>()

  const question = (origin: string, offered: readonly OfferedCertificate[]): Question => {
    const asked = questions.get(origin)
    if (asked) return asked
    const { promise, resolve } = Promise.withResolvers<void>()
    const request = { origin, certificates: offered.map(describe) }
    const made = { request, answer: promise, finish: resolve }
    questions.set(origin, made)
    options.ask(request)
    return made
  }

  return {
    async pick({ server, isPage }, offered) {
      const origin = httpsOrigin(server)
      if (isPage || origin === null || offered.length === 0 || !options.isOwn(origin)) return null
      if (!options.isAsking(origin)) return null
      const among = (fingerprint: string | null) => offered.find((one) => one.fingerprint === fingerprint)
      const before = chosen.get(origin)
      // Null: the person chose none. A chosen one that is gone, such as one on a removed card, is asked for again.
      if (before === null) return null
      const known = before === undefined ? undefined : among(before)
      if (known) return known
      await question(origin, offered).answer
      // Checked again, since the account may have been left in the meantime.
      return options.isOwn(origin) ? (among(chosen.get(origin) ?? null) ?? null) : null
    },
    open: () => [...questions.values()].map(({ request }) => request),
    choose(origin, fingerprint) {
      const asked = questions.get(origin)
      if (!asked) return
      const isOffered = asked.request.certificates.some((one) => one.fingerprint === fingerprint)
      chosen.set(origin, isOffered ? fingerprint : null)
      questions.delete(origin)
      asked.finish()
      options.onChosen()
    },
    async answered(url) {
      const asked = questions.get(new URL(url).origin)
      await asked?.answer
      return asked !== undefined
    },
  }
}

function describe(one: OfferedCertificate): CertificateRequest['certificates'][number] {
  const until = new Date(one.validExpiry * 1000)
  return {
    fingerprint: one.fingerprint,
    subject: one.subjectName,
    issuer: one.issuerName,
    validUntil: Number.isNaN(until.getTime()) ? null : until.toISOString(),
  }
}

/** The origin of a server, which Electron names as host:port or as an address. */
function httpsOrigin(server: string): string | null {
  try {
    const { protocol, origin } = new URL(/^[a-z]+:\/\//i.test(server) ? server : `https://${server}`)
    return protocol === 'https:' ? origin : null
  } catch {
    return null
  }
}
