import type { Plugin } from 'payload'

/** Makes the demo a site that has its API, its admin and its cookies under other names, and tokens in cookies only. */
export const ownRoutes: Plugin = (config) => ({
  ...config,
  cookiePrefix: 'nordlys',
  routes: { ...config.routes, api: '/cms-api', admin: '/desk' },
  collections: (config.collections ?? []).map((collection) =>
    typeof collection.auth === 'object'
      ? { ...collection, auth: { ...collection.auth, removeTokenFromResponses: true as const } }
      : collection,
  ),
})
