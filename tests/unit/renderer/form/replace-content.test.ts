import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { collection, text } from '../../shared/build-fields.ts'
import { site as storeSite } from '../../store/support/site.ts'
import { give, openRealStore, settle } from './real-store.ts'

/** Links in an order of their own, and in that of each page that lists them. */
const site: SiteSchema = {
  ...storeSite,
  collections: [
    collection([text('_order'), text('_links_links_order'), text('title')], {
      slug: 'links',
      orderable: true,
      versions: null,
    }),
  ],
}
const link = { kind: 'collection', slug: 'links', id: '1' } as const

let real: ReturnType<typeof openRealStore>
beforeEach(() => {
  vi.useFakeTimers()
  real = openRealStore(site)
})
afterEach(() => {
  real.close()
  vi.useRealTimers()
})

it('SY6 another version of a document brings its content, and leaves its places in orders alone', async () => {
  give(real.store, link, { id: 1, _order: 'a5', _links_links_order: 'a6', title: 'Now' }, 1)
  const { session, document } = await real.open(link)
  document.replaceContent({ id: 1, _order: 'a0', _links_links_order: 'a1', title: 'Then' })
  await session.save('save', null)
  await settle()
  const [head] = real.store.getDocument(link)?.entries ?? []
  expect(head?.changes.map(({ path }) => path)).toEqual(['title'])
})
