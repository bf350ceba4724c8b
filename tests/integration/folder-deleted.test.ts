import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, listAt, startCms, textAt, type Cms } from './support/cms.ts'

/* The server's handling of a deleted folder's documents, which DeleteFolder announces. */

let cms: Cms
let token: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
})
afterAll(() => cms.dispose())

test('documents of a deleted folder lie in none, and what was changed since they were published stays the newest', async () => {
  const { json: folders } = await cms.request('POST', '/payload-folders', {
    token,
    body: { name: 'Soon gone', folderType: ['posts'] },
  })
  const folder = at(folders, 'doc', 'id')
  const { json: found } = await cms.request(
    'GET',
    '/posts?where[_status][equals]=published&limit=1&depth=0&locale=en',
    { token },
  )
  const [post] = listAt(found, 'docs')
  const id = String(at(post, 'id'))
  const title = textAt(post, 'title')
  const save = (query: string, body: object) =>
    cms.request('PATCH', `/posts/${id}?depth=0&locale=en${query}`, { token, body })
  expect((await save('', { folder, _status: 'published' })).status).toBe(200)
  expect((await save('&draft=true', { title: 'Changed since' })).status).toBe(200)
  const newest = async () =>
    (await cms.request('GET', `/posts/${id}?depth=0&locale=en&draft=true`, { token })).json
  expect(textAt(await newest(), 'title')).toBe('Changed since')

  expect((await cms.request('DELETE', `/payload-folders/${String(folder)}`, { token })).status).toBe(200)
  const said = (json: unknown) => [at(json, 'folder') ?? null, textAt(json, 'title'), at(json, '_status')]
  expect(said(await newest())).toEqual([null, 'Changed since', 'draft'])
  const shown = (await cms.request('GET', `/posts/${id}?depth=0&locale=en`, { token })).json
  expect(said(shown)).toEqual([null, title, 'published'])
})
