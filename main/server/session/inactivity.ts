import { isTokenAgeing, readToken } from './token.ts'

/** How long before a session ends its user is asked whether to stay, in seconds: two looks at the server apart. */
const ASK_BEFORE_SECONDS = 90

/** Knows whether somebody is there, for sessions that end while nobody is. */
export type Inactivity = {
  /** The person does something. */
  personActs: () => void
  /** Whether they did something since the last answer that was judged. */
  hasActed: () => boolean
  /**
   * What is to be done about a token at the time of an answer, by the server's clock: renewed while its user is there,
   * or `stays`; else its user is asked before it ends.
   */
  judge: (token: string, serverDate: string | null, stays: boolean) => 'renew' | 'ask' | 'nothing'
}

/** The person counts as there when this is made. They are away once they did nothing for half of a token's life. */
export function createInactivity(): Inactivity {
  let hasActed = true
  let lastAct = Number.NEGATIVE_INFINITY
  return {
    personActs: () => {
      hasActed = true
    },
    hasActed: () => hasActed,
    judge(token, serverDate, stays) {
      const { issuedAt, expiresAt } = readToken(token)
      const now = serverDate === null ? Number.NaN : Date.parse(serverDate) / 1000
      if (issuedAt === null || expiresAt === null || Number.isNaN(now)) return 'nothing'
      if (hasActed) lastAct = now
      hasActed = false
      const isThere = stays || now - lastAct < (expiresAt - issuedAt) / 2
      if (isThere) return isTokenAgeing(token, serverDate) ? 'renew' : 'nothing'
      return expiresAt - now <= ASK_BEFORE_SECONDS ? 'ask' : 'nothing'
    },
  }
}
