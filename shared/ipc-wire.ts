import type { CallName, EventName } from './ipc.ts'

/** The wire format between preload and main: channel names and the envelope of answers. */

export function callChannel(name: CallName): string {
  return `galley:${name}`
}

export function eventChannel(name: EventName): string {
  return `galley-event:${name}`
}

/**
 * The reason why a call was rejected:
 * - foreign-sender, bad-input: the caller is wrong
 * - no-account: no account is open
 * - database: the database failed; a notice tells more
 * - managed: the policy of this computer forbids it
 * - refused: the entry's state does not allow it any more; nothing was done
 * - internal: a bug; see the log
 */
export type CallErrorCode =
  'foreign-sender' | 'bad-input' | 'no-account' | 'database' | 'refused' | 'managed' | 'internal'

export type CallReply = { ok: true; value: unknown } | { ok: false; code: CallErrorCode }
