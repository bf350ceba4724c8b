import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, type DocRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { SendOutcome } from '../../shared/sync/entry.ts'
import { commitOn, idOf, openTestAccount, otherEditor, set, signIn, type TestAccount } from './main-site.ts'
import { ADMIN, EDITOR, newDataDir, startCms, type Cms } from './support/cms.ts'
import { changeSite } from './support/change-site.ts'
import type { SiteChanges } from './support/serve-changing.ts'

const script = path.join(import.meta.dirname, 'support/serve-changing.ts')

let cms: Cms
let account: TestAccount
let other: ReturnType<typeof otherEditor>
let dataDir = ''

const change = (changes: SiteChanges): Promise<void> => changeSite(dataDir, changes)

beforeEach(async () => {
  dataDir = await newDataDir()
  cms = await startCms({ dataDir, script })
  other = otherEditor(cms.url, (await signIn(cms.url, ADMIN)).token)
  account = await openTestAccount({ url: cms.url, ...(await signIn(cms.url, EDITOR)) })
  await account.connection.check()
  await account.refreshSchema()
})
afterEach(async () => {
  await account.dispose()
  await cms.stop()
})

const author = (id: string): DocRef => makeRef('collection', 'authors', id)
const viewOf = async (ref: DocRef) => {
  const view = await account.site.store.getDocument(ref)
  if (!view) throw new Error('the document is not here')
  return view
}
const sendOf = async (ref: DocRef, changes: Change[]): Promise<SendOutcome> =>
  account.sender.send(await commitOn(account, ref, 'save', changes))

/** Creates another user's author, fetched here as a base. */
async function knownAuthor(): Promise<DocRef> {
  const body = { name: 'Ada Lund', email: 'ada@example.com', biography: 'Short.' }
  const { doc } = await other.ask('POST', '/authors?locale=en&depth=0', body)
  const ref = author(idOf(doc))
  await refreshDocument(account.site, ref)
  return ref
}

/** Restarts the site with changes, at the same address. */
async function restart(changes: SiteChanges): Promise<void> {
  const { port } = cms
  await cms.stop()
  await change(changes)
  cms = await startCms({ dataDir, script, port })
}

