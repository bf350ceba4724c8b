import { accessOperation, canAccessAdmin } from 'payload'
import type { PayloadRequest, SanitizedPermissions } from 'payload'
import { getVisibleEntities } from '@payloadcms/ui/utilities/getVisibleEntities'
import { publicError } from '../public-error.ts'

/** A user who may use the app. */
export type AppUser = NonNullable<PayloadRequest['user']>

/** The signed-in user; throws 401 without one, and 403 for one who may not enter the admin panel. */
export async function appUser(req: PayloadRequest): Promise<AppUser> {
  const user = req.user
  if (!user) throw publicError(req.t('error:unauthorized'), 401, { code: 'UNAUTHENTICATED' })
  if (!(await mayEnterAdmin(req)))
    throw publicError(req.t('error:unauthorizedAdmin'), 403, { code: 'NO_ADMIN_ACCESS' })
  return user
}

/** True if the signed-in user may enter the admin panel. */
export async function mayEnterAdmin(req: PayloadRequest): Promise<boolean> {
  if (!req.user) return false
  try {
    await canAccessAdmin({ req })
    return true
  } catch {
    return false
  }
}

/** Slugs of the entities that the user sees: not hidden by the config, and readable. */
export type Visible = { readonly collections: readonly string[]; readonly globals: readonly string[] }

/** The permissions as GET /access returns them, and the entities visible by them. */
export async function whatUserSees(
  req: PayloadRequest,
): Promise<{ permissions: SanitizedPermissions; visible: Visible }> {
  const permissions = await accessOperation({ req }).catch((error: unknown) => {
    if (!isStackOverflow(error)) throw error
    // Payload visits blocks wherever they are used, which never ends if blocks contain each other.
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

/** True if a function called itself without end. Other RangeErrors have other causes: a length, a date, a locale. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message)
}
