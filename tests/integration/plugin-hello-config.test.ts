import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EDITOR, READER, at, codeOf, listAt, startCms, textAt } from './support/cms.ts'
import type { Cms } from './support/cms.ts'

let cms: Cms
let admin: string
let editor: string
let reader: string
let member: string

beforeAll(async () => {
  cms = await startCms()
  admin = (await cms.login()).token
  editor = (await cms.login(EDITOR)).token
  reader = (await cms.login(READER)).token
  member = (await cms.login('demo', undefined, 'members')).token
})
afterAll(() => cms.dispose())

const slugs = (json: unknown, kind: 'collections' | 'globals'): unknown[] =>
  listAt(json, 'config', kind).map((entity) => at(entity, 'slug'))

describe('GET /desktop', () => {
  it('F24 tells anybody what the site is, how to sign in and what the plugin can do, and not which Payload it is', async () => {
    const answer = await cms.request('GET', '/desktop')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      galley: {
        version: '1.0.0',
        payload: null,
        capabilities: {
          config: true,
          session: true,
          formState: true,
          permissions: true,
          schedule: true,
          schedules: true,
          previews: true,
          staleCheck: true,
          idempotency: true,
          unsent: true,
          browserLogin: true,
          clientIds: [],
        },
      },
      site: { name: 'Nordlys Travel' },
      routes: { admin: '/admin', api: '/api' },
      adminUser: 'users',
      auth: [
        { slug: 'users', label: 'Users', identifier: 'email', loginWithUsername: false },
        {
          slug: 'members',
          label: 'Members',
          identifier: 'username',
          loginWithUsername: { allowEmailLogin: false, requireEmail: false, requireUsername: true },
        },
      ],
      cookiePrefix: 'payload',
    })
  })

  it('F24 tells the version of Payload, and how long keys are kept, to those who may enter the admin panel', async () => {
    const month = 30 * 24 * 60 * 60 * 1000
    for (const token of [admin, reader, member]) {
      const { json } = await cms.request('GET', '/desktop', { token })
      expect(at(json, 'galley')).toMatchObject({ payload: '3.90.1', keepsForMs: month })
    }
  })

  it('names the collections that take a client’s id only to those who may read them', async () => {
    const answer = await cms.request('GET', '/desktop', { token: admin })
    expect(at(answer.json, 'galley', 'capabilities', 'clientIds')).toEqual(['notes'])
  })

  it('labels the sign-in in the language asked for', async () => {
    const answer = await cms.request('GET', '/desktop', { headers: { 'accept-language': 'de' } })
    expect(at(answer.json, 'auth', 0, 'label')).toBe('Benutzer')
  })

  it('is missing from a CMS without the plugin, which still answers /access', async () => {
    const plain = await startCms({ plugin: false })
    try {
      expect((await plain.request('GET', '/desktop')).status).toBe(404)
      expect(at((await plain.request('GET', '/access')).json, 'collections')).toBeTypeOf('object')
    } finally {
      await plain.dispose()
    }
  })
})

describe('GET /desktop/session', () => {
  it('is 401 for nobody and for a bad token, where /me would say 200', async () => {
    const anonymous = await cms.request('GET', '/desktop/session')
    expect([anonymous.status, codeOf(anonymous)]).toEqual([401, 'UNAUTHENTICATED'])
    expect((await cms.request('GET', '/desktop/session', { token: 'not.a.token' })).status).toBe(401)
  })

  it('gives the user, the permissions of GET /access, what is visible, and the end of the token', async () => {
    const answer = await cms.request('GET', '/desktop/session', { token: editor })
    expect(answer.status).toBe(200)
    const me = await cms.request('GET', '/users/me', { token: editor })
    expect(at(answer.json, 'user')).toEqual({
      id: 2,
      collection: 'users',
      createdAt: textAt(me.json, 'user', 'createdAt'),
      email: EDITOR,
      displayName: 'Jonas Lindqvist',
    })
    const access = (await cms.request('GET', '/access', { token: editor })).json
    expect(at(answer.json, 'permissions')).toMatchObject(Object(access))
    // Without permission to delete posts, the trash is forbidden, too.
    expect(at(answer.json, 'permissions', 'collections', 'posts', 'trash')).toEqual({ permission: false })
    expect(at(answer.json, 'permissions', 'collections', 'places', 'trash')).toBeUndefined()
    expect(at(answer.json, 'exp')).toBe(at(me.json, 'exp'))
    expect(listAt(answer.json, 'visible', 'collections')).not.toContain('users')
    expect(listAt(answer.json, 'visible', 'globals')).toEqual(['header', 'footer', 'season-cover'])
  })

  it('knows a user who signed in by user name', async () => {
    const answer = await cms.request('GET', '/desktop/session', { token: member })
    expect(at(answer.json, 'user')).toMatchObject({ collection: 'members', username: 'demo' })
  })
})

