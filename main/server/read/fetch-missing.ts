import { refId } from '../../../shared/cms/doc-ref.ts'
import { errorName } from '../../log.ts'
import type { ListRowInput, Revision } from '../../store/store-api.ts'
import { pageUpTo } from '../answer-shapes.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import { askForDocuments, basesOf } from './whole-documents.ts'

/** A page of whole documents can be megabytes; in chunks the server stays free for the editor's own questions. */
const CHUNK = 10

/**
 * Fetches the documents of list pages in the background, for use without a network: one chunk at a time, the newest
 * page first. After a failure the rest is dropped until the next list.
 */
export function createBackgroundFetch(site: SiteContext): {
  add: (slug: string, rows: ListRowInput[]) => void
  /** Resolves when nothing is left; for tests. */
  idle: () => Promise<void>
} {
  const pages: { slug: string; rows: ListRowInput[] }[] = []
  let running: Promise<void> | null = null

  const run = async (): Promise<void> => {
    for (let page = pages.pop(); page && !site.closed.aborted; page = pages.pop()) {
      const { slug, rows } = page
      const stale = await site.store.staleBases({
        slug,
        rows: rows.map(({ id, updatedAt }) => ({ id, updatedAt })),
      })
      for (let start = 0; start < stale.length; start += CHUNK) {
        const done = await fetchChunk(site, slug, stale.slice(start, start + CHUNK), rows)
        if (!done) {
          pages.length = 0
          return
        }
      }
    }
  }

  return {
    add(slug, rows) {
      // Documents of users are not fetched ahead: they are stored as a whole only if somebody opens one.
      const entity = entityOf(site.schema(), { kind: 'collection', slug })
      if (rows.length === 0 || (entity?.kind === 'collection' && entity.auth)) return
      // A new request for a page replaces the waiting one.
      const key = (list: ListRowInput[]): string => list.map((row) => row.id).join()
      const waiting = pages.findIndex((page) => page.slug === slug && key(page.rows) === key(rows))
      if (waiting >= 0) pages.splice(waiting, 1)
      pages.push({ slug, rows })
      running ??= run()
        .catch((error: unknown) => site.log.warn('background-fetch-failed', { error: errorName(error) }))
        .finally(() => {
          running = null
        })
    },
    idle: async () => {
      for (let now = running; now !== null; now = running) await now
    },
  }
}

async function fetchChunk(
  site: SiteContext,
  slug: string,
  asked: Revision[],
  rows: ListRowInput[],
): Promise<boolean> {
  const entity = entityOf(site.schema(), { kind: 'collection', slug })
  if (entity?.kind !== 'collection') return false
  const ids = asked.map(({ id }) => id)
  const answer = await askForDocuments(site, entity, ids)
  const page = answer.kind === 'http' && answer.status === 200 ? pageUpTo(asked.length)(answer.json) : null
  if (!page || site.closed.aborted) return false
  const isPublished = (id: string) => rows.find((row) => row.id === id)?.hasPublished ?? null
  const publishedIn = (id: string) => rows.find((row) => row.id === id)?.publishedIn ?? null
  const bases = basesOf(slug, page.docs, asked, isPublished).map((base) => ({
    ...base,
    publishedIn: publishedIn(refId(base.ref)),
  }))
  await site.store.putBases(bases)
  return true
}
