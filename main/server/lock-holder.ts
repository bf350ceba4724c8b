import * as v from 'valibot'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { pageUpTo } from './answer-shapes.ts'
import { queryString } from './document-query.ts'
import type { SiteContext } from './site-context.ts'

const text = v.fallback(v.nullish(v.string()), null)
const lockShape = v.looseObject({
  user: v.looseObject({ value: v.looseObject({ name: text, email: text, username: text }) }),
})

/** Who has locked a document in the site's own admin, in the words of their account; null where nobody says. */
export async function lockHolder(site: SiteContext, ref: DocRef): Promise<string | null> {
  const where =
    ref.kind === 'global'
      ? { globalSlug: { equals: ref.slug } }
      : {
          and: [{ 'document.relationTo': { equals: ref.slug } }, { 'document.value': { equals: ref.id } }],
        }
  const answer = await site.client.request({
    method: 'GET',
    path: '/payload-locked-documents' + queryString({ depth: 1, limit: 1, sort: '-updatedAt', where }),
  })
  const page = answer.kind === 'http' && answer.status === 200 ? pageUpTo(1)(answer.json) : null
  const lock = v.safeParse(lockShape, page?.docs[0])
  if (!lock.success) return null
  const { name, email, username } = lock.output.user.value
  return [name, email, username].find((words) => (words ?? '') !== '') ?? null
}
