import { createHash } from 'node:crypto'
import path from 'node:path'

/**
 * The database of one user of one server: `accounts/<server>/<collection>-<user>.sqlite` (SY2). Names that are not
 * plain lower case are replaced by a hash: on most desktops `A` and `a` are the same file, but not the same user.
 */
export function accountFile(
  userData: string,
  account: { serverId: string; collection: string; userId: string },
): string {
  return path.join(
    userData,
    'accounts',
    account.serverId,
    `${safeName(account.collection)}-${safeName(account.userId)}.sqlite`,
  )
}

function safeName(text: string): string {
  if (/^[a-z0-9_]{1,64}$/.test(text) || /^[0-9a-f-]{36}$/.test(text)) return text
  return `x${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}
