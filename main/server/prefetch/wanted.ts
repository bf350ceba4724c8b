import type { Collection, Global, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { SessionInfo } from '../../../shared/ipc.ts'

export type Wanted = { collections: Collection[]; globals: Global[] }

/**
 * What is prefetched: what the user sees in the navigation, but no collection of people who sign in. Their rows hold
 * what is nobody else's business, and nobody writes them on a train.
 */
export function wantedEntities(schema: SiteSchema, { visible }: Pick<SessionInfo, 'visible'>): Wanted {
  return {
    collections: schema.collections.filter(
      ({ slug, hidden, auth }) => !hidden && !auth && visible.collections.includes(slug),
    ),
    globals: schema.globals.filter(({ slug, hidden }) => !hidden && visible.globals.includes(slug)),
  }
}
