import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readFormState } from '../../main/server/read/read-form-state.ts'
import { entityOf } from '../../main/server/site-context.ts'
import { makeRef, type DocRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import { createFormState } from '../../renderer/form/form-state.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { newRowId } from '../../shared/document/row-index.ts'
import { serverPathToIds } from '../../shared/document/server-path.ts'
import type { FormStateField } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { openTestAccount, signIn, type TestAccount } from './main-site.ts'
import { ADMIN, at, startCms, type Cms } from './support/cms.ts'

let cms: Cms
let proxy: FaultProxy
let account: TestAccount

beforeAll(async () => {
  cms = await startCms()
  proxy = await startFaultProxy(cms.url)
  account = await openTestAccount({ url: proxy.url, ...(await signIn(cms.url, ADMIN)) })
  await account.connection.check()
  await account.refreshSchema()
})
afterAll(async () => {
  await account.dispose()
  await proxy.close()
  await cms.dispose()
})
beforeEach(() => void (proxy.seen.length = 0))
afterEach(() => proxy.clearRules())

const isQuestion = ({ path }: { path: string }): boolean => path.startsWith('/api/desktop/form-state')
const sink = makeRef('collection', 'kitchen-sink', '1')

const ask = (ref: DocRef, data: JsonObject, locale = 'en', isNew = false) =>
  readFormState(account.site, { ref, locale, isNew, data })

/** Returns the server's answers, by path with row ids. `stored`: all locales; the question is in one. */
async function answersTo(
  ref: DocRef,
  stored: JsonObject,
  locale: string,
): Promise<Map<string, FormStateField>> {
  const fields = entityOf(account.schema(), ref)?.fields ?? []
  const answer = await ask(ref, projectLocale(fields, stored, locale), locale)
  if (answer.outcome !== 'answered') throw new Error(answer.outcome)
  return new Map(
    answer.fields.map((field) => [serverPathToIds(fields, stored, field.path, locale).path, field]),
  )
}

test('conditions of the site say what is shown, in rows within rows by the id of the row', async () => {
  const [block, row, other] = [newRowId(), newRowId(), newRowId()]
  const nested = (id: string, kind: string): JsonObject => ({
    id,
    blockType: 'callToAction',
    heading: { en: 'Book', de: 'Buchen' },
    link: { kind, label: { en: 'Book' } },
  })
  const page = {
    title: { en: 'Rules' },
    layout: [
      nested(newRowId(), 'external'),
      {
        id: block,
        blockType: 'columns',
        columns: [{ id: row, content: [nested(other, 'internal'), nested(newRowId(), 'external')] }],
      },
    ],
  }
  const said = await answersTo(makeRef('collection', 'pages', '1'), page, 'de')
  const link = `layout.${block}.columns.${row}.content.${other}.link`
  expect(said.get(`${link}.url`)?.visible).toBe(false)
  expect(said.get(`${link}.page`)?.visible ?? true).toBe(true)
  const hidden = [...said.values()].filter(({ visible }) => !visible)
  expect(hidden).toHaveLength(3)
})

test('a condition follows what is typed', async () => {
  expect((await answersTo(sink, { text: 'Sink', details: false }, 'en')).get('detail')).toMatchObject({
    visible: false,
  })
  expect((await answersTo(sink, { text: 'Sink', details: true }, 'en')).get('detail')).toMatchObject({
    visible: true,
    error: 'This field is required.',
  })
})

test('validation of the site and of the types comes with its words, at the row it is about', async () => {
  const [row, block, inner] = [newRowId(), newRowId(), newRowId()]
  const stored = {
    text: 'Sink',
    textValidated: 'for a tourist',
    array: [
      { id: newRowId(), name: 'Named' },
      { id: row, name: '', note: { en: 'n' } },
    ],
    blocks: [
      { id: newRowId(), blockType: 'plain', line: 'x' },
      { id: block, blockType: 'deepRows', rows: [{ id: inner, label: '' }] },
    ],
  }
  const said = await answersTo(sink, stored, 'de')
  expect(said.get('textValidated')?.error).toBe('Write traveller, not tourist.')
  expect(said.get(`array.${row}.name`)?.error).toBe('This field is required.')
  expect(said.get(`blocks.${block}.rows.${inner}.label`)?.error).toBe('This field is required.')
  expect(
    [...said].filter(([path, { error }]) => error !== null && /^(array|blocks)\./.test(path)),
  ).toHaveLength(2)
})

test('choices of a relation are narrowed by the site’s functions, which know the document', async () => {
  const filters = async (ref: DocRef, isNew: boolean) => {
    const answer = await ask(ref, { title: 'A' }, 'en', isNew)
    return answer.outcome === 'answered'
      ? answer.fields.find(({ path }) => path === 'related')?.filters
      : answer.outcome
  }
  expect(await filters(makeRef('collection', 'posts', '3'), false)).toEqual({
    posts: { id: { not_equals: 3 } },
  })
  // A document without an id; all choices are allowed.
  const made = makeRef('collection', 'posts', makeTempId(crypto.randomUUID()))
  expect((await filters(made, true)) ?? null).toEqual({ posts: {} })
})

test('a global is asked about by its name', async () => {
  const said = await answersTo({ kind: 'global', slug: 'header' }, { tagline: { en: '' } }, 'en')
  expect(said.get('tagline')?.error).toBe('This field is required.')
})

/** Returns the questions, oldest first. */
const questions = (): { address: string; body: unknown }[] =>
  proxy.seen.filter(isQuestion).map(({ path, body }) => ({ address: path, body: JSON.parse(body) }))

test('S7.13 form state is worked out here at once, and by the server where functions of the site decide: asked with id, collection or global, data and operation, until a newer question ends it; with the whole arguments of the web admin its answer is the state', async () => {
  // Here, without a question: validation by the schema alone.
  const fields = entityOf(account.schema(), sink)?.fields ?? []
  const form = createFormState({ fields, types: fieldTypes, locale: 'en', data: { number: 1 } })
  expect(form.validate()).toContain('text')
  expect(form.getField('text').error).toMatchObject({
    by: 'form',
    error: { key: 'validation:longerThanMin' },
  })
  expect(questions()).toEqual([])

  // By the server, with the data on the screen. It knows permissions and preferences itself.
  const stored = { text: 'Sink', details: false, textValidated: 'for a tourist' }
  const said = await answersTo(sink, stored, 'en')
  expect(said.get('detail')).toMatchObject({ visible: false })
  expect(said.get('textValidated')?.error).toBe('Write traveller, not tourist.')
  const made = makeRef('collection', 'kitchen-sink', makeTempId(crypto.randomUUID()))
  expect(await ask(made, { text: 'New' }, 'en', true)).toMatchObject({ outcome: 'answered' })
  const header: DocRef = { kind: 'global', slug: 'header' }
  expect((await answersTo(header, {}, 'de')).get('tagline')?.error).toBe('This field is required.')
  const address = '/api/desktop/form-state?locale=en&fallback-locale=none'
  expect(questions()).toEqual([
    {
      address,
      body: { collectionSlug: 'kitchen-sink', id: '1', operation: 'update', data: stored },
    },
    { address, body: { collectionSlug: 'kitchen-sink', operation: 'create', data: { text: 'New' } } },
    {
      address: '/api/desktop/form-state?locale=de&fallback-locale=none',
      body: { globalSlug: 'header', operation: 'update', data: {} },
    },
  ])

  // A newer question aborts the pending one.
  proxy.addRule({ match: isQuestion, fault: { kind: 'hold' }, times: 1 })
  const older = ask(sink, stored)
  await expect.poll(() => questions().length).toBe(4)
  expect(await ask(sink, { ...stored, details: true })).toMatchObject({ outcome: 'answered' })
  expect(await older).toEqual({ outcome: 'superseded' })

  // The web admin's own arguments, whole: the answer is the state of the fields at the path.
  const { token } = await cms.login()
  const answer = await cms.request('POST', '/desktop/form-state', {
    token,
    body: {
      id: 1,
      collectionSlug: 'posts',
      data: { amount: -5 },
      docPermissions: { update: true },
      docPreferences: { fields: {} },
      documentFormState: { title: { value: 'A' } },
      schemaPath: 'posts._index-0-0.body.lexical_internal_feature.blocks.lexical_inline_blocks.fare.fields',
      operation: 'update',
    },
  })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.json ?? {})).toEqual(['state'])
  expect(at(answer.json, 'state', 'amount', 'valid')).toBe(false)
  expect(at(answer.json, 'state', 'currency', 'value')).toBe('EUR')
})

