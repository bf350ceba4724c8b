import { refId, type DocRef } from './doc-ref.ts'

/** Joins a path to the admin route; the route `/` adds nothing (S2.01). Both empty give `/`. */
export function adminPath(adminRoute: string, path: string): string {
  const prefix = adminRoute === '/' ? '' : adminRoute
  return prefix + path || '/'
}

export type AdminUrlInput = {
  adminRoute: string
  path: string
  /** The server's address, of which only the origin counts. Without it the result is relative. */
  serverURL?: string | null
  basePath?: string
  includeBasePath?: boolean
}

/**
 * An address in the site's own admin: origin, base path if asked for, admin route, path (S2.02). The site
 * names the route, so a slash always follows the origin: `@elsewhere.example` right behind a host would be
 * another host.
 */
export function adminUrl({ adminRoute, path, serverURL, basePath, includeBasePath }: AdminUrlInput): string {
  const given = (includeBasePath ? (basePath ?? '') : '') + adminPath(adminRoute, path)
  const relative = `/${given.replace(/^[/\\]+/, '')}`
  const origin = originOf(serverURL ?? '')
  return origin === null ? relative : origin + relative
}

/** Scheme, host and port of an http(s) address; null for anything else. */
export function originOf(address: string): string | null {
  const parts = /^(https?:\/\/)(?:[^/?#@]*@)?([^/?#@]+)/i.exec(address)
  return parts === null ? null : `${parts[1]}${parts[2]}`
}

/** The screens' addresses as the router takes them, below the admin route (S2.03-S2.09). */
export const routePatterns = {
  dashboard: '/',
  list: '/collections/:slug',
  create: '/collections/:slug/create',
  trash: '/collections/:slug/trash',
  deleted: '/collections/:slug/trash/:id',
  document: '/collections/:slug/:id',
  versions: '/collections/:slug/:id/versions',
  version: '/collections/:slug/:id/versions/:versionID',
  api: '/collections/:slug/:id/api',
  global: '/globals/:slug',
  globalVersions: '/globals/:slug/versions',
  globalVersion: '/globals/:slug/versions/:versionID',
  globalApi: '/globals/:slug/api',
  folders: '/browse-by-folder',
  folder: '/browse-by-folder/:id',
  /** The folders of one collection; the middle segment is the slug of the folder collection. */
  byFolder: '/collections/:slug/:folders/:id',
  outbox: '/outbox',
  account: '/account',
  diagnostics: '/diagnostics',
  login: '/login',
  logout: '/logout',
  inactivity: '/logout-inactivity',
  firstUser: '/create-first-user',
  forgot: '/forgot',
  reset: '/reset/:token?',
  verify: '/verify',
  verifyUser: '/:slug/verify/:token',
  unauthorized: '/unauthorized',
} as const

/** Takes the place of a version id in an address: the document with the unsent edits of this computer. */
export const ON_SCREEN = 'on-screen'

/** Paths of the screens, below the admin route. Slugs and ids are encoded. */
export const adminRoutes = {
  dashboard: (): string => routePatterns.dashboard,
  list: (slug: string): string => fill(routePatterns.list, { slug }),
  create: (slug: string): string => fill(routePatterns.create, { slug }),
  /** The trash of a collection. */
  trash: (slug: string): string => fill(routePatterns.trash, { slug }),
  /** The last state of a deleted document. */
  deleted: (ref: DocRef): string => fill(routePatterns.deleted, namesOf(ref)),
  /** The path of a document or global. */
  document: (ref: DocRef): string =>
    fill(ref.kind === 'global' ? routePatterns.global : routePatterns.document, namesOf(ref)),
  versions: (ref: DocRef): string =>
    fill(ref.kind === 'global' ? routePatterns.globalVersions : routePatterns.versions, namesOf(ref)),
  /** The comparison of a version with others. */
  version: (ref: DocRef, versionID: string): string =>
    fill(ref.kind === 'global' ? routePatterns.globalVersion : routePatterns.version, {
      ...namesOf(ref),
      versionID,
    }),
  /** The comparison of the document on the screen, unsaved edits included, with versions. */
  onScreen: (ref: DocRef): string => adminRoutes.version(ref, ON_SCREEN),
  /** The API view: the server's answer to a request for the document. */
  api: (ref: DocRef): string =>
    fill(ref.kind === 'global' ? routePatterns.globalApi : routePatterns.api, namesOf(ref)),
  /** The contents of a folder; null: documents in no folder. */
  folders: (id: string | null): string =>
    id === null ? routePatterns.folders : fill(routePatterns.folder, { slug: '', id }),
  /**
   * The contents of a folder of one collection; `folders`: the slug of the folder collection, as the web admin names
   * it.
   */
  byFolder: (slug: string, folders: string, id: string | null): string =>
    id === null
      ? fill(routePatterns.document, { slug, id: folders })
      : fill(routePatterns.byFolder, { slug, folders, id }),
  outbox: (): string => routePatterns.outbox,
  /** The settings, with the signed-in account. */
  account: (): string => routePatterns.account,
}

function namesOf(ref: DocRef): { slug: string; id: string } {
  return { slug: ref.slug, id: refId(ref) }
}

type Names = { slug: string; id?: string; versionID?: string; folders?: string }

function fill(pattern: string, names: Names): string {
  // Half of a surrogate pair cannot be encoded; no address has one, so the resulting path leads to nothing.
  return pattern.replace(/:(slug|id|versionID|folders)/g, (_, name: keyof Names) =>
    encodeURIComponent((names[name] ?? '').toWellFormed()),
  )
}
