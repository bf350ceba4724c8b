import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read-documents.ts'
import { makeRef } from '../../shared/cms/doc-ref.ts'
import { heading, paragraph, rich } from '../unit/shared/rich-text/build-nodes.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openSignedIn,
  openTestSite,
  set,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { EDITOR } from './support/cms.ts'

let site: TestSite
let account: TestAccount

beforeAll(async () => {
  site = await openTestSite()
  account = await openSignedIn(site, EDITOR)
})
afterAll(async () => {
  await account.dispose()
  await site.dispose()
})

/** A sink with this text, here as a base. */
async function knownSink(body: ReturnType<typeof rich>) {
  const { doc } = await site.other.ask('POST', '/kitchen-sink?draft=true&locale=en&depth=0', {
    text: 'Two writers',
    richText: body,
    _status: 'draft',
  })
  const ref = makeRef('collection', 'kitchen-sink', idOf(doc))
  await refreshDocument(account.site, ref)
  return { ref, id: idOf(doc) }
}
const patch = (id: string, body: ReturnType<typeof rich>) =>
  site.other.ask('PATCH', `/kitchen-sink/${id}?draft=true&locale=en`, { richText: body, _status: 'draft' })
const textOf = async (id: string) =>
  (await site.other.ask('GET', `/kitchen-sink/${id}?draft=true&depth=0&locale=en`))['richText']

const base = rich(heading('North'), paragraph('The ferry leaves at nine.'), paragraph('Bring a coat.'))

test('SY6 two editors change different passages of a text: both arrive, and nobody is asked', async () => {
  const { ref, id } = await knownSink(base)
  const mine = rich(heading('Far north'), paragraph('The ferry leaves at nine.'), paragraph('Bring a coat.'))
  const key = await commitOn(account, ref, 'draft', [set('richText', base, mine)])
  await patch(
    id,
    rich(heading('North'), paragraph('The ferry leaves at nine.'), paragraph('Bring a warm coat.')),
  )
  expect(await account.sender.send(key)).toEqual({ type: 'merged' })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await textOf(id)).toEqual(
    rich(heading('Far north'), paragraph('The ferry leaves at nine.'), paragraph('Bring a warm coat.')),
  )
})

test('SY7 two editors change the same passages: it asks, and what is chosen for each of them is on the server', async () => {
  const { ref, id } = await knownSink(base)
  const mine = rich(
    heading('Far north'),
    paragraph('The ferry leaves at ten.'),
    paragraph('Bring a long coat.'),
  )
  const key = await commitOn(account, ref, 'draft', [set('richText', base, mine)])
  await patch(
    id,
    rich(
      heading('North'),
      paragraph('The ferry leaves at eight.'),
      paragraph('Bring a warm coat.'),
      paragraph('Sleep.'),
    ),
  )
  expect(await account.sender.send(key)).toMatchObject({ type: 'parked', problem: { code: 'conflict' } })
  const shown = (await entryIn(account, key))?.problem?.conflicts ?? []
  const choices = { richText: { parts: ['theirs' as const, 'mine' as const] } }
  expect(await account.site.store.retry({ key, choices, shown })).toEqual({ outcome: 'released' })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await textOf(id)).toEqual(
    rich(
      heading('Far north'),
      paragraph('The ferry leaves at eight.'),
      paragraph('Bring a long coat.'),
      paragraph('Sleep.'),
    ),
  )
})
