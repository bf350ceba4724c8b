/** A path below the admin route; the route `/` adds nothing (S2.01). Both empty give `/`. */
export function adminPath(adminRoute: string, path: string): string {
  const prefix = adminRoute === '/' ? '' : adminRoute
  return prefix + path || '/'
}

export type AdminUrlInput = {
  adminRoute: string
  path: string
  /** Without it the result is relative. Of its address only the origin counts. */
  serverURL?: string | null
  basePath?: string
  includeBasePath?: boolean
}

/** An address in the site's own admin: origin, base path where asked for, admin route, path (S2.02). */
export function adminUrl({ adminRoute, path, serverURL, basePath, includeBasePath }: AdminUrlInput): string {
  const relative = (includeBasePath ? (basePath ?? '') : '') + adminPath(adminRoute, path)
  const origin = originOf(serverURL ?? '')
  return origin === null ? relative : origin + relative
}

/** Scheme, host and port of an http(s) address; null for anything else. */
function originOf(address: string): string | null {
  const parts = /^(https?:\/\/)(?:[^/?#@]*@)?([^/?#@]+)/i.exec(address)
  return parts === null ? null : `${parts[1]}${parts[2]}`
}

const segment = encodeURIComponent

/** Paths of the screens, below the admin route (S2.03-S2.09). Ids are encoded. */
export const adminRoutes = {
  list: (slug: string): string => `/collections/${segment(slug)}`,
  create: (slug: string): string => `/collections/${segment(slug)}/create`,
  document: (slug: string, id: string): string => `/collections/${segment(slug)}/${segment(id)}`,
  global: (slug: string): string => `/globals/${segment(slug)}`,
}
