import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshPermissions } from '../../main/server/read/read-permissions.ts'
import { judge } from '../../shared/cms/document-permissions.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import { asked } from '../support/tries.ts'
import { openTestAccount, set, signIn } from './main-site.ts'
import { at, startCms, type Cms } from './support/cms.ts'

/* The companion's permissions equal the server's behaviour (F59), on a site of random access functions. REST is asked
   right after the companion, with the announced data. */

const COLLECTIONS = 6
const GLOBALS = 2
const ROLES = ['editor', 'author'] as const
/** Seed of the functions; `npm run soak -- --site` uses others. */
const seed = asked.seed ?? 20_261_123

let dataDir: string
let cms: Cms
const tokens = new Map<string, string>()

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-access-'))
  const script = path.join(import.meta.dirname, 'support/access-site.ts')
  cms = await startCms({ dataDir, script, env: { GALLEY_ACCESS: String(seed) } })
  for (const role of ROLES) tokens.set(role, (await cms.login(`${role}@example.com`)).token)
})
afterAll(async () => {
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

type Body = { [key: string]: unknown }
type Step = {
  /** The operation that the companion is asked about. */
  says: 'update' | 'publish' | 'unpublish' | 'delete' | 'create'
  sent: Body
  status?: 'draft' | 'published'
  query?: string
}

const steps: Step[] = [
  { says: 'update', sent: { title: 'other' }, status: 'draft', query: '?draft=true' },
  { says: 'publish', sent: {}, status: 'published' },
  { says: 'update', sent: { owner: 1, kind: 'locked' }, status: 'draft', query: '?draft=true' },
  { says: 'unpublish', sent: {}, status: 'draft' },
  { says: 'create', sent: {} },
  { says: 'delete', sent: {} },
]

const globalSteps = steps.filter(({ says }) => says !== 'create' && says !== 'delete')

async function askPermissions(of: Body, token: string | undefined) {
  const answer = await cms.request('POST', '/desktop/permissions', { ...(token && { token }), body: of })
  return { status: answer.status, says: (name: string) => at(answer.json, name) }
}

/** Resolves to true if the server accepts the step, sent as the app does. */
async function takes(
  slug: string,
  id: string,
  step: Step,
  token: string,
  hasDrafts: boolean,
  trash: boolean,
) {
  const { says, sent, status, query = '' } = step
  const body = { ...sent, ...(hasDrafts && status && { _status: status }) }
  const ask = (method: string, where: string, given?: Body) =>
    cms.request(method, where, { token, ...(given && { body: given }) })
  if (says === 'create') {
    const { json } = await ask('GET', `/${slug}/${id}?draft=true&depth=0`)
    const { id: _, createdAt: __, updatedAt: ___, ...copy } = { ...(json as Body) }
    return ask('POST', `/${slug}`, { ...copy, ...(hasDrafts && { _status: 'draft' }) })
  }
  if (says === 'delete') {
    return trash
      ? ask('PATCH', `/${slug}/${id}`, { deletedAt: new Date().toISOString() })
      : ask('DELETE', `/${slug}/${id}`)
  }
  return ask('PATCH', `/${slug}/${id}${hasDrafts ? query : ''}`, body)
}

const FIELDS = [
  ['a', (value: string) => ({ a: value }), (doc: unknown) => at(doc, 'a')],
  ['meta.b', (value: string) => ({ meta: { b: value } }), (doc: unknown) => at(doc, 'meta', 'b')],
  ['more.c', (value: string) => ({ more: { c: value } }), (doc: unknown) => at(doc, 'more', 'c')],
] as const

test('F59 a field that may be changed is one whose value the server stores', async () => {
  let compared = 0
  for (const role of ROLES) {
    const token = tokens.get(role) ?? ''
    const value = `by ${role}`
    const sent = Object.assign({}, ...FIELDS.map(([, bodyOf]) => bodyOf(value)))
    for (let index = 0; index < COLLECTIONS; index += 1) {
      const slug = `c${index}`
      for (const id of ['2', '3']) {
        const { says } = await askPermissions({ collectionSlug: slug, id, sent }, token)
        if (says('update') !== true) continue
        const fixed = says('fixedFields')
        const mayChange = FIELDS.map(([name]) => Array.isArray(fixed) && !fixed.includes(name))
        const body = { ...sent, _status: 'draft' }
        const { json } = await cms.request('PATCH', `/${slug}/${id}?draft=true`, { token, body })
        const isStored = FIELDS.map(([, , valueIn]) => valueIn(at(json, 'doc')) === value)
        expect([seed, slug, role, id, mayChange]).toEqual([seed, slug, role, id, isStored])
        compared += 1
      }
    }
  }
  expect(compared).toBeGreaterThan(1)
})

test('F59 what may be done with a document or a global is what the server takes, and the other way round', async () => {
  const config = (await cms.request('GET', '/desktop/config', { token: tokens.get('editor') ?? '' })).json
  const configOf = (kind: 'collections' | 'globals', slug: string): unknown => {
    const all = at(config, 'config', kind)
    return Array.isArray(all) ? all.find((one) => at(one, 'slug') === slug) : undefined
  }
  const draftsOf = (own: unknown): boolean => Boolean(at(own, 'versions', 'drafts'))
  const said = { yes: 0, no: 0 }
  const compare = (step: Step, name: string, says: (of: string) => unknown, status: number) => {
    const taken = status < 300
    expect([name, says(step.says)]).toEqual([name, taken])
    // An accepted edit must be possible in the form.
    const isLocked = step.says === 'update' && taken && says('edit') !== true
    expect([name, isLocked]).toEqual([name, false])
    said[taken ? 'yes' : 'no'] += 1
  }
  for (const role of ROLES) {
    const token = tokens.get(role) ?? ''
    for (let index = 0; index < COLLECTIONS; index += 1) {
      const slug = `c${index}`
      const own = configOf('collections', slug)
      const [hasDrafts, trash] = [draftsOf(own), at(own, 'trash') === true]
      for (const id of ['1', '2']) {
        for (const step of steps) {
          if (!hasDrafts && (step.says === 'publish' || step.says === 'unpublish')) continue
          const { status, says } = await askPermissions({ collectionSlug: slug, id, sent: step.sent }, token)
          // The previous step has deleted it.
          if (status === 404) break
          const answer = await takes(slug, id, step, token, hasDrafts, trash)
          const name = `GALLEY_SEED=${seed} ${slug} ${role} ${id} ${JSON.stringify(step)} ${answer.status} ${answer.text.slice(0, 200)}`
          compare(step, name, says, answer.status)
        }
      }
    }
    for (let index = 0; index < GLOBALS; index += 1) {
      const slug = `g${index}`
      const hasDrafts = draftsOf(configOf('globals', slug))
      for (const step of globalSteps) {
        const { sent, status, query = '' } = step
        if (!hasDrafts && (step.says === 'publish' || step.says === 'unpublish')) continue
        const { says } = await askPermissions({ globalSlug: slug, sent }, token)
        const body = { ...sent, ...(hasDrafts && status && { _status: status }) }
        const answer = await cms.request('POST', `/globals/${slug}${hasDrafts ? query : ''}`, { token, body })
        compare(
          step,
          `GALLEY_SEED=${seed} ${slug} ${role} ${JSON.stringify(step)} ${answer.status}`,
          says,
          answer.status,
        )
      }
    }
  }
  // A site with equal answers would prove nothing.
  expect(said.yes).toBeGreaterThan(20)
  expect(said.no).toBeGreaterThan(20)
})

test('F59 an own account that is told apart by its id only may be edited, another one not, and nobody else is told', async () => {
  const token = tokens.get('editor') ?? ''
  const { json } = await cms.request('GET', '/users?sort=id', { token })
  const [own, other] = [at(json, 'docs', 0, 'id'), at(json, 'docs', 1, 'id')]
  expect((await askPermissions({ collectionSlug: 'users', id: own }, token)).says('edit')).toBe(true)
  expect((await askPermissions({ collectionSlug: 'users', id: other }, token)).says('edit')).toBe(false)
  expect((await askPermissions({ collectionSlug: 'users', id: own }, undefined)).status).toBe(401)
  expect((await askPermissions({ collectionSlug: 'users', id: 999 }, token)).status).toBe(404)
  expect((await askPermissions({ collectionSlug: 'users', globalSlug: 'g0', id: own }, token)).status).toBe(
    404,
  )
  expect((await askPermissions({ collectionSlug: 'nothing', id: own }, token)).status).toBe(404)
})

test('F59 main keeps the answer with the document, and asks with what is typed', async () => {
  const { token, userId } = await signIn(cms.url, 'editor@example.com')
  const account = await openTestAccount({ url: cms.url, token, userId })
  try {
    await account.connection.check()
    await account.refreshSchema()
    const { site } = account
    const ask = async (ref: DocRef) => {
      await refreshPermissions(site, { ref, locale: null })
      const known = (await site.store.openDocument(ref))?.permissions ?? null
      const permissions = account.session()?.permissions ?? null
      return judge(
        { kind: ref.kind, slug: ref.slug, isNew: false, permissions, known, canAsk: true },
        'update',
      )
    }
    const [own, kind] = [makeRef('collection', 'users', userId), makeRef('collection', 'kinds', '1')]
    for (const ref of [own, kind]) await refreshDocument(site, ref)
    const before = (await site.store.openDocument(own))?.permissions
    expect(before).toMatchObject({ answer: null, isOfNow: false })
    expect(await ask(own)).toEqual({ may: true, isSure: true })
    expect(await ask(kind)).toEqual({ may: true, isSure: true })

    const changes = [set('kind', 'open', 'locked', null)]
    await site.store.putDraft({ ref: kind, changes, typed: [] })
    expect(await ask(kind)).toEqual({ may: false, isSure: true })
    const body = { kind: 'locked', _status: 'draft' }
    expect((await cms.request('PATCH', '/kinds/1?draft=true', { token, body })).status).toBe(403)
  } finally {
    await account.dispose()
  }
})
