import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFeed, waysToInstall } from '../../main/updates/update-feed.ts'
import { installerAt, newFeedSigner } from '../support/update-feed.ts'
import { inPackaging } from './run-packaging.ts'

const folder = mkdtempSync(join(tmpdir(), 'galley-feed-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the feed that a release writes is taken by a program whose policy names its key', () => {
  const signer = newFeedSigner()
  const key = signer.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const files = ['galley_0.2.0_amd64.deb', 'galley-0.2.0.x86_64.rpm', 'galley-0.2.0.msi'].map((name) => {
    writeFileSync(join(folder, name), name)
    return join(folder, name)
  })
  const what = {
    key,
    version: '0.2.0',
    channel: 'stable',
    files,
    folder: 'https://files.example.org/galley/',
  }
  const text = inPackaging('feed.mjs', `lib.makeFeed({ ...${JSON.stringify(what)}, issued: new Date() })`)
  const policyKey = inPackaging('feed.mjs', `lib.feedKey(${JSON.stringify(key)})`)
  expect(policyKey).toBe(signer.key)
  const policy = { feed: 'https://files.example.org/stable.json', channel: 'stable', key: signer.key }
  const answer = readFeed(String(text), { policy, current: '0.1.0', newest: null, now: new Date() })
  if (answer.outcome !== 'release') throw new Error(`refused as ${answer.why}`)
  expect(answer.isNewer).toBe(true)
  const at = (name: string) => installerAt(`https://files.example.org/galley/${name}`, name)
  expect(waysToInstall(answer.release, 'linux').installer).toEqual(at('galley_0.2.0_amd64.deb'))
  expect(waysToInstall(answer.release, 'win32').installer).toEqual(at('galley-0.2.0.msi'))
  expect(waysToInstall(answer.release, 'darwin').installer).toBeNull()
})
