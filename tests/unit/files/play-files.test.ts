import { expect, test, vi } from 'vitest'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileFolder } from '../../../main/files/file-folder.ts'
import { playFile } from '../../../main/files/play-files.ts'
import type { ApiClient, OpenRequest } from '../../../main/server/http/api-client.ts'
import type { SiteContext } from '../../../main/server/site-context.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { sendingSite } from '../main/support/sending-site.ts'
import { setUpBench } from '../store/support/bench.ts'

/* Playing of a site's files: sound and video, in the ranges that a player requests. */

const bench = setUpBench()

function siteWith(): SiteContext {
  const folder = mkdtempSync(join(tmpdir(), 'galley-play-'))
  return {
    ...sendingSite(bench.store, () => null),
    files: openFileFolder(join(folder, 'users-1.sqlite')),
  }
}

async function bring(site: SiteContext, content: string): Promise<string> {
  const id = await site.files.begin()
  await site.files.append(id, Buffer.from(content, 'latin1'))
  await site.files.finish(id)
  return id
}

const WAVE = 'RIFF\u0024\u0000\u0000\u0000WAVEfmt and more'

test('a sound that waits is played as what it begins like, whole or in parts, and can do nothing', async () => {
  const site = siteWith()
  const address = `app://play/${await bring(site, WAVE)}`
  const whole = await playFile(address, null, site)
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  expect(whole.headers.get('content-security-policy')).toContain('sandbox')
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await whole.text()).toBe(WAVE)

  const part = async (range: string) => {
    const answer = await playFile(address, range, site)
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  const { length } = WAVE
  expect(await part('bytes=8-11')).toEqual([206, `bytes 8-11/${length}`, 'WAVE'])
  expect(await part('bytes=-4')).toEqual([206, `bytes ${length - 4}-${length - 1}/${length}`, 'more'])
  expect(await part('bytes=12-999')).toEqual([206, `bytes 12-${length - 1}/${length}`, 'fmt and more'])
  expect(await part(`bytes=${length}-`)).toEqual([416, `bytes */${length}`, ''])
})

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a picture', 'GIF89a\u0001\u0000\u0001\u0000'],
  ['a picture that begins as a film does', '\u0000\u0000\u0000\u0020ftypavif'],
])('%s is not played', async (_what, content) => {
  const site = siteWith()
  expect((await playFile(`app://play/${await bring(site, content)}`, null, site)).status).toBe(415)
})

/** Returns a site whose server has a document with this data, and records the requests. */
function siteOf(data: JsonObject): { site: SiteContext; asked: OpenRequest[] } {
  const site = siteWith()
  const asked: OpenRequest[] = []
  const open: ApiClient['open'] = async (request) => {
    asked.push(request)
    return {
      kind: 'http',
      status: request.range === undefined ? 200 : 206,
      contentType: 'text/html',
      disposition: null,
      part: { range: request.range === undefined ? null : 'bytes 0-3/9', length: '4' },
      body: new Blob(['film']).stream(),
      json: undefined,
    }
  }
  const lastSeen = vi.fn<SiteContext['store']['lastSeen']>(async () => ({ data, updatedAt: 'now' }))
  return { site: { ...site, client: { ...site.client, open }, store: { ...site.store, lastSeen } }, asked }
}

test('a film of the server is played as the document says it is, by the parts that are asked for', async () => {
  const { site, asked } = siteOf({ url: '/api/media/file/a.mp4', mimeType: 'video/mp4' })
  const answer = await playFile('app://play/media/7?v=now', 'bytes=0-3', site)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-range')]).toEqual([
    206,
    'video/mp4',
    'bytes 0-3/9',
  ])
  expect(await answer.text()).toBe('film')
  expect(asked.map((one) => ['address' in one && one.address, one.range])).toEqual([
    ['/api/media/file/a.mp4', 'bytes=0-3'],
  ])
})

test('nothing is asked of the server for what is neither sound nor video, or not there', async () => {
  for (const data of [
    { url: '/a.html', mimeType: 'text/html' },
    { url: '/a.mp4', mimeType: 'video/mp4; x=<script>' },
    { url: null, mimeType: 'video/mp4' },
  ]) {
    const { site, asked } = siteOf(data)
    expect((await playFile('app://play/media/7', null, site)).ok).toBe(false)
    expect(asked).toEqual([])
  }
  const { site } = siteOf({ url: '/a.mp4', mimeType: 'video/mp4' })
  for (const address of ['app://play/media/%2e%2e', 'app://play/media/7/more', 'app://play/..%2Fx'])
    expect((await playFile(address, null, site)).status).toBe(404)
  expect((await playFile('app://play/media/7', null, null)).status).toBe(404)
})
