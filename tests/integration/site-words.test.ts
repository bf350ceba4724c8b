import { t } from '@payloadcms/translations'
import { en } from '@payloadcms/translations/languages/en'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataNode } from '../../shared/cms/fields.ts'
import type { Field } from '../../shared/cms/schema-model.ts'
import { compareSaved } from '../../shared/document/compare-saved.ts'
import { initialData } from '../../shared/document/defaults.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { newRowId } from '../../shared/document/row-index.ts'
import { serverPathToIds } from '../../shared/document/server-path.ts'
import type { PathError } from '../../shared/document/validation/field-error.ts'
import { validateView } from '../../shared/document/validation/validate-document.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { jsonObject, type Json, type JsonObject } from '../../shared/json.ts'
import { tries } from '../support/tries.ts'
import { Dice, randomDocument } from '../unit/shared/random-documents.ts'
import { openSignedIn, openSiteOf, signIn, type TestAccount, type TestSite } from './main-site.ts'
import { at, EDITOR } from './support/cms.ts'

/* Galley's validation equals the server's: it refuses the same values, at the same path with the same message, and
   accepted values are stored unchanged. */

let site: Omit<TestSite, 'author'>
let account: TestAccount
let token: string

beforeAll(async () => {
  site = await openSiteOf('words-site.ts')
  account = await openSignedIn(site)
  token = (await signIn(site.cms.url, EDITOR)).token
})
afterAll(async () => {
  await account.dispose()
  await site.dispose()
})

const TEXTS = ['', ' ', 'a', 'ab', ' ab ', 'abc', 'abcd', 'abcde', '😀😀😀', 'é́x', '0', 'a\nb', '<b>&amp;']
const NUMBERS = [-3, -2, -1, 0, 0.1, 1, 3, 3.0000001, 9, 10, 1e21, 9007199254740991]
// prettier-ignore
const EMAILS = [
  '', 'a', 'a@b', 'a@b.c', 'a@b.co', 'A@B.CO', ' a@b.co', 'a..b@c.de', '.a@b.co', 'a@b_c.de', 'ä@b.co', 'a@b..co',
  'a+b@c.de', 'a b@c.de', '"a b"@c.de', 'a@[1.2.3.4]', 'a@-b.co', "o'b@c.de", 'a@b.c-d',
]
const DATES = ['2026-11-23T00:00:00.000Z', '2026-02-28T23:59:59.999Z', '0099-01-01T12:00:00.000Z']
const JSONS: Json[] = [
  {},
  [],
  'a',
  '',
  '12',
  '"q"',
  'null',
  '[1]',
  12,
  0,
  false,
  { n: 1 },
  { n: 'a' },
  { n: 1, more: [null] },
]

/** Returns a value that the window can make in a field; null: cleared. */
function valueOf(node: DataNode, roll: Dice): Json | undefined {
  const oneOf = <T extends Json>(values: readonly T[]): T | null => values[roll.below(values.length)] ?? null
  const listOf = <T extends Json>(values: readonly T[]): T[] =>
    Array.from({ length: roll.below(5) }, () => oneOf(values)).filter((one) => one !== null)
  if (roll.below(6) === 0) return node.type === 'checkbox' ? undefined : null
  if (node.type === 'text') return node.hasMany ? listOf(TEXTS.filter((text) => text !== '')) : oneOf(TEXTS)
  if (node.type === 'number') return node.hasMany ? listOf(NUMBERS) : oneOf(NUMBERS)
  if (node.type === 'select' || node.type === 'radio') {
    const values = node.options.map(({ value }) => value)
    return node.type === 'select' && node.hasMany ? [...new Set(listOf(values))] : oneOf(values)
  }
  if (node.type === 'email') return oneOf(EMAILS)
  if (node.type === 'date') return oneOf(DATES)
  if (node.type === 'checkbox') return roll.below(2) === 0
  if (node.type === 'json') return oneOf(JSONS)
  if (node.type === 'point') return roll.below(2) === 0 ? [0, 0] : [12.5, -89.9]
  return oneOf(TEXTS)
}

