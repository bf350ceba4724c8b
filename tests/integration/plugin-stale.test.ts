import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { READER, at, codeOf, listAt, startCms, textAt, ok, statuses } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'

let cms: Cms
let token: string
let authors: unknown

beforeAll(async () => {
  cms = await startCms()
  token = (await cms.login()).token
  authors = [at((await cms.request('GET', '/authors?limit=1&depth=0', { token })).json, 'docs', 0, 'id')]
})
afterAll(() => cms.dispose())

const LONG_AGO = '2020-01-01T00:00:00.000Z'
const write = (method: string, path: string, base: string | null, body?: unknown): Promise<CmsAnswer> =>
  cms.request(method, path, {
    token,
    ...(body === undefined ? {} : { body }),
    ...(base === null ? {} : { headers: { 'x-galley-base': base } }),
  })

let serial = 0
async function newPost(status: 'draft' | 'published'): Promise<{ path: string; base: string }> {
  serial += 1
  const answer = await cms.request('POST', `/posts?depth=0${status === 'draft' ? '&draft=true' : ''}`, {
    token,
    body: { title: `Base ${serial}`, slug: `base-${serial}`, standfirst: 'One.', authors, _status: status },
  })
  expect(answer.status).toBe(201)
  return {
    path: `/posts/${String(at(answer.json, 'doc', 'id'))}`,
    base: textAt(answer.json, 'doc', 'updatedAt'),
  }
}

function expectStale(answer: CmsAnswer, currentUpdatedAt: string): void {
  expect([answer.status, codeOf(answer), at(answer.json, 'errors', 0, 'data', 'currentUpdatedAt')]).toEqual([
    409,
    'STALE',
    currentUpdatedAt,
  ])
}

const modes: [name: string, query: string, body: Record<string, unknown>][] = [
  ['a draft', '?draft=true&depth=0', { standfirst: 'Two.' }],
  ['an autosave', '?draft=true&autosave=true&depth=0', { standfirst: 'Two.' }],
  ['a publish', '?depth=0', { standfirst: 'Two.', _status: 'published' }],
  ['an unpublish', '?depth=0', { _status: 'draft' }],
  ['a move to the trash', '?depth=0', { deletedAt: '2026-11-20T10:00:00.000Z' }],
]

describe.each(['draft', 'published'] as const)('a write to a %s document', (status) => {
  it.each(modes)(
    'SY5 as %s is refused on an old base, and done on the current one',
    async (_name, query, body) => {
      const { path, base } = await newPost(status)
      expectStale(await write('PATCH', path + query, LONG_AGO, body), base)
      expect(at((await cms.request('GET', `${path}?draft=true&depth=0`, { token })).json, 'standfirst')).toBe(
        'One.',
      )
      const done = await write('PATCH', path + query, base, body)
      expect(ok(done).status).toBe(200)
      const next = textAt(done.json, 'doc', 'updatedAt')
      expect(next).not.toBe(base)
      expectStale(await write('PATCH', `${path}${query}&trash=true`, base, body), next)
    },
  )
})

describe('the base of a published document with a newer draft', () => {
  it('SY5 is the draft’s revision, whichever mode writes', async () => {
    const { path, base } = await newPost('published')
    const draft = await write('PATCH', `${path}?draft=true&depth=0`, base, { standfirst: 'Two.' })
    const newest = textAt(draft.json, 'doc', 'updatedAt')
    expectStale(await write('PATCH', `${path}?depth=0`, base, { _status: 'published' }), newest)
    const read = await cms.request('GET', `${path}?draft=true&depth=0`, { token })
    expect(textAt(read.json, 'updatedAt')).toBe(newest)
    expect((await write('PATCH', `${path}?depth=0`, newest, { _status: 'published' })).status).toBe(200)
  })

  it('SY5 holds after two autosaves, which change one version in place', async () => {
    const { path, base } = await newPost('draft')
    const query = '?draft=true&autosave=true&depth=0'
    const one = await write('PATCH', path + query, base, { kicker: 'a' })
    const two = await write('PATCH', path + query, textAt(one.json, 'doc', 'updatedAt'), { kicker: 'b' })
    expect(two.status).toBe(200)
    expectStale(
      await write('PATCH', path + query, textAt(one.json, 'doc', 'updatedAt'), { kicker: 'c' }),
      textAt(two.json, 'doc', 'updatedAt'),
    )
  })

  it('SY5 can be given in another notation of the same time', async () => {
    const { path, base } = await newPost('draft')
    const other = base.replace('Z', '+00:00')
    expect((await write('PATCH', `${path}?draft=true`, other, { kicker: 'a' })).status).toBe(200)
  })
})