test('a newer question about the same document takes the place of the one under way; others go on', async () => {
  proxy.addRule({ match: isQuestion, fault: { kind: 'hold' }, times: 1 })
  const old = ask(sink, { text: 'Sink', details: false })
  await expect.poll(() => proxy.seen.filter(isQuestion).length).toBe(1)
  const [elsewhere, newest] = await Promise.all([
    ask(makeRef('collection', 'kitchen-sink', '2'), { text: 'Other' }),
    ask(sink, { text: 'Sink', details: true }),
  ])
  expect(await old).toEqual({ outcome: 'superseded' })
  expect(newest).toMatchObject({ outcome: 'answered' })
  expect(elsewhere).toMatchObject({ outcome: 'answered' })
})

test.each([
  ['cannot be reached', { kind: 'drop-before' }],
  ['is behind a portal', { kind: 'portal' }],
  ['refuses', { kind: 'status', status: 500, body: '{"errors":[{"message":"x"}]}' }],
  ['answers something else', { kind: 'status', status: 200, body: '{"other":1}' }],
] as const)('a server that %s has no answer, and nothing is thrown', async (_name, fault) => {
  proxy.addRule({ match: isQuestion, fault })
  expect(await ask(sink, { text: 'Sink' })).toEqual({ outcome: 'unavailable' })
})
