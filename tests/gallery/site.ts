import path from 'node:path'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { at, listAt, newDataDir, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { changeSite } from '../integration/support/change-site.ts'
import type { SiteChanges } from '../integration/support/serve-changing.ts'
import { findId } from '../e2e/support/whole-document.ts'

/** The demo with a document for each shown state. */
export type GallerySite = {
  cms: Cms
  proxy: FaultProxy
  /** Returns a new administrator's token each time, since a scene ends all sessions. */
  token: () => Promise<string>
  /** Addresses in the app. */
  sink: string
  emptySink: string
  posts: readonly string[]
  media: readonly string[]
  member: string
  author: string
  /** Sets the site's hooks on writes. */
  change: (changes: SiteChanges) => Promise<void>
  dispose: () => Promise<void>
}

export async function startGallerySite(): Promise<GallerySite> {
  const dataDir = await newDataDir('full')
  const script = path.join(import.meta.dirname, '../integration/support/serve-changing.ts')
  const cms = await startCms({ dataDir, script })
  const proxy = await startFaultProxy(cms.url)
  const { token } = await cms.login()
  const addresses = async (slug: string): Promise<string[]> => {
    const { json } = ok(await cms.request('GET', `/${slug}?depth=0&limit=30&draft=true&sort=id`, { token }))
    return listAt(json, 'docs').map((doc) => `/collections/${slug}/${String(at(doc, 'id'))}`)
  }
  const sinkCalled = async (text: string): Promise<string> =>
    `/collections/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', text, token)}`
  return {
    cms,
    proxy,
    token: async () => (await cms.login()).token,
    sink: await sinkCalled('Everything filled in'),
    emptySink: await sinkCalled('Next to nothing'),
    posts: await addresses('posts'),
    media: await addresses('media'),
    member: `/collections/members/${await findId(cms, 'members', 'username', 'demo', token)}`,
    author: (await addresses('authors'))[0] ?? '',
    change: (changes) => changeSite(dataDir, changes),
    async dispose() {
      await proxy.close()
      await cms.dispose()
    },
  }
}
