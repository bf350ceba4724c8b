import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentForm } from '../../renderer/form/document-form.ts'
import { createOpenDocuments, type OpenDocuments } from '../../renderer/form/open-documents.ts'
import { silentLog } from '../../main/log.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { entityOf } from '../../main/server/site-context.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import { isRows } from '../../shared/cms/fields.ts'
import type { Collection } from '../../shared/cms/schema-model.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { newRowId } from '../../shared/document/row-index.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import { createBridge } from '../soak/editor-bridge.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { firstDifference } from '../unit/shared/first-difference.ts'
import {
  allPlaces,
  Dice,
  randomDocument,
  type Place,
  type RandomLeaf,
} from '../unit/shared/random-documents.ts'
import { content, documentOf, LOCALES } from './document-model-site.ts'
import { idOf, openTestAccount, otherEditor, signIn, type TestAccount } from './main-site.ts'
import { EDITOR, startCms, type Cms } from './support/cms.ts'
import { numbersOf, seeded } from './support/numbers.ts'

/* Documents through the real form, store, sender and server: opening sends nothing, and an edit changes only its
   field on the server. Without a test runner, so that the soak can run it for long. */

/** Opens forms of an account, as the window does. */
export function openForms(account: TestAccount): {
  open: (ref: DocRef) => Promise<{ form: DocumentForm; leave: () => Promise<void> }>
  end: () => void
} {
  const { bridge } = createBridge({ account: () => account, log: silentLog })
  const documents: OpenDocuments = createOpenDocuments({ bridge, types: fieldTypes })
  return {
    async open(ref) {
      const entity = entityOf(account.schema(), ref)
      if (!entity) throw new Error(`no schema of ${ref.slug}`)
      const session = documents.open(ref, entity, { defaultLocale: 'en', asksServer: false })
      const release = documents.retain(session)
      await new Promise<void>((resolve, reject) => {
        const look = (): void => {
          const { form, status, message } = session.getSnapshot()
          if (form !== null) resolve()
          else if (status !== 'loading') reject(new Error(`${ref.slug} is ${status}: ${message}`))
        }
        session.subscribe(look)
        look()
      })
      const { form } = session.getSnapshot()
      if (form === null) throw new Error('not open')
      return {
        form,
        async leave() {
          await form.leave()
          release?.()
        },
      }
    },
    end: () => documents.end(),
  }
}

/** Opens a document, reads all of it in every locale, and leaves it; throws if that is an edit. */
export async function openAndLeave(
  account: TestAccount,
  forms: ReturnType<typeof openForms>,
  ref: DocRef,
): Promise<void> {
  const { form, leave } = await forms.open(ref)
  for (const locale of LOCALES) {
    const state = form.inLocale(locale)
    for (const { path: at, rows } of allPlaces(form.entity.fields, form.data(), [locale])) {
      if (rows === null) state.getField(at)
      else state.getRows(at)
    }
    state.validate()
  }
  const changes = form.changes()
  await leave()
  const view = await account.site.store.getDocument(ref)
  const left = { changes, draft: view?.draft ?? null, entries: view?.entries ?? [] }
  if (changes.length > 0 || left.draft !== null || left.entries.length > 0)
    throw new Error(`${JSON.stringify(ref)} was left with an edit: ${JSON.stringify(left)}`)
}

/** One round: collection, document and edit, all from numbers. */
export type Round = { collection: number; document: number[]; edit: number[] }

export type GeneratedSite = {
  /** Throws the failure and its path. */
  run: (round: Round) => Promise<'edited' | 'nothing'>
  dispose: () => Promise<void>
}

