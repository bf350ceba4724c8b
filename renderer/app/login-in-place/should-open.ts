import { matchPath } from 'react-router-dom'
import type { ConnectionState } from '../../../shared/ipc.ts'
import { routePatterns } from '../../../shared/cms/routes.ts'

type Status = ConnectionState['status'] | undefined

/** True for the addresses where a document is edited. */
export function isEditing(pathname: string): boolean {
  return [routePatterns.document, routePatterns.global].some(
    (pattern) => matchPath(pattern, pathname) !== null,
  )
}

/** The log-in opens by itself once, when the session ends in the middle of an edit; never at the start. */
export function opensByItself(before: Status, now: Status, pathname: string): boolean {
  return now === 'signed-out' && (before === 'online' || before === 'offline') && isEditing(pathname)
}

/** A check in between is no end of it: several requests that are refused at once each have the session looked at. */
export function staysOpen(now: Status): boolean {
  return now === 'signed-out' || now === 'checking'
}
