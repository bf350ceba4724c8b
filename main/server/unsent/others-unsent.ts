import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { queryString } from '../http/document-query.ts'
import { documentTarget } from '../document-target.ts'
import type { SiteContext } from '../site-context.ts'

const answerShape = v.looseObject({
  unsent: v.array(
    v.looseObject({
      name: v.fallback(v.nullable(v.string()), null),
      since: v.pipe(
        v.string(),
        v.transform((iso) => Date.parse(iso)),
        v.number(),
      ),
    }),
  ),
})

/**
 * Other users with unsent edits of a document, and for how long, in milliseconds by the server's clock (SY11). Empty
 * if the server cannot tell.
 */
export async function othersUnsent(
  site: Pick<SiteContext, 'client' | 'schema'>,
  ref: DocRef,
): Promise<{ by: string | null; forMs: number }[]> {
  if (site.schema()?.capabilities.unsent !== true) return []
  const path = '/desktop/unsent' + queryString(documentTarget(site, ref))
  const answer = await site.client.request({ method: 'GET', path })
  if (answer.kind !== 'http' || answer.status !== 200) return []
  const parsed = v.safeParse(answerShape, answer.json)
  if (!parsed.success) return []
  const serverNow = site.client.serverTime() ?? 0
  return parsed.output.unsent.map(({ name, since }) => ({ by: name, forMs: Math.max(0, serverNow - since) }))
}
