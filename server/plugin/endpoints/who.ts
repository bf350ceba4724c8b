import { accessOperation, canAccessAdmin } from 'payload'
import type { PayloadRequest, SanitizedPermissions } from 'payload'
import { getVisibleEntities } from '@payloadcms/ui/utilities/getVisibleEntities'
import { publicError } from '../public-error.ts'
import { isStackOverflow } from './is-stack-overflow.ts'

/** Somebody who may use the app. */
export type AppUser = NonNullable<PayloadRequest['user']>

/** The signed-in user; throws 401 without one and 403 for one who may not enter the admin panel. */
export async function appUser(req: PayloadRequest): Promise<AppUser> {
  const user = req.user
  if (!user) throw publicError(req.t('error:unauthorized'), 401, { code: 'UNAUTHENTICATED' })
  if (!(await mayEnterAdmin(req)))
    throw publicError(req.t('error:unauthorizedAdmin'), 403, { code: 'NO_ADMIN_ACCESS' })
  return user
}

/** Whether somebody is signed in who may enter the admin panel. */
export async function mayEnterAdmin(req: PayloadRequest): Promise<boolean> {
  if (!req.user) return false
  try {
    await canAccessAdmin({ req })
    return true
  } catch {
    return false
  }
}

/** Slugs of what the user sees: not hidden by the config, and readable. */
export type Visible = { readonly collections: readonly string[]; readonly globals: readonly string[] }

/** Permissions as GET /access gives them, and what is visible by them. */
export async function whatUserSees(
  req: PayloadRequest,
): Promise<{ permissions: SanitizedPermissions; visible: Visible }> {
  const permissions = await accessOperation({ req }).catch((error: unknown) => {
    if (!isStackOverflow(error)) throw error
    // Payload walks into blocks at every place where they are used, for a ring of them without end.
    throw publicError(
      'Blocks of this site refer to each other in a ring. Payload cannot say what a user may do with them.',
      500,
      { code: 'ENDLESS_BLOCKS' },
    )
  })
  const { collections, globals } = getVisibleEntities({ req })
  return {
    permissions,
    visible: {
      collections: collections.filter((slug) => permissions.collections?.[slug]?.read),
      globals: globals.filter((slug) => permissions.globals?.[slug]?.read),
    },
  }
}
