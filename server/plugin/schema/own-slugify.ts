import type { PayloadRequest } from 'payload'

type Slugify = (args: {
  data: Record<string, unknown>
  req: PayloadRequest
  valueToSlugify: string
}) => unknown

const isSlugify = (value: unknown): value is Slugify => typeof value === 'function'

/** The site's own slug function of a field, if it is one of Payload's slug fields and has one. */
export function ownSlugify(field: object): Slugify | null {
  const custom: unknown = Reflect.get(field, 'custom')
  const slugify: unknown =
    typeof custom === 'object' && custom !== null ? Reflect.get(custom, 'slugify') : null
  return isSlugify(slugify) ? slugify : null
}