describe('GET /desktop/config', () => {
  it('is 401 for nobody', async () => {
    expect((await cms.request('GET', '/desktop/config')).status).toBe(401)
  })

  it('gives an administrator every collection and global, and no server-side part', async () => {
    const answer = await cms.request('GET', '/desktop/config', { token: admin })
    expect(slugs(answer.json, 'collections')).toEqual([
      'posts',
      'pages',
      'authors',
      'places',
      'categories',
      'highlights',
      'media',
      'notes',
      'kitchen-sink',
      'users',
      'members',
      'payload-folders',
    ])
    expect(slugs(answer.json, 'globals')).toEqual(['header', 'footer', 'season-cover'])
    expect(answer.text).not.toContain(cms.dataDir)
    expect(answer.text).not.toMatch(/"(secret|hooks|access|endpoints|staticDir|importMap)"/)
  })

  it('leaves out what a reader may not see', async () => {
    const answer = await cms.request('GET', '/desktop/config', { token: reader })
    expect(slugs(answer.json, 'collections')).not.toContain('users')
    expect(slugs(answer.json, 'collections')).not.toContain('members')
    expect(slugs(answer.json, 'collections')).toContain('posts')
    expect(Object.keys(at(answer.json, 'extras') ?? {}).some((path) => path.startsWith('users.'))).toBe(false)
  })

  it('F78 tells of a field that the user may not read how it is kept, and no word of it', async () => {
    const toldTo = async (token: string) => (await cms.request('GET', '/desktop/config', { token })).text
    expect(await toldTo(admin)).toContain('Only administrators see this.')
    const told = await toldTo(editor)
    expect(told).not.toMatch(/Only administrators see this|Internal notes/)
    expect(told).toContain('{"admin":{"disabled":true},"name":"internalNotes","type":"textarea"}')
  })

  it('puts back what the client config drops: conditions, validation, choices, defaults, components', async () => {
    const extras = at((await cms.request('GET', '/desktop/config', { token: admin })).json, 'extras')
    const of = (path: string): unknown => at(extras, path)
    expect(of('kitchen-sink._index-0-2.detail')).toEqual({ hasCondition: true })
    expect(of('kitchen-sink._index-0-0.textValidated')).toEqual({ hasValidate: true })
    expect(of('kitchen-sink._index-0-3.relationshipFiltered')).toEqual({
      filterOptions: { inMenu: { equals: true } },
    })
    expect(of('posts.related')).toEqual({ hasFilterOptions: true })
    expect(of('kitchen-sink._index-0-2.radio')).toEqual({ defaultValue: 'train' })
    expect(at(of('posts.meta.title'), 'components', 'Field', 'clientProps')).toEqual({
      hasGenerateTitleFn: true,
    })
    expect(of('posts._index-0-0.title')).toBeUndefined()
    expect(of('categories.slug')).toEqual({ hasBeforeValidate: true })
    // Referenced blocks are described once, wherever they are used (F34).
    expect(of('block:callToAction.link.page')).toMatchObject({ hasCondition: true })
    expect(Object.keys(extras ?? {}).filter((path) => /\.layout\..*\.link\.page$/.test(path))).toEqual([])
  })

  it('describes rich text editors: features, nodes, blocks and the fields of their drawers', async () => {
    const { json } = await cms.request('GET', '/desktop/config', { token: admin })
    const key = at(json, 'richText', 'posts._index-0-0.body', 'editor')
    expect(key).toBe(at(json, 'richText', 'kitchen-sink._index-0-5.richText', 'editor'))
    const editorSchema = at(json, 'editors', String(key))
    expect(listAt(editorSchema, 'features').map((feature) => at(feature, 'key'))).toEqual(
      expect.arrayContaining([
        'heading',
        'link',
        'upload',
        'blocks',
        'experimental_table',
        'textState',
        'checklist',
      ]),
    )
    expect(at(editorSchema, 'nodes')).toEqual(
      expect.arrayContaining(['table', 'inlineBlock', 'upload', 'listitem']),
    )
    expect(at(editorSchema, 'blocks')).toEqual(['notice'])
    expect(at(editorSchema, 'inlineBlocks')).toEqual(['placeMention', 'fare'])
    const fare = at(
      editorSchema,
      'schemas',
      'lexical_internal_feature.blocks.lexical_inline_blocks.fare.fields',
    )
    expect(listAt(fare, 'fields').map((field) => at(field, 'name'))).toEqual(
      expect.arrayContaining(['amount', 'currency', 'checkedOn']),
    )
  })

  it('answers 304 to its own ETag, and another ETag to another user', async () => {
    const first = await cms.request('GET', '/desktop/config', { token: admin })
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toContain('private')
    const again = await cms.request('GET', '/desktop/config', {
      token: admin,
      headers: { 'if-none-match': etag },
    })
    expect([again.status, again.text]).toEqual([304, ''])
    const other = await cms.request('GET', '/desktop/config', {
      token: reader,
      headers: { 'if-none-match': etag },
    })
    expect(other.status).toBe(200)
  })
})
