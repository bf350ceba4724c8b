import type { Plugin } from 'payload'

/** Makes the demo a site that has its API, its admin and its cookies under other names, tokens in cookies only, and
 * another language to fall back on. */
export const ownRoutes: Plugin = (config) => ({
  ...config,
  cookiePrefix: 'nordlys',
  i18n: { ...config.i18n, fallbackLanguage: 'de' },
  routes: { ...config.routes, api: '/cms-api', admin: '/desk' },
  collections: (config.collections ?? []).map((collection) =>
    typeof collection.auth === 'object'
      ? { ...collection, auth: { ...collection.auth, removeTokenFromResponses: true as const } }
      : collection,
  ),
})
