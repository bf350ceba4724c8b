import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EDITOR, READER, at, codeOf, listAt, startCms, ok } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'

let cms: Cms
let admin: string
let editor: string
let reader: string

beforeAll(async () => {
  cms = await startCms()
  admin = (await cms.login()).token
  editor = (await cms.login(EDITOR)).token
  reader = (await cms.login(READER)).token
})
afterAll(() => cms.dispose())

const formState = (body: unknown, token = admin, query = ''): Promise<CmsAnswer> =>
  cms.request('POST', `/desktop/form-state${query}`, { token, body })

describe('POST /desktop/form-state', () => {
  it('says which fields are shown, by the site’s own conditions', async () => {
    const hidden = await formState({ collectionSlug: 'kitchen-sink', data: { details: false, detail: 'x' } })
    // F78: a user without read permission gets neither the value nor the default.
    expect(at(hidden.json, 'state', 'detail')).toEqual({ passesCondition: false })
    const shown = await formState({ collectionSlug: 'kitchen-sink', data: { details: true, detail: 'x' } })
    expect(at(shown.json, 'state', 'detail', 'passesCondition')).toBeUndefined()
    expect(at(shown.json, 'state', 'detail', 'value')).toBe('x')
  })

  it('says what is not valid, by the type’s rules and the site’s, in the language asked for', async () => {
    const body = {
      collectionSlug: 'kitchen-sink',
      data: { text: 'ab', textValidated: 'a tourist', array: [{ id: 'a'.repeat(24), name: '' }] },
    }
    const { json } = await formState(body)
    expect(at(json, 'state', 'text', 'valid')).toBe(false)
    expect(at(json, 'state', 'text', 'errorMessage')).toBe(
      'This value must be longer than the minimum length of 3 characters.',
    )
    expect(at(json, 'state', 'textValidated', 'errorMessage')).toBe('Write traveller, not tourist.')
    expect(at(json, 'state', 'array.0.name', 'errorMessage')).toBe('This field is required.')
    expect(at(json, 'state', 'array', 'errorPaths')).toEqual(['array.0.name'])
    expect(at(json, 'state', 'array', 'rows', 0, 'id')).toBe('a'.repeat(24))
    const german = await cms.request('POST', '/desktop/form-state', {
      token: admin,
      body,
      headers: { 'accept-language': 'de' },
    })
    expect(at(german.json, 'state', 'array.0.name', 'errorMessage')).toBe('Pflichtfeld')
    const quiet = await formState({ ...body, skipValidation: true })
    expect(at(quiet.json, 'state', 'text', 'valid')).toBeUndefined()
  })

  it('gives defaults, also those made by functions, and the choices a relation has', async () => {
    const post = await formState({ collectionSlug: 'posts', id: 3, data: { title: 'A' } })
    expect(at(post.json, 'state', 'related', 'filterOptions')).toEqual({ posts: { id: { not_equals: 3 } } })
    const note = await formState({ collectionSlug: 'notes', operation: 'create', data: {} })
    expect(at(note.json, 'state', 'done', 'value')).toBe(false)
    expect(String(at(note.json, 'state', 'id', 'value'))).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('leaves out fields the user may not read', async () => {
    const body = { collectionSlug: 'posts', data: { title: 'A', internalNotes: 'secret' } }
    expect(at((await formState(body)).json, 'state', 'internalNotes', 'value')).toBe('secret')
    expect((await formState(body, editor)).text).not.toContain('secret')
  })

  it('serves the drawers of rich text by schema path', async () => {
    const { json } = await formState({
      collectionSlug: 'posts',
      schemaPath: 'posts._index-0-0.body.lexical_internal_feature.blocks.lexical_inline_blocks.fare.fields',
      data: { amount: -5 },
      documentData: { title: 'A' },
    })
    expect(at(json, 'state', 'amount', 'valid')).toBe(false)
    expect(at(json, 'state', 'currency', 'value')).toBe('EUR')
  })

  it('F71 takes plain data only: a path with an index does not make a list of that length', async () => {
    const { status, json } = await formState(
      { collectionSlug: 'kitchen-sink', formState: { 'array.4294967290.name': { value: 'a' } } },
      reader,
    )
    expect(status).toBe(200)
    expect(at(json, 'state', 'array', 'value')).toBe(0)
  })

  it('serves globals', async () => {
    const { json } = await formState({ globalSlug: 'header', data: { tagline: '' } })
    expect(at(json, 'state', 'tagline', 'valid')).toBe(false)
  })

  it('refuses nobody, what one may not read, and what is not there', async () => {
    expect(
      (await cms.request('POST', '/desktop/form-state', { body: { collectionSlug: 'posts' } })).status,
    ).toBe(401)
    const users = await formState({ collectionSlug: 'members', data: {} }, reader)
    expect([users.status, codeOf(users)]).toEqual([404, 'NOT_FOUND'])
    expect((await formState({ collectionSlug: 'nonsense', data: {} })).status).toBe(404)
    expect((await formState({ collectionSlug: 'posts', schemaPath: 'posts.nowhere' })).status).toBe(404)
    expect((await formState({ data: {} })).status).toBe(404)
    const list = await formState([])
    expect([list.status, codeOf(list)]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('POST /desktop/schedules', () => {
  const plan = async (id: number, date: string): Promise<void> => {
    const body = { doc: { relationTo: 'posts', value: id }, type: 'publish', date }
    ok(await cms.request('POST', '/desktop/schedule', { token: editor, body }))
  }
  const schedules = (body: unknown, token?: string): Promise<CmsAnswer> =>
    cms.request('POST', '/desktop/schedules', { body, ...(token !== undefined && { token }) })

  it('U29 tells what is planned for the documents that are named, soonest first, to those who may publish them', async () => {
    await plan(5, '2031-03-01T08:00:00.000Z')
    await plan(5, '2031-02-01T08:00:00.000Z')
    await plan(6, '2031-04-01T08:00:00.000Z')
    const { json } = ok(await schedules({ relationTo: 'posts', ids: [4, '5', 99_999] }, editor))
    expect(listAt(json, 'scheduled')).toHaveLength(1)
    expect(at(json, 'scheduled', 0, 'id')).toBe('5')
    expect(listAt(json, 'scheduled', 0, 'plans').map((one) => at(one, 'waitUntil'))).toEqual([
      '2031-02-01T08:00:00.000Z',
      '2031-03-01T08:00:00.000Z',
    ])
    expect(at(json, 'scheduled', 0, 'plans', 0, 'input', 'type')).toBe('publish')
    // A list's schedules show no more than a single document's.
    expect(ok(await schedules({ relationTo: 'posts', ids: [5, 6] }, reader)).json).toEqual({ scheduled: [] })
  })

  it('refuses nobody, collections without schedules, and more documents than a list has', async () => {
    expect((await schedules({ relationTo: 'posts', ids: [5] })).status).toBe(401)
    expect((await schedules({ relationTo: 'pages', ids: [1] }, editor)).status).toBe(400)
    expect((await schedules({ relationTo: 'posts', ids: 5 }, editor)).status).toBe(400)
    expect((await schedules({ relationTo: 'posts', ids: [{}] }, editor)).status).toBe(400)
    const many = Array.from({ length: 501 }, (_, index) => index)
    expect((await schedules({ relationTo: 'posts', ids: many }, editor)).status).toBe(413)
  })
})

describe('POST /desktop/schedule', () => {
  const schedule = (body: unknown, token = editor): Promise<CmsAnswer> =>
    cms.request('POST', '/desktop/schedule', { token, body })

  it('plans a publication, lists it and cancels it', async () => {
    const doc = { relationTo: 'posts', value: 3 }
    expect(listAt((await schedule({ doc })).json, 'scheduled')).toEqual([])
    const planned = await schedule({
      doc,
      type: 'publish',
      date: '2030-01-02T03:04:00.000Z',
      locale: 'de',
      timezone: 'Europe/Oslo',
    })
    expect(ok(planned).status).toBe(200)
    expect(listAt(planned.json, 'scheduled')).toHaveLength(1)
    expect(at(planned.json, 'scheduled', 0)).toMatchObject({
      input: { type: 'publish', locale: 'de', timezone: 'Europe/Oslo' },
      waitUntil: '2030-01-02T03:04:00.000Z',
    })
    const deleteID = at(planned.json, 'scheduled', 0, 'id')
    const foreign = await schedule({ doc: { relationTo: 'posts', value: 4 }, deleteID })
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'NOT_FOUND'])
    expect(listAt((await schedule({ doc, deleteID })).json, 'scheduled')).toEqual([])
  })

  it('plans for a global', async () => {
    const planned = await schedule({
      global: 'season-cover',
      type: 'unpublish',
      date: '2030-01-02T03:04:00.000Z',
    })
    expect(at(planned.json, 'scheduled', 0, 'input', 'type')).toBe('unpublish')
  })

  it('refuses who may not publish, collections without schedules, and dates that are none', async () => {
    const doc = { relationTo: 'posts', value: 3 }
    expect((await schedule({ doc, type: 'publish', date: '2030-01-02T03:04:00.000Z' }, reader)).status).toBe(
      403,
    )
    expect((await schedule({ doc: { relationTo: 'pages', value: 1 } })).status).toBe(400)
    expect((await schedule({ doc, type: 'publish', date: 'tomorrow' })).status).toBe(400)
    expect((await schedule({ doc, type: 'archive', date: '2030-01-02T03:04:00.000Z' })).status).toBe(400)
    expect((await cms.request('POST', '/desktop/schedule', { body: { doc } })).status).toBe(401)
  })
})
