import { useCallback } from 'react'
import { adminUrl } from '../../shared/cms/routes.ts'
import { useAccountOrNull } from './account-context.tsx'
import { useSchemaOrNull } from './schema-context.tsx'

/** Returns a function from a path to its address in the site's own admin panel, for the system's browser. */
export function useSiteAdmin(): (path: string) => string {
  const serverUrl = useAccountOrNull()?.server.url ?? null
  const adminRoute = useSchemaOrNull()?.routes.admin ?? '/admin'
  return useCallback(
    (path) => {
      const pathname = serverUrl === null ? '/' : new URL(serverUrl).pathname
      return adminUrl({
        serverURL: serverUrl,
        basePath: pathname === '/' ? '' : pathname,
        includeBasePath: true,
        adminRoute,
        path,
      })
    },
    [serverUrl, adminRoute],
  )
}
