import type { SiteSchema } from './schema-model.ts'

/**
 * True if functions of the site decide about fields of a collection or global, so that the server has to be asked
 * about its forms. Blocks of the site may be used anywhere, so they always count.
 */
export function hasServerRules({ capabilities, serverRules }: SiteSchema, slug: string): boolean {
  return capabilities.formState && serverRules.some((root) => root === slug || root.startsWith('block:'))
}