/** Dice whose row ids are made as in the program: unique over the whole database. */
class Draws extends Dice {
  readonly #random: () => number
  constructor(numbers: readonly number[], salt: number) {
    super(numbers.length > 0 ? numbers : [0], 'r')
    this.#random = seeded(salt)
  }
  override id(): string {
    return newRowId(this.#random)
  }
}

const script = fileURLToPath(new URL('./support/generated-site.ts', import.meta.url))

/** Starts a site of generated collections, with an editor. */
export async function openGeneratedSite(schemaSeed: number): Promise<GeneratedSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'galley-generated-'))
  const cms = await startCms({ dataDir, script, args: [`--schema=${schemaSeed}`] })
  const proxy = await startFaultProxy(cms.url)
  const editor = await signIn(cms.url, EDITOR)
  const account = await openTestAccount({ url: proxy.url, ...editor })
  await account.connection.check()
  await account.refreshSchema()
  const all = (account.schema()?.collections ?? [])
    .filter(({ slug }) => slug.startsWith('generated-'))
    .map((one) => ({ ...one, fields: one.fields.filter((field) => !('name' in field && isOwn(field.name))) }))
  if (all.length === 0) throw new Error('no generated collections')
  const forms = openForms(account)
  const site: Site = { cms, proxy, account, forms, other: otherEditor(cms.url, editor.token), made: 0 }
  return {
    run: (round) => runRound(site, all[round.collection % all.length], round),
    async dispose() {
      forms.end()
      await account.dispose()
      await proxy.close()
      await cms.dispose()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Site = {
  cms: Cms
  proxy: FaultProxy
  account: TestAccount
  forms: ReturnType<typeof openForms>
  other: ReturnType<typeof otherEditor>
  made: number
}

async function runRound(
  site: Site,
  collection: Collection | undefined,
  { document, edit }: Round,
): Promise<'edited' | 'nothing'> {
  if (!collection) throw new Error('no collection')
  const { account, forms, other, proxy } = site
  site.made += 1
  const id = await make(site, collection, new Draws(document, site.made))
  const ref = makeRef('collection', collection.slug, id)
  await refreshDocument(account.site, ref)
  const server = documentOf(() => account, other, ref)
  const before = await server.there('all')
  await openAndLeave(account, forms, ref)

  const roll = new Draws(edit, site.made + 1_000_000)
  const { form, leave } = await forms.open(ref)
  const locale = LOCALES[roll.below(LOCALES.length)] ?? 'en'
  const places = allPlaces(collection.fields, form.data(), [locale]).filter(isEditable)
  const place = places[roll.below(places.length)]
  if (!place) throw new Error('nothing can be edited')
  editAt(form, locale, place, roll)
  const changes = form.changes()
  await form.commit(collection.versions === null ? 'save' : 'draft', locale)
  await leave()
  const { entries } = await server.view()
  proxy.seen.length = 0
  if (changes.length === 0) {
    if (entries.length > 0) throw new Error(`nothing was edited at ${place.path}, and something is sent`)
    return 'nothing'
  }
  const strange = changes.find((change) => change.path !== place.path || change.locale !== place.locale)
  if (strange)
    throw new Error(`edited was ${place.path} in ${String(place.locale)}: ${JSON.stringify(strange)}`)
  for (const { key } of entries) {
    const outcome = await account.sender.send(key)
    if (outcome.type !== 'sent') throw new Error(`${place.path} was not sent: ${JSON.stringify(outcome)}`)
  }
  const [top = ''] = place.path.split('.')
  for (const { method, body } of proxy.seen.filter((one) => one.method !== 'GET')) {
    const sent = isPlainJson(asJson(body)) ? Object.keys(asJson(body) as JsonObject) : []
    const more = sent.filter((name) => name !== top && name !== '_status')
    if (more.length > 0) throw new Error(`${method} of ${place.path} also sent ${more.join(', ')}`)
  }
  const after = await server.there('all')
  const shown = content(collection.fields, applyChanges(collection.fields, before, changes))
  const difference = firstDifference(shown, content(collection.fields, after))
  if (difference !== null)
    throw new Error(`after ${JSON.stringify(changes)} the server differs: ${JSON.stringify(difference)}`)
  for (const name of ['id', 'createdAt'])
    if (before[name] !== after[name]) throw new Error(`${name} became ${JSON.stringify(after[name])}`)
  return 'edited'
}

/** Fields of the document or row itself, not of its content. */
const OWN = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt', '_status', 'blockName'])
const isOwn = (name: string | null): boolean => name !== null && OWN.has(name)
const isEditable = ({ node }: Place): boolean => !isOwn(node.name)

/** Makes one edit like a person. */
function editAt(form: DocumentForm, locale: string, { path: at, node, rows }: Place, roll: Draws): void {
  const state = form.inLocale(locale)
  if (rows === null || !isRows(node)) {
    const value = leaf(node, roll)
    state.setField(at, roll.below(6) === 0 || value === undefined ? null : value)
    return
  }
  const one = rows[roll.below(Math.max(1, rows.length))]
  const what = one === undefined ? 0 : roll.below(4)
  const type = node.type === 'blocks' ? (node.blocks[roll.below(node.blocks.length)]?.slug ?? null) : null
  if (what === 0 || one === undefined) state.rows.add(at, roll.below(rows.length + 1), type)
  else if (what === 1) state.rows.remove(at, [one])
  else if (what === 2) state.rows.move(at, [one], roll.below(rows.length + 1))
  else state.rows.duplicate(at, [one])
}

/** Creates a random document in all locales, one after the other, as the web admin does. Resolves to its id. */
async function make(site: Site, { slug, fields, versions }: Collection, roll: Draws): Promise<string> {
  const data = randomDocument(fields, roll, leaf, LOCALES)
  const draft = versions === null ? '' : '&draft=true'
  const [first, ...rest] = LOCALES
  const bodyIn = (locale: string): JsonObject => {
    const body = content(fields, projectLocale(fields, data, locale))
    return isPlainJson(body) ? body : {}
  }
  const { doc } = await site.other.ask('POST', `/${slug}?depth=0&locale=${first}${draft}`, bodyIn(first))
  const id = idOf(doc)
  for (const locale of rest)
    await site.other.ask('PATCH', `/${slug}/${id}?depth=0&locale=${locale}${draft}`, bodyIn(locale))
  return id
}

/** Returns a random value that the server stores unchanged. */
const leaf: RandomLeaf = (node, roll): Json | undefined => {
  const many = 'hasMany' in node && node.hasMany
  const list = <T extends Json>(one: () => T): Json => {
    const all = Array.from({ length: 1 + roll.below(3) }, one)
    return all.filter(
      (item, at) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(item)) === at,
    )
  }
  const word = (): string => `${roll.word()} ${roll.below(50)}`
  const target = (): Json => 1 + roll.below(3)
  switch (node.type) {
    case 'text':
      if (isOwn(node.name)) return undefined
      return many ? list(word) : word()
    case 'textarea':
    case 'code':
      return `${word()}\n${word()}`
    case 'email':
      return `${roll.word()}@example.com`
    case 'number':
      return many ? list(() => roll.below(100)) : roll.below(100)
    case 'checkbox':
      return roll.below(2) === 0
    case 'radio':
    case 'select': {
      const options = node.options.map(({ value }) => value)
      const one = (): string => options[roll.below(options.length)] ?? ''
      return many ? list(one) : one()
    }
    case 'date':
      return `2026-${String(1 + roll.below(12)).padStart(2, '0')}-17T12:00:00.000Z`
    case 'point':
      return [roll.below(180), roll.below(90)]
    case 'json':
      return { word: word(), list: [roll.below(9), null, { deep: true }], none: [] }
    case 'richText':
      return richText(word())
    case 'relationship':
    case 'upload': {
      const slugs = node.relationTo
      const one = (): Json =>
        node.polymorphic ? { relationTo: slugs[roll.below(slugs.length)] ?? '', value: target() } : target()
      return many ? list(one) : one()
    }
    default:
      return undefined
  }
}

function richText(words: string): Json {
  const node = { direction: null, format: '', indent: 0, version: 1 }
  const text = { type: 'text', detail: 0, format: 0, mode: 'normal', style: '', text: words, version: 1 }
  const paragraph = { ...node, type: 'paragraph', textFormat: 0, textStyle: '', children: [text] }
  return { root: { ...node, type: 'root', children: [paragraph] } }
}

function asJson(text: string): Json {
  return JSON.parse(text) as Json
}

/** Returns a round from one seed. */
export function roundOf(seed: number): Round {
  return { collection: seed, document: numbersOf(seed, 200), edit: numbersOf(seed + 1, 40) }
}