describe('a publish of one locale, which leaves a published document and a draft of all locales', () => {
  it.each(['draft', 'published'] as const)(
    'SY5 of a %s document moves the revision readers see',
    async (status) => {
      const { path, base } = await newPost(status)
      const draftPath = `${path}?draft=true&depth=0`
      const done = await write('PATCH', `${path}?publishSpecificLocale=en&depth=0`, base, {
        standfirst: 'Two.',
        _status: 'published',
      })
      const answered = textAt(done.json, 'doc', 'updatedAt')
      const read = textAt((await cms.request('GET', draftPath, { token })).json, 'updatedAt')
      expect(read).not.toBe(base)
      expectStale(await write('PATCH', draftPath, base, { kicker: 'a' }), read)
      // A writer's answer and a reader's answer have the same revision.
      const next = await write('PATCH', draftPath, answered, { kicker: 'b' })
      expect(ok(next).status).toBe(200)
      const newest = textAt(next.json, 'doc', 'updatedAt')
      for (const old of [answered, read])
        expectStale(await write('PATCH', draftPath, old, { kicker: 'c' }), newest)
    },
  )

  it('SY5 can be built on by who read it', async () => {
    const { path, base } = await newPost('published')
    await write('PATCH', `${path}?publishSpecificLocale=en`, base, {
      standfirst: 'Two.',
      _status: 'published',
    })
    const read = textAt((await cms.request('GET', `${path}?draft=true`, { token })).json, 'updatedAt')
    expect((await write('DELETE', path, base)).status).toBe(409)
    expect((await write('DELETE', path, read)).status).toBe(200)
  })

  it('SY5 holds for globals', async () => {
    const path = '/globals/season-cover?draft=true&depth=0'
    const read = async (): Promise<string> =>
      textAt((await cms.request('GET', path, { token })).json, 'updatedAt')
    const base = await read()
    const body = { headline: 'Winter', _status: 'published' }
    const done = await write('POST', '/globals/season-cover?publishSpecificLocale=en&depth=0', base, body)
    expect(ok(done).status).toBe(200)
    expectStale(await write('POST', path, base, { headline: 'Spring' }), await read())
    const next = await write('POST', path, textAt(done.json, 'result', 'updatedAt'), { headline: 'Spring' })
    expect(ok(next).status).toBe(200)
  })
})

describe('restore', () => {
  it.each(['true', 'false'])(
    'SY5 with draft=%s is refused on an old base, and done on the current one',
    async (draft) => {
      const { path, base } = await newPost('published')
      const done = await write('PATCH', `${path}?depth=0`, base, { standfirst: 'Two.', _status: 'published' })
      const current = textAt(done.json, 'doc', 'updatedAt')
      const id = path.split('/').at(-1) ?? ''
      const versions = await cms.request(
        'GET',
        `/posts/versions?depth=0&sort=createdAt&where[parent][equals]=${id}`,
        { token },
      )
      const version = String(at(versions.json, 'docs', 0, 'id'))
      expectStale(await write('POST', `/posts/versions/${version}?draft=${draft}`, base), current)
      const restored = await write('POST', `/posts/versions/${version}?draft=${draft}`, current)
      expect(ok(restored).status).toBe(200)
      expect(at(restored.json, 'standfirst')).toBe('One.')
    },
  )
})

