import type { ConnectionState } from '../../../shared/ipc.ts'

type Status = ConnectionState['status'] | undefined

/** True for the addresses where a document is edited. */
export function isEditing(pathname: string): boolean {
  return /^\/collections\/[^/]+\/[^/]+$/.test(pathname) || /^\/globals\/[^/]+$/.test(pathname)
}

/** The log-in opens by itself once, when the session ends in the middle of an edit; never at the start. */
export function opensByItself(before: Status, now: Status, pathname: string): boolean {
  return now === 'signed-out' && (before === 'online' || before === 'offline') && isEditing(pathname)
}
