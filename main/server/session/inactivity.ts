import { isTokenAgeing, readToken } from './token.ts'

/** Seconds before the end of a session at which the user is asked: room for two requests to the server. */
const ASK_BEFORE_SECONDS = 90

/** Tracks whether the person is active, for sessions that end without activity. */
export type Inactivity = {
  /** The person does something. */
  personActs: () => void
  /** True if they did something since the last judged answer. */
  hasActed: () => boolean
  /**
   * Decides about a token at the time of an answer, by the server's clock: renew it while its user is active or
   * `stays` signed in, otherwise ask them before it ends.
   */
  judge: (token: string, serverDate: string | null, stays: boolean) => 'renew' | 'ask' | 'nothing'
}

/** The person counts as active at first, and as away after half of a token's life without activity. */
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
