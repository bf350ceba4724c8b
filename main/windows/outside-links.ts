import { shell } from 'electron'
import { externalUrl } from '../../shared/external-url.ts'
import type { Log } from '../log.ts'

type OutsideLinksOptions = {
  /** False: the policy allows addresses of servers only. */
  allowed: boolean
  isServer: (origin: string) => boolean
  /** The policy refused an address, which the person has to be told. */
  onRefused: (address: string) => void
  log: Log
}

/**
 * Returns a function that opens an address with the system's program for it, if its scheme and the policy
 * allow.
 */
export function createOutsideLinks({ allowed, isServer, onRefused, log }: OutsideLinksOptions) {
  return async (address: string): Promise<void> => {
    const url = externalUrl(address)
    if (url === null) {
      log.warn('external-address-refused')
      return
    }
    if (!allowed && !(/^https?:/.test(url) && isServer(new URL(url).origin))) {
      log.info('external-address-managed')
      onRefused(url)
      return
    }
    await shell.openExternal(url)
  }
}
