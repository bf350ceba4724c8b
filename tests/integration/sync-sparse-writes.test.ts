import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityOf } from '../../main/server/site-context.ts'
import { documentPath } from '../../main/server/http/document-query.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, refId, type DocRef } from '../../shared/cms/doc-ref.ts'
import { dataFields, rowId } from '../../shared/cms/fields.ts'
import type { Field, RelationField } from '../../shared/cms/schema-model.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import { coalesceChanges } from '../../shared/document/coalesce.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { newRowId } from '../../shared/document/row-index.ts'
import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import { Dice, dice, randomChanges, type RandomLeaf } from '../unit/shared/random-documents.ts'
import { idOf, openTestAccount, otherEditor, signIn, type TestAccount } from './main-site.ts'
import { ADMIN, startCms, type Cms } from './support/cms.ts'
import { tries } from '../support/tries.ts'

/* Random edits sent to the real CMS like the program does: sparse bodies over the base, and the answer in one locale
   merged. The base must then equal the server's document, in every locale. */

const SEED = 20_261_120
const RUNS = 60
const LOCALES = ['en', 'de'] as const
const TARGETS = ['posts', 'kitchen-sink', 'places', 'header'] as const

let cms: Cms
let account: TestAccount
let other: ReturnType<typeof otherEditor>
const ids = new Map<string, Json[]>()
const refs = new Map<string, DocRef>()

beforeAll(async () => {
  cms = await startCms()
  const editor = await signIn(cms.url, ADMIN)
  other = otherEditor(cms.url, editor.token)
  account = await openTestAccount({ url: cms.url, ...editor })
  await account.connection.check()
  await account.refreshSchema()
  for (const { slug } of account.schema()?.collections ?? []) {
    const { docs } = await other.ask('GET', `/${slug}?depth=0&limit=4&sort=id`)
    ids.set(
      slug,
      docs.map((doc) => doc['id'] ?? null),
    )
  }
  for (const slug of TARGETS) {
    const ref =
      slug === 'header'
        ? makeRef('global', slug, '')
        : makeRef('collection', slug, idOf({ id: ids.get(slug)?.[0] ?? null }))
    await refreshDocument(account.site, ref)
    refs.set(slug, ref)
  }
})
afterAll(async () => {
  await account.dispose()
  await cms.dispose()
})

/** Row ids are made as in the program: unique over the whole database. */
class RowDice extends Dice {
  override id(): string {
    return newRowId()
  }
}

/** Fields that the server sets, keeps unique, or validates by other fields. */
const LEFT_ALONE = ['id', 'slug', 'folder', 'parent', 'createdAt', 'updatedAt', 'deletedAt', '_status']

const validValue: RandomLeaf = (node, roll) => {
  if (LEFT_ALONE.includes(node.name) || ('readOnly' in node && node.readOnly)) return undefined
  if ('hidden' in node && node.hidden) return undefined
  const many = 'hasMany' in node && node.hasMany
  const some = <T>(one: () => T): T[] => [...new Set(Array.from({ length: 1 + roll.below(3) }, one))]
  switch (node.type) {
    case 'text':
      return many ? some(() => roll.word()) : `${roll.word()} ${roll.below(50)}`
    case 'textarea':
    case 'code':
      return `${roll.word()}\n${roll.word()}`
    case 'email':
      return `${roll.word()}@example.org`
    case 'number':
      return many ? some(() => roll.below(90)) : roll.below(90)
    case 'checkbox':
      return roll.below(2) === 1
    case 'date':
      return node.timezone
        ? undefined
        : new Date(Date.UTC(2026, roll.below(12), 1 + roll.below(28), 12)).toISOString()
    case 'select':
    case 'radio': {
      const option = (): Json => node.options[roll.below(node.options.length)]?.value ?? null
      return many ? some(option) : option()
    }
    case 'relationship':
    case 'upload':
      return validRelation(node, roll)
    case 'point':
      return [roll.below(180), roll.below(90)]
    case 'json':
      return { [roll.word()]: roll.below(9) }
    case 'richText':
      return richText(roll.word())
    default:
      return undefined
  }
}

function validRelation(field: RelationField, roll: Dice): Json | undefined {
  const known = field.relationTo.filter((slug) => ids.get(slug)?.length)
  if (known.length === 0) return undefined
  const one = (): Json => {
    const relationTo = known[roll.below(known.length)] ?? ''
    const all = ids.get(relationTo) ?? []
    const value = all[roll.below(all.length)] ?? null
    return field.polymorphic ? { relationTo, value } : value
  }
  return field.hasMany ? [one()] : one()
}