const inEnglish = ({ key, vars = {}, varKeys = {}, detail = '' }: PathError): string => {
  const say = (name: string, with_: Record<string, unknown>): string =>
    t({ key: name as never, translations: en.translations, vars: with_ })
  const words = Object.fromEntries(Object.entries(varKeys).map(([name, word]) => [name, say(word, {})]))
  return say(key, { ...vars, ...words }) + detail
}

function refusedHere(fields: Field[], data: JsonObject): Record<string, string> {
  const errors = validateView(fieldTypes, fields, data).filter(({ advice }) => advice !== true)
  return Object.fromEntries(errors.map((error) => [error.path, inEnglish(error)]))
}

function refusedThere(fields: Field[], data: JsonObject, answer: unknown): Record<string, string> {
  const errors = at(answer, 'errors', 0, 'data', 'errors')
  return Object.fromEntries(
    (Array.isArray(errors) ? errors : []).map((error: unknown): [string, string] => {
      const { path } = serverPathToIds(fields, data, String(at(error, 'path')), null)
      return [path, String(at(error, 'message'))]
    }),
  )
}

/** Fields with a more precise message in Galley: it names the value or the error. */
const OWN_WORDS = new Set(['numberFew', 'jsonShape', 'point'])

function inOwnWords(refused: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(refused).map(([path, words]) => [path, OWN_WORDS.has(path) ? 'refused' : words]),
  )
}

/** `npm run soak -- --site` uses other seeds, and more tries. */
const trying = () => tries(30, { seed: 20_261_123, endOnFailure: true })

/** Returns a random document as a form makes it: with defaults. */
function documentOf(fields: Field[], numbers: readonly number[]): JsonObject {
  // The server needs row ids that no document has.
  const made = randomDocument(fields, new Dice(numbers, newRowId()), valueOf)
  return { ...initialData(fieldTypes, fields, null), ...made }
}

/** Returns the fields that people edit, without the server's own times. */
const fieldsOf = (slug: string): Field[] =>
  (account.schema()?.collections.find((one) => one.slug === slug)?.fields ?? []).filter(
    (field) => !('name' in field && (field.name === 'createdAt' || field.name === 'updatedAt')),
  )
const post = (slug: string, body: JsonObject) => site.cms.request('POST', `/${slug}?depth=0`, { token, body })
const numbers = fc.array(fc.nat(9973), { minLength: 60, maxLength: 200 })

test.each(['some', 'all'])(
  'of random values in %s what Galley refuses is what the server refuses, in its words',
  async (slug) => {
    const fields = fieldsOf(slug)
    await fc.assert(
      fc.asyncProperty(numbers, async (drawn) => {
        const data = documentOf(fields, drawn)
        const answer = await post(slug, data)
        const there = refusedThere(fields, data, answer.json)
        expect(inOwnWords(there)).toEqual(inOwnWords(refusedHere(fields, data)))
        expect(answer.status).toBe(Object.keys(there).length > 0 ? 400 : 201)
      }),
      trying(),
    )
  },
)

test('what Galley does not refuse the server stores as it was typed', async () => {
  const fields = fieldsOf('some')
  await fc.assert(
    fc.asyncProperty(numbers, async (drawn) => {
      const data = documentOf(fields, drawn)
      const refused = new Set(Object.keys(refusedHere(fields, data)).map((path) => path.split('.')[0]))
      const taken = Object.fromEntries(Object.entries(data).filter(([name]) => !refused.has(name)))
      const answer = await post('some', taken)
      expect(answer.status).toBe(201)
      const stored = await site.cms.request('GET', `/some/${String(at(answer.json, 'doc', 'id'))}?depth=0`, {
        token,
      })
      const sides = { before: {}, sent: taken, saved: v.parse(jsonObject, stored.json) }
      const changes = changesBetween(fields, {}, taken)
      const how = { sides, locale: null, mayRead: () => true }
      expect(compareSaved({ fields, types: fieldTypes }, changes, how).differences).toEqual([])
    }),
    trying(),
  )
})
