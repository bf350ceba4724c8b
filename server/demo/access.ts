import type { Access, FieldAccess, PayloadRequest } from 'payload'

/** The roles of users of the demo; members sign in by user name and only keep notes. */
export type Role = 'admin' | 'editor' | 'reader' | 'member'

/** The role of a request's user; `null` if nobody is signed in. */
export function roleOf(req: PayloadRequest): Role | null {
  const user = req.user
  if (!user) return null
  if (user.collection === 'members') return 'member'
  const role: unknown = 'role' in user ? user.role : undefined
  return role === 'admin' || role === 'editor' ? role : 'reader'
}

function hasRole(req: PayloadRequest, roles: readonly Role[]): boolean {
  const role = roleOf(req)
  return role !== null && roles.includes(role)
}

export const isAdmin: Access = ({ req }) => hasRole(req, ['admin'])
export const isWriter: Access = ({ req }) => hasRole(req, ['admin', 'editor'])
export const isSignedIn: Access = ({ req }) => roleOf(req) !== null

/** Staff may read everything; a member only published documents. */
export const readsPublished: Access = ({ req }) => {
  const role = roleOf(req)
  if (role === null) return false
  if (role === 'member') return { _status: { equals: 'published' } }
  return true
}

/** Admins see every account, everyone else only their own. */
export const isAdminOrSelf: Access = ({ req }) => {
  if (hasRole(req, ['admin'])) return true
  if (req.user?.collection === 'users') return { id: { equals: req.user.id } }
  return false
}

/** Admins and editors see every member; a member only himself. */
export const isWriterOrSelf: Access = ({ req }) => {
  if (hasRole(req, ['admin', 'editor'])) return true
  if (req.user?.collection === 'members') return { id: { equals: req.user.id } }
  return false
}

export const fieldForAdmin: FieldAccess = ({ req }) => hasRole(req, ['admin'])
export const fieldForWriter: FieldAccess = ({ req }) => hasRole(req, ['admin', 'editor'])
