import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef } from '../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../shared/json.ts'
import {
  block,
  heading,
  list,
  listItem,
  paragraph,
  rich,
  text,
} from '../unit/shared/rich-text/build-nodes.ts'
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

/** A text with a list, and a block with fields. */
const packed = (items: readonly string[], fields: JsonObject) =>
  rich(
    heading('North'),
    list(
      'bullet',
      items.map((item, at) => listItem([text(item)], at + 1)),
    ),
    block('5f0000000000000000000001', { blockName: '', ...fields }),
  )
const items = ['A coat against the wind', 'Boots that keep dry', 'One long book'] as const

test('F64 two editors in different items of a list and in different fields of a block: both arrive, and nobody is asked', async () => {
  const [coat, boots, book] = items
  const start = packed(items, { text: 'Boats leave at nine.', tone: 'tip' })
  const { ref, id } = await knownSink(start)
  const mine = packed([`${coat}, a warm one`, boots, book], { text: 'Boats leave at ten.', tone: 'tip' })
  const key = await commitOn(account, ref, 'draft', [set('richText', start, mine)])
  await patch(
    id,
    packed([coat, boots, `${book} or two`, 'Tea'], { text: 'Boats leave at nine.', tone: 'warning' }),
  )
  expect(await account.sender.send(key)).toEqual({ type: 'merged' })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await textOf(id)).toEqual(
    packed([`${coat}, a warm one`, boots, `${book} or two`, 'Tea'], {
      text: 'Boats leave at ten.',
      tone: 'warning',
    }),
  )
})

test('F64 two editors in the same item of a list: it asks, and both keeps both, theirs first', async () => {
  const [coat, boots, book] = items
  const fields = { text: 'Boats leave at nine.', tone: 'tip' }
  const start = packed(items, fields)
  const { ref, id } = await knownSink(start)
  const mine = packed([`${coat}, a red one`, boots, `${book} or two`], fields)
  const key = await commitOn(account, ref, 'draft', [set('richText', start, mine)])
  await patch(id, packed([`${coat}, a blue one`, boots, book], fields))
  expect(await account.sender.send(key)).toMatchObject({ type: 'parked', problem: { code: 'conflict' } })
  const shown = (await entryIn(account, key))?.problem?.conflicts ?? []
  const choices = { richText: { parts: ['both' as const] } }
  expect(await account.site.store.retry({ key, choices, shown })).toEqual({ outcome: 'released' })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await textOf(id)).toEqual(
    packed([`${coat}, a blue one`, `${coat}, a red one`, boots, `${book} or two`], fields),
  )
})
