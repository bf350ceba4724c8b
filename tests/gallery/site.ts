import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { at, listAt, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { findId } from '../e2e/support/whole-document.ts'

/** The demo with a document for each state that is shown. */
export type GallerySite = {
  cms: Cms
  proxy: FaultProxy
  /** Of an administrator; a new one each time, as one of the scenes ends all sessions. */
  token: () => Promise<string>
  /** Addresses in the app. */
  sink: string
  emptySink: string
  posts: readonly string[]
  media: readonly string[]
  member: string
  dispose: () => Promise<void>
}

export async function startGallerySite(): Promise<GallerySite> {
  const cms = await startCms({ seed: 'full' })
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
    async dispose() {
      await proxy.close()
      await cms.dispose()
    },
  }
}