function richText(text: string): JsonObject {
  const common = { format: '', indent: 0, version: 1, direction: null }
  const words = { type: 'text', text, detail: 0, mode: 'normal', style: '', format: 0, version: 1 }
  const paragraph = { ...common, type: 'paragraph', textFormat: 0, textStyle: '', children: [words] }
  return { root: { ...common, type: 'root', children: [paragraph] } }
}

const baseOf = async (ref: DocRef): Promise<JsonObject> => {
  const view = await account.site.store.getDocument(ref)
  if (!view) throw new Error(`${refId(ref)} is not here`)
  return view.base.data
}

/** Sends the changes as the program does. */
async function write(ref: DocRef, locale: string, changes: Change[]): Promise<void> {
  const { key } = await account.site.store.commitDraft({ ref, locale, changes, mode: 'draft' })
  if (key === null) return
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
}

/**
 * Returns the compared part of a document. Without joins, which cannot be written and depend on locale and draft.
 * null equals an absent key (see Change), and an empty group or list equals none.
 */
function comparable(fields: Field[], data: JsonObject): JsonObject {
  const joins = dataFields(fields).filter((node) => node.type === 'join')
  return withoutNothing(
    Object.fromEntries(Object.entries(data).filter(([key]) => !joins.some((node) => node.name === key))),
  )
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function withoutNothing(data: JsonObject): JsonObject {
  const kept = Object.entries(data).map(([key, value]): [string, Json] => [
    key,
    Array.isArray(value)
      ? value.map((item) => (isPlainJson(item) ? withoutNothing(item) : item))
      : isPlainJson(value)
        ? withoutNothing(value)
        : value,
  ])
  return Object.fromEntries(kept.filter(([, value]) => value !== null && !isEmpty(value)))
}

/** Removes the time and the status, which a write sets, and new rows, which get defaults. */
function withoutOwn(data: JsonObject, changes: readonly Change[]): JsonObject {
  const added = new Set(
    changes.flatMap((change) => (change.kind === 'rows' ? Object.keys(change.added) : [])),
  )
  const inside = (value: Json): Json => {
    if (Array.isArray(value)) return value.filter((row) => !added.has(rowId(row) ?? '')).map(inside)
    if (!isPlainJson(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inside(inner)]))
  }
  const { updatedAt: _at, _status, ...rest } = data
  return withoutNothing(inside(rest) as JsonObject)
}

const serverHas = (ref: DocRef, locale: string): Promise<JsonObject> =>
  other.ask('GET', `${documentPath(ref)}?draft=true&depth=0&locale=${locale}&fallback-locale=none`)

test('SY5 after any edits the base here is what the server has, in every language', async () => {
  let sent = 0
  const edits = fc.tuple(fc.constantFrom(...TARGETS), fc.constantFrom(...LOCALES), dice)
  await fc.assert(
    fc.asyncProperty(edits, async ([slug, locale, numbers]) => {
      const ref = refs.get(slug)
      const fields = entityOf(account.schema(), ref ?? { kind: 'collection', slug })?.fields
      if (!ref || !fields) throw new Error(`no ${slug}`)
      const before = await baseOf(ref)
      const roll = new RowDice(numbers, 'r')
      const made = randomChanges(fields, before, locale, roll, { most: 6, leaf: validValue })
      const changes = coalesceChanges(fields, before, [], made)
      await write(ref, locale, changes)

      const here = await baseOf(ref)
      const there = await serverHas(ref, 'all')
      expect(comparable(fields, here)).toEqual(comparable(fields, there))
      const edited = applyChanges(fields, before, changes)
      for (const code of ['en', 'de', 'ar']) {
        const seen = comparable(fields, projectLocale(fields, here, code))
        expect(seen).toEqual(comparable(fields, await serverHas(ref, code)))
        const expected = comparable(fields, projectLocale(fields, edited, code))
        // The written values arrived, new rows with their content.
        expect(seen).toMatchObject(code === locale ? withoutOwn(expected, []) : {})
        // Other values are unchanged; shared ones are as edited.
        expect(withoutOwn(seen, changes)).toEqual(withoutOwn(expected, changes))
      }
      sent += changes.length > 0 ? 1 : 0
    }),
    tries(RUNS, { seed: SEED, endOnFailure: true }),
  )
  expect(sent).toBeGreaterThan(RUNS * 0.8)
})
