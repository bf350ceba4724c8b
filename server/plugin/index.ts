import type { Plugin } from 'payload'

/** Settings of the companion plugin. */
export type GalleyOptions = { readonly siteName?: string }

export function galley(_options: GalleyOptions = {}): Plugin {
  return (config) => config
}