describe('F2 a server that saves something else than it was sent', () => {
  test('F2 SY16 a hook that resets the value is told with both values, and can be put back', async () => {
    const ref = await knownAuthor()
    await change({ hooks: { 'authors.name': 'Reset by a hook' } })
    const outcome = await sendOf(ref, [set('name', 'Ada Lund', 'Ada L. Lund', null)])
    expect(outcome).toMatchObject({ type: 'sent' })
    expect(await viewOf(ref)).toMatchObject({
      entries: [],
      state: { kind: 'differs', changed: 1, notSaved: 0 },
      differences: [{ path: 'name', result: 'changed', sent: 'Ada L. Lund', saved: 'Reset by a hook' }],
    })
    expect(await account.site.store.sentEntries()).toMatchObject([
      { ref, cells: [{ path: 'name', result: 'changed' }] },
    ])
    await change({})
    await sendOf(ref, [set('name', 'Reset by a hook', 'Ada L. Lund', null)])
    expect(await viewOf(ref)).toMatchObject({ state: { kind: 'saved' }, differences: [] })
  })

  test('F2 access that was narrowed while the edit waited: the old value stays, and the edit is not lost', async () => {
    const ref = await knownAuthor()
    const key = await commitOn(account, ref, 'save', [
      set('name', 'Ada Lund', 'Ada L. Lund', null),
      set('biography', 'Short.', 'Long.', 'en'),
    ])
    await change({ narrowed: ['authors.name'] })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await viewOf(ref)).toMatchObject({
      state: { kind: 'differs', notSaved: 1 },
      differences: [{ path: 'name', result: 'not-saved', sent: 'Ada L. Lund', saved: 'Ada Lund' }],
    })
    // Permissions are read again: the form shows the field as read-only.
    const fields = JSON.stringify(account.session()?.permissions)
    expect(fields).toContain('"authors"')
    const [line] = await account.site.store.sentEntries()
    expect(line?.cells.map(({ path: at, result }) => [at, result])).toEqual([
      ['name', 'not-saved'],
      ['biography', 'saved'],
    ])
  })

  test('F2 a field that the user may not read any more is sent, and never called not saved', async () => {
    const ref = await knownAuthor()
    const key = await commitOn(account, ref, 'save', [set('name', 'Ada Lund', 'Ada L. Lund', null)])
    await change({ hidden: ['authors.name'] })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await viewOf(ref)).toMatchObject({ state: { kind: 'saved' }, differences: [] })
    expect(await account.site.store.sentEntries()).toMatchObject([
      { cells: [{ path: 'name', result: 'sent' }] },
    ])
    const id = ref.kind === 'collection' ? ref.id : ''
    expect(await other.ask('GET', `/authors/${id}?depth=0`)).toMatchObject({ name: 'Ada L. Lund' })
  })

  test('F2 SY13 a field that the site no longer has parks with what was typed in it; the rest is saved', async () => {
    const ref = await knownAuthor()
    const key = await commitOn(account, ref, 'save', [
      set('name', 'Ada Lund', 'Ada L. Lund', null),
      set('biography', 'Short.', 'Long.', 'en'),
    ])
    await restart({ removed: ['authors.biography'] })
    // The site reports its new schema, and the entry is rebuilt for it.
    expect(await account.sender.send(key)).toMatchObject({ type: 'retry', retryAfterMs: 0 })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    const view = await viewOf(ref)
    expect(view).toMatchObject({
      base: { data: { name: 'Ada L. Lund' } },
      entries: [
        {
          state: 'parked',
          problem: { code: 'field-gone', fields: [{ path: 'biography' }] },
          changes: [{ path: 'biography', to: 'Long.' }],
        },
      ],
    })
    const kept = view?.entries[0]?.key ?? ''
    await restart({})
    await account.refreshSchema()
    expect(await account.sender.send(kept)).toMatchObject({ type: 'sent' })
    expect(await viewOf(ref)).toMatchObject({ state: { kind: 'saved' }, entries: [] })
    const id = ref.kind === 'collection' ? ref.id : ''
    expect(await other.ask('GET', `/authors/${id}?depth=0&locale=en`)).toMatchObject({ biography: 'Long.' })
  })

  test('F2 a new document is told of as well, under its real id', async () => {
    await change({ hooks: { 'authors.name': 'Reset by a hook' } })
    const id = makeTempId(crypto.randomUUID())
    const ref = await account.site.store.createDocument({ slug: 'authors', id, data: {} })
    const outcome = await sendOf(ref, [set('name', null, 'New author', null)])
    if (outcome.type !== 'sent') throw new Error(outcome.type)
    expect(await viewOf(outcome.ref)).toMatchObject({
      state: { kind: 'differs' },
      differences: [{ path: 'name', sent: 'New author', saved: 'Reset by a hook' }],
    })
  })

  test('F2 what the server only normalises stays quiet', async () => {
    const id = makeTempId(crypto.randomUUID())
    const ref = await account.site.store.createDocument({ slug: 'posts', id, data: {} })
    const body = richText({
      type: 'link',
      version: 3,
      format: '',
      indent: 0,
      direction: 'ltr',
      fields: { linkType: 'custom', url: 'https://nordlys.travel', newTab: false },
      children: [
        { type: 'text', version: 1, text: 'a link', format: 0, detail: 0, mode: 'normal', style: '' },
      ],
    })
    const cost = { id: '65f0c3a1b2c3d4e5f6a7b8c9', what: 'Ferry', amount: 12 }
    const key = await commitOn(account, ref, 'draft', [
      set('title', null, 'A story', 'en'),
      set('publishDate', null, '2026-11-20T13:00:00+01:00', null),
      set('body', null, body, 'en'),
      set('practical.months', null, ['may', 'july'], null),
      {
        kind: 'rows',
        locale: null,
        path: 'practical.costs',
        from: [],
        to: [cost.id],
        added: { [cost.id]: cost },
        removed: {},
      },
    ])
    const outcome = await account.sender.send(key)
    if (outcome.type !== 'sent') throw new Error(JSON.stringify(outcome))
    const view = await viewOf(outcome.ref)
    expect(view.differences).toEqual([])
    expect(view.state).toEqual({ kind: 'saved' })
    expect(view.base.data['publishDate']).toBe('2026-11-20T12:00:00.000Z')
  })
})

function richText(inside: JsonObject): JsonObject {
  const node = { version: 1, format: '', indent: 0, direction: 'ltr' }
  const paragraph = { ...node, type: 'paragraph', textFormat: 0, textStyle: '', children: [inside] }
  return { root: { ...node, type: 'root', children: [paragraph] } }
}
