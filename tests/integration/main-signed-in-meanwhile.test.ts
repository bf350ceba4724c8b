import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef } from '../../shared/cms/doc-ref.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { idOf, openTestAccount, otherEditor, signIn, type TestAccount } from './main-site.ts'
import { ADMIN, EDITOR, startCms, type Cms } from './support/cms.ts'

let cms: Cms
let proxy: FaultProxy
let account: TestAccount

beforeAll(async () => {
  cms = await startCms()
  proxy = await startFaultProxy(cms.url)
  account = await openTestAccount({ url: proxy.url, ...(await signIn(cms.url, EDITOR)) })
  await account.connection.check()
  await account.refreshSchema()
})
afterAll(async () => {
  await account.dispose()
  await proxy.close()
  await cms.dispose()
})

/** Found by `npm run soak -- --seed=3`. */
test('SY9 a refusal for a session that ended does not park where somebody has signed in again before it arrives', async () => {
  const other = otherEditor(cms.url, (await signIn(cms.url, ADMIN)).token)
  const { doc } = await other.ask('POST', '/notes', { title: 'Refused' })
  const ref = makeRef('collection', 'notes', idOf(doc))
  await refreshDocument(account.site, ref)
  const { key } = await account.site.store.commitDraft({
    ref,
    locale: null,
    mode: 'save',
    changes: [{ kind: 'set', locale: null, path: 'title', from: 'Refused', to: 'Written' }],
  })
  await account.site.client.request({ method: 'POST', path: '/users/logout' })
  proxy.addRule({
    match: ({ method, path }) => method === 'PATCH' && path.startsWith('/api/notes'),
    times: 1,
    fault: {
      kind: 'late',
      meanwhile: async () => account.tokens.set((await signIn(cms.url, EDITOR)).token, true),
    },
  })
  expect(await account.sender.send(key ?? '')).toEqual({ type: 'sent', ref })
  expect(await other.ask('GET', `/notes/${idOf(doc)}`)).toMatchObject({ title: 'Written' })
})
