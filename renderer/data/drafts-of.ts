import { adminRoutes } from '../../shared/cms/routes.ts'
import { withState } from './list-address.ts'

const IS_DRAFT = { or: [{ and: [{ _status: { equals: 'draft' } }] }] }

/** The parameters of a list that shows drafts, and what is changed since it was published. */
export const draftsParams = (): URLSearchParams => withState(new URLSearchParams(), { where: IS_DRAFT })

/** The list of these of a collection. */
export const draftsAddress = (slug: string): string =>
  `${adminRoutes.list(slug)}?${draftsParams().toString()}`
