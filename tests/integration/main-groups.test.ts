import { afterAll, beforeAll, expect, test } from 'vitest'
import { listGroups } from '../../main/server/read/list-groups.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { entityOf } from '../../main/server/site-context.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { CallInput } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { groupFields, groupRules, whereOfGroup, type GroupField } from '../../shared/lists/group-by.ts'
import { openTestAccount, signIn, type TestAccount } from './main-site.ts'
import { ADMIN, startCms, type Cms } from './support/cms.ts'

let cms: Cms
let account: TestAccount

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  account = await openTestAccount({ url: cms.url, ...(await signIn(cms.url, ADMIN)) })
  await account.connection.check()
  await account.refreshSchema()
  for (const slug of ['posts', 'kitchen-sink'])
    await refreshList(account.site, { ...query(slug), page: 1, limit: 500 }, account.backgroundFetch.add)
  await account.backgroundFetch.idle()
})
afterAll(async () => {
  await account.dispose()
  await cms.dispose()
})

const query = (
  slug: string,
  where: JsonObject | null = null,
  locale = 'en',
): CallInput<'documents.groups'>['query'] => ({
  slug,
  sort: 'id',
  search: '',
  where,
  locale,
})

function fieldsOf(slug: string): GroupField[] {
  const found = entityOf(account.schema(), { kind: 'collection', slug })
  if (found?.kind !== 'collection') throw new Error(`no ${slug}`)
  return groupFields(fieldTypes, found)
}

async function counts(from: 'computer' | 'server', path: string, asked = query('posts')) {
  const { groups } = await listGroups(account.site, { query: asked, path, from })
  return new Map(groups?.map(({ key, count }) => [key, count]))
}

test.each(['posts', 'kitchen-sink'])(
  'M.03 (part) groups of %s here are those that the server counts, by each field that has some',
  async (slug) => {
    const fields = fieldsOf(slug)
    expect(fields.map(({ path }) => path)).toContain('_status')
    for (const locale of ['en', 'de'])
      for (const { path } of fields) {
        const asked = query(slug, null, locale)
        const there = await counts('server', path, asked)
        expect([path, there.size > 0]).toEqual([path, true])
        expect([path, await counts('computer', path, asked)]).toEqual([path, there])
      }
  },
)

test('a group has as many documents as it says, on the server and here, below a filter', async () => {
  const where = { or: [{ and: [{ season: { in: ['winter', 'summer'] } }] }] }
  for (const field of fieldsOf('posts')) {
    const there = await counts('server', field.path, query('posts', where))
    expect([field.path, await counts('computer', field.path, query('posts', where))]).toEqual([
      field.path,
      there,
    ])
    for (const [key, count] of there) {
      const asked = { ...query('posts', whereOfGroup(where, groupRules(field, key))), page: 1, limit: 500 }
      const here = await account.site.store.list(asked)
      expect([field.path, key, here.rows.length]).toEqual([field.path, key, count])
      await refreshList(account.site, asked, () => undefined)
      const page = await account.site.store.list(asked)
      expect([field.path, key, page.source, page.totalDocs]).toEqual([field.path, key, 'server', count])
    }
  }
})

test('what the companion does not count is not said, and what cannot be grouped by is no group', async () => {
  expect((await counts('server', 'title')).size).toBe(0)
  expect((await counts('computer', 'title')).size).toBe(0)
})
