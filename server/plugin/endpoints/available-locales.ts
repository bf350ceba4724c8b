import type { PayloadRequest } from 'payload'

/** Codes of the locales that the site's admin offers this user; undefined: all of them, as most sites have it. */
export async function availableLocales(req: PayloadRequest): Promise<readonly string[] | undefined> {
  const { localization } = req.payload.config
  if (localization === false || !localization.filterAvailableLocales) return undefined
  const locales = await localization.filterAvailableLocales({ locales: localization.locales, req })
  return locales.map(({ code }) => code)
}
