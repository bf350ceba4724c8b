import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { serveScript } from '../integration/support/cms-template.ts'
import { at, listAt, ok, startCms, type Cms } from '../integration/support/cms.ts'

export const BIG_TITLE = 'The whole line, station by station'
export const SMALL_TITLE = 'Porto before the ferries'
/** Documents to be edited for the replay, and as many again for the same calls made raw. */
const REPLAYED = 100

export type BenchSite = {
  cms: Cms
  token: string
  bigId: string
  smallId: string
  replayIds: string[]
  rawIds: string[]
  dispose: () => Promise<void>
}

/** The demo CMS with its content, the big document, and more than a hundred short posts. */
export async function startBenchSite(): Promise<BenchSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-bench-cms-'))
  const seed = ['--port=0', `--data=${dataDir}`, '--seed=full', '--big', '--exit-after-seed']
  await promisify(execFile)(process.execPath, [serveScript, ...seed], { timeout: 120_000 })
  const cms = await startCms({ dataDir })
  const { token } = await cms.login()
  const { id: bigId, authors } = await find(cms, token, BIG_TITLE)
  const { id: smallId } = await find(cms, token, SMALL_TITLE)
  const ids: string[] = []
  for (let number = 1; number <= REPLAYED * 2; number++)
    ids.push(await createPost(cms, token, number, authors))
  // The list shows what was changed last first.
  for (const id of [smallId, bigId]) {
    ok(await cms.request('PATCH', `/posts/${id}?locale=en`, { token, body: { kicker: 'Rail' } }))
  }
  return {
    cms,
    token,
    bigId,
    smallId,
    replayIds: ids.slice(0, REPLAYED),
    rawIds: ids.slice(REPLAYED),
    async dispose() {
      await cms.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function createPost(cms: Cms, token: string, number: number, authors: unknown): Promise<string> {
  const answer = await cms.request('POST', '/posts?locale=en&depth=0', {
    token,
    body: {
      title: `Station ${number}`,
      slug: `station-${number}`,
      kicker: 'Rail',
      standfirst: 'A short stop between two long ones.',
      readingTime: 3,
      authors,
      _status: 'published',
    },
  })
  return String(at(ok(answer).json, 'doc', 'id'))
}

async function find(cms: Cms, token: string, title: string): Promise<{ id: string; authors: unknown }> {
  const query = `/posts?depth=0&where[title][equals]=${encodeURIComponent(title)}`
  const { json } = ok(await cms.request('GET', query, { token }))
  if (listAt(json, 'docs').length !== 1) throw new Error(`"${title}" is not there once`)
  return { id: String(at(json, 'docs', 0, 'id')), authors: at(json, 'docs', 0, 'authors') }
}
