import { createContext, useContext } from 'react'

/**
 * Makes the part of an address that a text stands for; null where it cannot be made now. `path`: of the slug field,
 * `source`: of the field that the text is from.
 */
export type SlugGenerator = (request: {
  path: string
  source: string
  text: string
}) => Promise<string | null>

/** As Payload does where the site has no way of its own. */
export function plainSlug(text: string): string {
  return text
    .trim()
    .replaceAll(' ', '-')
    .replaceAll(/[^\w-]+/g, '')
    .toLowerCase()
}

const SlugGeneratorContext = createContext<SlugGenerator>(({ text }) => Promise.resolve(plainSlug(text)))

/** A site may have a way of its own, which only its server knows: whoever can ask it stands around the form. */
export const SlugGeneratorProvider = SlugGeneratorContext.Provider

export function useSlugGenerator(): SlugGenerator {
  return useContext(SlugGeneratorContext)
}
