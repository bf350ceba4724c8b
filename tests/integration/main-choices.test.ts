import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFormState } from '../../main/server/read/read-form-state.ts'
import { entityOf } from '../../main/server/site-context.ts'
import { dataField } from '../../shared/cms/fields.ts'
import { makeRef } from '../../shared/cms/doc-ref.ts'
import { newRowId } from '../../shared/document/row-index.ts'
import type { JsonObject } from '../../shared/json.ts'
import { openTestAccount, signIn, type TestAccount } from './main-site.ts'
import { EDITOR, startCms, type Cms } from './support/cms.ts'

/* Choices narrowed by a site's functions (F60): Galley offers the values that the server accepts. */

let dataDir: string
let cms: Cms
let token: string
let account: TestAccount

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-choices-'))
  cms = await startCms({ dataDir, script: path.join(import.meta.dirname, 'support/choices-site.ts') })
  const signedIn = await signIn(cms.url, EDITOR)
  token = signedIn.token
  account = await openTestAccount({ url: cms.url, ...signedIn })
  await account.connection.check()
  await account.refreshSchema()
})
afterAll(async () => {
  await account.dispose()
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const menu = makeRef('collection', 'menus', '1')

/** Returns the choices of a field in the form for this data; null: all. */
async function offered(data: JsonObject, name: string): Promise<readonly string[] | null> {
  const answer = await readFormState(account.site, { ref: menu, locale: null, isNew: false, data })
  if (answer.outcome !== 'answered') throw new Error(answer.outcome)
  return answer.fields.find((field) => field.path === name)?.choices ?? null
}

/** Resolves to true if the server accepts a document with this data. */
const takes = async (data: JsonObject): Promise<boolean> =>
  (await cms.request('POST', '/menus', { token, body: data })).status === 201

test.each(['breakfast', 'dinner'])('F60 options for %s are those that the server takes', async (meal) => {
  const choices = (await offered({ meal }, 'drink')) ?? []
  for (const drink of ['water', 'coffee', 'wine'])
    expect([drink, choices.includes(drink)]).toEqual([drink, await takes({ meal, drink })])
})

test.each(['breakfast', 'dinner'])('F60 blocks for %s are those that the server takes', async (meal) => {
  const choices = await offered({ meal }, 'courses')
  for (const blockType of ['bread', 'soup']) {
    const courses = [{ id: newRowId(), blockType }]
    const isOffered = choices === null || choices.includes(blockType)
    expect([blockType, isOffered]).toEqual([blockType, await takes({ meal, courses })])
  }
})

test('F60 blocks that the config names are known without a question', async () => {
  const field = dataField(entityOf(account.schema(), menu)?.fields ?? [], 'always')
  expect(field).toMatchObject({ type: 'blocks', offered: ['soup'] })
  expect(await takes({ always: [{ id: newRowId(), blockType: 'bread' }] })).toBe(false)
  expect(await takes({ always: [{ id: newRowId(), blockType: 'soup' }] })).toBe(true)
})
