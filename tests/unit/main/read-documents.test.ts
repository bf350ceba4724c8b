import { expect, test, vi } from 'vitest'
import { readBase } from '../../../main/server/read-documents.ts'
import type { SiteContext } from '../../../main/server/site-context.ts'

/** Found by `npm run soak -- --seed=21`: a base in one locale was kept, and an edit in another one emptied the first. */
test('SY5 nothing is taken for a base before the schema says what makes a whole one', async () => {
  const request = vi.fn<() => void>()
  const site = { client: { request }, schema: () => null } as unknown as SiteContext
  const read = await readBase(site, { kind: 'collection', slug: 'posts', id: '1' })
  expect(read).toEqual({ ok: false, result: { outcome: 'failed', message: '' } })
  expect(request).not.toHaveBeenCalled()
})