describe('delete', () => {
  it('SY12 is refused on an old base and done on the current one', async () => {
    const { path, base } = await newPost('published')
    const draft = await write('PATCH', `${path}?draft=true&depth=0`, base, { standfirst: 'Two.' })
    const newest = textAt(draft.json, 'doc', 'updatedAt')
    expectStale(await write('DELETE', path, base), newest)
    expect((await cms.request('GET', `${path}?draft=true`, { token })).status).toBe(200)
    expect((await write('DELETE', path, newest)).status).toBe(200)
    expect((await write('DELETE', path, newest)).status).toBe(404)
  })

  it('SY12 covers collections without versions', async () => {
    const made = await cms.request('POST', '/notes', { token, body: { title: 'To go' } })
    const path = `/notes/${textAt(made.json, 'doc', 'id')}`
    const base = textAt(made.json, 'doc', 'updatedAt')
    expectStale(await write('DELETE', path, LONG_AGO), base)
    expect((await write('DELETE', path, base)).status).toBe(200)
  })
})

describe('globals', () => {
  let base: string
  const read = async (slug: string): Promise<string> =>
    textAt((await cms.request('GET', `/globals/${slug}?draft=true&depth=0`, { token })).json, 'updatedAt')

  it.each([
    ['a draft', 'header', '?draft=true&depth=0', { tagline: 'Two' }],
    ['a publish', 'header', '?depth=0', { tagline: 'Two', _status: 'published' }],
    ['an autosave', 'season-cover', '?draft=true&autosave=true&depth=0', { headline: 'Two' }],
    ['a save without versions', 'footer', '?depth=0', { imprint: 'Two' }],
  ])(
    'SY5 %s of %s is refused on an old base, and done on the current one',
    async (_name, slug, query, body) => {
      base = await read(slug)
      expectStale(await write('POST', `/globals/${slug}${query}`, LONG_AGO, body), base)
      expect(await read(slug)).toBe(base)
      const done = await write('POST', `/globals/${slug}${query}`, base, body)
      expect(ok(done).status).toBe(200)
      const next = textAt(done.json, 'result', 'updatedAt')
      expect(await read(slug)).toBe(next)
      expectStale(await write('POST', `/globals/${slug}${query}`, base, body), next)
    },
  )

  it('SY5 a restore is refused on an old base, and done on the current one', async () => {
    const current = await read('header')
    const versions = await cms.request('GET', '/globals/header/versions?depth=0&sort=createdAt', { token })
    const path = `/globals/header/versions/${String(at(versions.json, 'docs', 0, 'id'))}`
    expectStale(await write('POST', path, LONG_AGO), current)
    expect((await write('POST', path, current)).status).toBe(200)
    expect(at((await cms.request('GET', '/globals/header?draft=true', { token })).json, 'tagline')).toBe(
      'Arrive late, but by land',
    )
  })
})

describe('a new file for a picture', () => {
  it('SY5 F4 is refused on an old base before the present file is touched', async () => {
    const media = await cms.request('GET', '/media?limit=1&depth=0&where[filename][equals]=porto-river.jpg', {
      token,
    })
    const path = `/media/${String(at(media.json, 'docs', 0, 'id'))}`
    const files = ['porto-river.jpg', textAt(media.json, 'docs', 0, 'sizes', 'thumbnail', 'filename')]
    const present = (): Promise<number[]> =>
      Promise.all(
        files.map(async (file) => {
          const headers = { authorization: `JWT ${token}` }
          const answer = await fetch(`${cms.url}/api/media/file/${file}`, { headers })
          await answer.arrayBuffer()
          return answer.status
        }),
      )
    expect(await present()).toEqual([200, 200])
    const form = new FormData()
    form.append('file', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'new.svg'))
    expectStale(await write('PATCH', path, LONG_AGO, form), textAt(media.json, 'docs', 0, 'updatedAt'))
    expect(await present()).toEqual([200, 200])
  })
})

