import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveScript } from './support/cms-template.ts'
import { DEMO_PASSWORD, at, listAt, newDataDir, startCms } from './support/cms.ts'
import type { Cms } from './support/cms.ts'

async function emptyDatabase(args: readonly string[]): Promise<string[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-schema-'))
  try {
    await promisify(execFile)(process.execPath, [
      serveScript,
      `--data=${dataDir}`,
      '--seed=none',
      '--exit-after-seed',
      ...args,
    ])
    const database = new DatabaseSync(path.join(dataDir, 'cms.sqlite'))
    const rows = database.prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name').all()
    database.close()
    return rows.map((row) => String(row['sql']))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

describe('the companion plugin', () => {
  it('needs no migration: the tables are the same with and without it', async () => {
    const [withPlugin, without] = [await emptyDatabase([]), await emptyDatabase(['--no-plugin'])]
    expect(withPlugin.length).toBeGreaterThan(100)
    expect(withPlugin).toEqual(without)
  })

  it('imports nothing of Next', async () => {
    const folder = path.resolve(path.dirname(serveScript), '../plugin')
    const { stdout } = await promisify(execFile)('grep', [
      '-rnE',
      `from '(next|@payloadcms/next)`,
      folder,
    ]).catch((error: unknown) => {
      // grep ends with 1 where it finds nothing.
      if (at(error, 'code') === 1) return { stdout: '' }
      throw error
    })
    expect(stdout).toBe('')
  })
})

describe('the demo CMS', () => {
  let cms: Cms
  let dataDir: string
  let token: string
  beforeAll(async () => {
    dataDir = await newDataDir('full')
    cms = await startCms({ dataDir })
    token = (await cms.login()).token
  })
  afterAll(async () => {
    await cms.dispose()
    await rm(dataDir, { recursive: true, force: true })
  })

  const total = async (query: string): Promise<unknown> =>
    at((await cms.request('GET', query, { token })).json, 'totalDocs')

  it('is filled with 60 articles in three states and languages, with versions and pictures', async () => {
    expect(await total('/posts/count')).toBe(60)
    expect(await total('/posts/count?where[_status][equals]=published')).toBe(48)
    expect(await total('/posts?limit=1&draft=true&where[_status][equals]=draft')).toBeGreaterThan(20)
    const german = '/posts?limit=1&draft=true&locale=de&fallback-locale=none&where[title][exists]=true'
    expect(await total(german)).toBe(21)
    expect(await total(german.replace('locale=de', 'locale=ar'))).toBe(6)
    const list = await cms.request('GET', '/posts?limit=1&depth=0&draft=true', { token })
    expect(at(list.json, 'docs', 0, 'title')).toBe('The night train to Narvik')
    expect(
      await total(`/posts/versions?limit=1&where[parent][equals]=${String(at(list.json, 'docs', 0, 'id'))}`),
    ).toBe(14)
    const media = await cms.request('GET', '/media?limit=1&where[filename][equals]=narvik-line-winter.jpg', {
      token,
    })
    const picture = await cms.request(
      'GET',
      String(at(media.json, 'docs', 0, 'sizes', 'thumbnail', 'url')).replace('/api', ''),
      { token },
    )
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('has every account the documentation names', async () => {
    for (const name of ['admin', 'editor', 'reader'])
      expect((await cms.login(`${name}@example.com`)).user['role']).toBe(name)
    expect((await cms.login('demo', DEMO_PASSWORD, 'members')).user['username']).toBe('demo')
  })

  it('has a field of every type', async () => {
    const { json } = await cms.request('GET', '/desktop/config', { token })
    const sink = listAt(json, 'config', 'collections').find(
      (collection) => at(collection, 'slug') === 'kitchen-sink',
    )
    const types = new Set(
      JSON.stringify(sink)
        .match(/"type":"[a-zA-Z]+"/g)
        ?.map((match) => match.slice(8, -1)),
    )
    expect([...types]).toEqual(
      expect.arrayContaining([
        'array',
        'blocks',
        'checkbox',
        'code',
        'collapsible',
        'date',
        'email',
        'group',
        'join',
        'json',
        'number',
        'point',
        'radio',
        'relationship',
        'richText',
        'row',
        'select',
        'tabs',
        'text',
        'textarea',
        'ui',
        'upload',
      ]),
    )
  })

  it('says 413 to an upload that is too large instead of hanging up', async () => {
    const form = new FormData()
    form.append('_payload', JSON.stringify({ alt: 'large' }))
    form.append('file', new File([new Uint8Array(16_000_000)], 'large.txt', { type: 'text/plain' }))
    const answer = await cms.request('POST', '/media', { token, body: form })
    expect(answer.status).toBe(413)
    expect(await total('/posts/count')).toBe(60)
  })

  it('says 400 to what it cannot read, and goes on', async () => {
    const answer = await cms.request('POST', '/posts', {
      token,
      body: '{',
      headers: { 'content-type': 'application/json', 'x-payload-http-method-override': 'GET' },
    })
    expect(answer.status).toBe(400)
    expect(await total('/posts/count')).toBe(60)
  })

  it('keeps its data and its logins over a restart, and binds to loopback only', async () => {
    await cms.request('POST', '/notes', { token, body: { title: 'Kept' } })
    await cms.stop()
    cms = await startCms({ dataDir })
    expect(await total('/notes/count?where[title][equals]=Kept')).toBe(1)
    expect(cms.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect((await readdir(dataDir)).some((name) => name.startsWith('before-'))).toBe(false)
  })
})
