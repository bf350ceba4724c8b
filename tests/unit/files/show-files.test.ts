import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFileFolder } from '../../../main/files/file-folder.ts'
import { showFile } from '../../../main/files/show-files.ts'
import type { SiteContext } from '../../../main/server/site-context.ts'
import { setUpBench } from '../store/support/bench.ts'
import { sendingSite } from '../main/support/sending-site.ts'

const bench = setUpBench()

function siteWith(): SiteContext {
  const folder = mkdtempSync(join(tmpdir(), 'galley-show-'))
  return {
    ...sendingSite(bench.store, () => null),
    files: openFileFolder(join(folder, 'users-1.sqlite')),
  }
}

async function bring(site: SiteContext, content: string): Promise<string> {
  const id = await site.files.begin()
  await site.files.append(id, new TextEncoder().encode(content))
  await site.files.finish(id)
  return id
}

test('SY14 M.04 (part) a picture that waits is shown as what it begins like, and can do nothing', async () => {
  const site = siteWith()
  const answer = await showFile(`app://files/${await bring(site, 'GIF89a and more')}`, site)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toBe('GIF89a and more')
})

test('M.04 (part) nothing but pictures is given out, and nothing of another place', async () => {
  const site = siteWith()
  const page = await bring(site, '<!doctype html><script>alert(1)</script>')
  const statusOf = async (address: string, at: SiteContext | null = site) =>
    (await showFile(address, at)).status
  expect(await statusOf(`app://files/${page}`)).toBe(415)
  expect(await statusOf('app://files/..%2Fusers-1.sqlite')).toBe(404)
  expect(await statusOf('app://files/0f8fad5b-d9cb-469f-a165-70867728950e')).toBe(404)
  expect(await statusOf('app://media/media/%2e%2e')).toBe(404)
  expect(await statusOf('app://media/media/7/more')).toBe(404)
  expect(await statusOf(`app://files/${page}`, null)).toBe(404)
})
