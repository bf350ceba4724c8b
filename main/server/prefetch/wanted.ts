import type { Collection, Global, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { SessionInfo } from '../../../shared/ipc.ts'

export type Wanted = { collections: Collection[]; globals: Global[] }

/**
 * The entities to prefetch: those in the user's navigation, without collections of users. Users hold private data,
 * and nobody edits them offline.
 */
export function wantedEntities(schema: SiteSchema, { visible }: Pick<SessionInfo, 'visible'>): Wanted {
  return {
    collections: schema.collections.filter(
      ({ slug, hidden, auth }) => !hidden && !auth && visible.collections.includes(slug),
    ),
    globals: schema.globals.filter(({ slug, hidden }) => !hidden && visible.globals.includes(slug)),
  }
}
