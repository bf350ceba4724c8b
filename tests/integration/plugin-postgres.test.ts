import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, codeOf, listAt, ok, startCms, textAt } from './support/cms.ts'
import type { Cms, CmsAnswer, RequestOptions } from './support/cms.ts'
import { startPostgres } from './support/postgres.ts'
import type { Postgres } from './support/postgres.ts'

let postgres: Postgres
let cms: Cms
let token: string

beforeAll(async () => {
  postgres = await startPostgres()
  cms = await startCms({ dataDir: postgres.dataDir, args: [`--db=${postgres.url}`] })
  token = (await cms.login()).token
})
afterAll(async () => {
  await cms.dispose()
  await postgres.dispose()
})

const ask = (method: string, path: string, options: RequestOptions = {}): Promise<CmsAnswer> =>
  cms.request(method, path, { token, ...options })

describe('the demo on PostgreSQL', () => {
  it('has the companion and its content', async () => {
    expect(at(ok(await ask('GET', '/desktop')).json, 'galley', 'capabilities')).toMatchObject({
      staleCheck: true,
      idempotency: true,
      unsent: true,
      formState: true,
      permissions: true,
    })
    ok(await ask('GET', '/desktop/config'))
    expect(listAt((await ask('GET', '/posts?depth=0&draft=true')).json, 'docs').length).toBeGreaterThan(5)
  })

  it('SY3 SY5 SY12 carries a story from its first draft over publishing and a restore to the trash', async () => {
    const authors = [at((await ask('GET', '/authors?limit=1&depth=0')).json, 'docs', 0, 'id')]
    const body = { title: 'Over the fell', slug: 'over-the-fell', standfirst: 'One.', authors }
    const made = ok(await ask('POST', '/posts?draft=true&depth=0', { body }))
    const id = String(at(made.json, 'doc', 'id'))
    const first = textAt(made.json, 'doc', 'updatedAt')
    const write = (path: string, base: string, change: unknown): Promise<CmsAnswer> =>
      ask('PATCH', path, { body: change, headers: { 'x-galley-base': base } })

    const auto = `/posts/${id}?draft=true&autosave=true&depth=0`
    const saved = textAt(ok(await write(auto, first, { standfirst: 'Two.' })).json, 'doc', 'updatedAt')
    const stale = await write(auto, first, { standfirst: 'Three.' })
    expect([stale.status, codeOf(stale)]).toEqual([409, 'STALE'])
    expect(at(stale.json, 'errors', 0, 'data', 'currentUpdatedAt')).toBe(saved)

    const change = { _status: 'published' }
    const published = ok(await write(`/posts/${id}?depth=0`, saved, change))
    expect(at(published.json, 'doc', 'standfirst')).toBe('Two.')
    const shown = await ask('GET', `/posts/versions?depth=0&sort=createdAt&where[parent][equals]=${id}`)
    expect(listAt(shown.json, 'docs').length).toBeGreaterThanOrEqual(2)

    const oldest = String(at(shown.json, 'docs', 0, 'id'))
    const restore = (base: string): Promise<CmsAnswer> =>
      ask('POST', `/posts/versions/${oldest}?draft=true`, { headers: { 'x-galley-base': base } })
    expect((await restore(saved)).status).toBe(409)
    expect(at(ok(await restore(textAt(published.json, 'doc', 'updatedAt'))).json, 'standfirst')).toBe('One.')

    const now = textAt((await ask('GET', `/posts/${id}?draft=true&depth=0`)).json, 'updatedAt')
    ok(await write(`/posts/${id}?depth=0`, now, { deletedAt: '2026-11-20T10:00:00.000Z' }))
    expect((await ask('GET', `/posts/${id}?draft=true`)).status).toBe(404)
  })

  it('SY5 tells the revision of a locale that was published alone', async () => {
    const list = await ask('GET', '/posts?depth=0&limit=1&where[_status][equals]=published')
    const path = `/posts/${String(at(list.json, 'docs', 0, 'id'))}?depth=0`
    const base = textAt((await ask('GET', `${path}&draft=true`)).json, 'updatedAt')
    const headers = { 'x-galley-base': base }
    const body = { standfirst: 'Alone.', _status: 'published' }
    ok(await ask('PATCH', `${path}&publishSpecificLocale=en`, { body, headers }))
    expect((await ask('PATCH', `${path}&draft=true`, { body: { kicker: 'a' }, headers })).status).toBe(409)
  })

  it('SY4 does one write under one key once', async () => {
    const headers = { 'idempotency-key': 'on-postgres' }
    const body = { title: 'Once on PostgreSQL' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask('POST', '/categories?depth=0', { body, headers })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const count = await ask('GET', '/categories/count?where[title][equals]=Once on PostgreSQL')
    expect(at(count.json, 'totalDocs')).toBe(1)
  })
})