describe('who is told', () => {
  let path: string
  let base: string
  beforeEach(async () => {
    ;({ path, base } = await newPost('published'))
  })

  it('a missing document stays 404, whatever the base', async () => {
    expect((await write('PATCH', '/posts/999999?draft=true', LONG_AGO, { kicker: 'a' })).status).toBe(404)
  })

  it('somebody without the right to write gets 403 and no revision', async () => {
    const reader = (await cms.login(READER)).token
    const headers = { 'x-galley-base': LONG_AGO }
    const restore = '/globals/header/versions/1'
    for (const [method, target] of [
      ['PATCH', path],
      ['DELETE', path],
      ['POST', '/globals/header'],
      ['POST', restore],
    ] as const) {
      const answer = await cms.request(method, target, { token: reader, headers, body: { kicker: 'a' } })
      expect(answer.status).toBe(403)
      expect(answer.text).not.toContain('currentUpdatedAt')
    }
  })

  it('without a base nothing is checked', async () => {
    expect((await write('PATCH', `${path}?draft=true`, null, { kicker: 'a' })).status).toBe(200)
    expect((await write('PATCH', `${path}?draft=true`, null, { kicker: 'b' })).status).toBe(200)
  })

  it('a base that is no time, or on a bulk write, is refused in words', async () => {
    const bad = await write('PATCH', `${path}?draft=true`, 'yesterday', { kicker: 'a' })
    expect([bad.status, codeOf(bad)]).toEqual([400, 'BAD_BASE'])
    const bulk = await write('PATCH', '/posts?where[slug][equals]=base-1', base, { kicker: 'a' })
    expect([bulk.status, codeOf(bulk)]).toEqual([400, 'BAD_BASE'])
  })
})

describe('writes at the same time', () => {
  it('SY3 of four writes on one base exactly one gets through, for documents and globals', async () => {
    const { path, base } = await newPost('published')
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => write('PATCH', `${path}?draft=true&depth=0`, base, { kicker: `k${n}` })),
    )
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
    const winner = answers.find(({ status }) => status === 200)
    const now = await cms.request('GET', `${path}?draft=true&depth=0`, { token })
    expect(at(now.json, 'kicker')).toBe(at(winner?.json, 'doc', 'kicker'))

    const globalBase = textAt((await cms.request('GET', '/globals/footer', { token })).json, 'updatedAt')
    const saves = await Promise.all(
      [1, 2, 3, 4].map((n) => write('POST', '/globals/footer?depth=0', globalBase, { imprint: `i${n}` })),
    )
    expect(statuses(saves)).toEqual([200, 409, 409, 409])
  })

  it('SY3 of four new files for one picture on one base exactly one is taken, though each takes a while to read', async () => {
    const picture = async (): Promise<FormData> => {
      const bytes = await (
        await fetch(`${cms.url}/api/media/file/porto-river.jpg`, {
          headers: { authorization: `JWT ${token}` },
        })
      ).arrayBuffer()
      const form = new FormData()
      form.append('file', new File([bytes], 'again.jpg', { type: 'image/jpeg' }))
      return form
    }
    const media = await cms.request(
      'GET',
      '/media?limit=1&depth=0&where[filename][equals]=douro-station.jpg',
      { token },
    )
    const path = `/media/${String(at(media.json, 'docs', 0, 'id'))}`
    const base = textAt(media.json, 'docs', 0, 'updatedAt')
    const forms = await Promise.all([picture(), picture(), picture(), picture()])
    const answers = await Promise.all(forms.map((form) => write('PATCH', path, base, form)))
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
  })

  it('SY3 a restore, a draft and an autosave on one base: exactly one gets through', async () => {
    const { path, base } = await newPost('published')
    const id = path.split('/').at(-1) ?? ''
    const versions = await cms.request('GET', `/posts/versions?depth=0&where[parent][equals]=${id}`, {
      token,
    })
    const version = String(at(versions.json, 'docs', 0, 'id'))
    const answers = await Promise.all([
      write('PATCH', `${path}?draft=true`, base, { kicker: 'a' }),
      write('POST', `/posts/versions/${version}?draft=true`, base),
      write('PATCH', `${path}?draft=true&autosave=true`, base, { kicker: 'b' }),
    ])
    expect(statuses(answers)).toEqual([200, 409, 409])
    expect(listAt(versions.json, 'docs').length).toBe(1)
  })

  it('SY3 writes without a base wait for each other and are all done', async () => {
    const { path } = await newPost('published')
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => write('PATCH', `${path}?draft=true`, null, { readingTime: n })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})
