import type { SiteSchema } from './schema-model.ts'

/**
 * Whether functions of the site decide about fields of a collection or global, so that the server has to be asked about
 * its forms. Blocks that are defined for the whole site may be anywhere.
 */
export function hasServerRules({ capabilities, serverRules }: SiteSchema, slug: string): boolean {
  return capabilities.formState && serverRules.some((root) => root === slug || root.startsWith('block:'))
}
