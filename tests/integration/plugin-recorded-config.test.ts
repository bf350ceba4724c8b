import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EDITOR, startCms } from './support/cms.ts'
import type { Cms } from './support/cms.ts'

/** Fixture of the schema tests: the answer of GET /desktop/config to the demo's editor, formatted. */
const recorded = new URL('../unit/shared/fixtures/site-config.json', import.meta.url)

let cms: Cms

beforeAll(async () => {
  cms = await startCms()
})
afterAll(() => cms.dispose())

test('S3.14 (part) the site that the tests of the schema read is the one that the server tells', async () => {
  const { token } = await cms.login(EDITOR)
  const { json } = await cms.request('GET', '/desktop/config', { token })
  expect(JSON.parse(await readFile(recorded, 'utf8'))).toEqual(json)
})
