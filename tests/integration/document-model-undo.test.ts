import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import { emptyHistory, recordStep, takeStep } from '../../shared/document/history.ts'
import { listAt, removeRows } from '../../shared/document/row-operations.ts'
import { newRowId } from '../../shared/document/row-index.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { CommitMode } from '../../shared/sync/entry.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { documentOf, LOCALES } from './document-model-site.ts'
import { idOf, openTestAccount, otherEditor, set, signIn, type TestAccount } from './main-site.ts'
import { ADMIN, startCms, type Cms } from './support/cms.ts'

let cms: Cms
let proxy: FaultProxy
let folder: string
let account: TestAccount
let other: ReturnType<typeof otherEditor>
let editor: { token: string; userId: string }

beforeAll(async () => {
  cms = await startCms()
  proxy = await startFaultProxy(cms.url)
  editor = await signIn(cms.url, ADMIN)
  other = otherEditor(cms.url, editor.token)
})
afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})

const open = async (): Promise<void> => {
  account = await openTestAccount({ url: proxy.url, ...editor, file: path.join(folder, 'account.sqlite') })
  await account.connection.check()
  await account.refreshSchema()
}
/** Restarts the program with the same database. */
const restart = async (): Promise<void> => {
  await account.dispose()
  await open()
}
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'galley-undo-'))
  proxy.clearRules()
  await open()
})
afterEach(async () => {
  await account.dispose()
  await rm(folder, { recursive: true, force: true })
})

const isWrite = ({ method, path: at }: { method: string; path: string }): boolean =>
  method !== 'GET' && /^\/api\/(kitchen-sink|globals\/footer)/.test(at)
const sorted = (codes: readonly (string | null)[]): string[] =>
  codes.map(String).toSorted((a, b) => a.localeCompare(b))
/** Returns the locale of each write since `proxy.seen` was emptied. */
const localesWritten = (): string[] =>
  sorted(proxy.seen.filter(isWrite).map(({ path: at }) => new URL(at, proxy.url).searchParams.get('locale')))

const knownDocument = async (ref: DocRef) => {
  await refreshDocument(account.site, ref)
  proxy.seen.length = 0
  return { ref, ...documentOf(() => account, other, ref) }
}
type Document = Awaited<ReturnType<typeof knownDocument>>

const commit = (document: Document, mode: CommitMode, changes: Change[]) =>
  account.site.store.commitDraft({ ref: document.ref, locale: 'en', changes, mode })

async function sendAll(document: Document): Promise<void> {
  for (let sent = await document.sendHead(); sent !== null; sent = await document.sendHead())
    expect(sent).toMatchObject({ type: 'sent' })
}

/** Removes a row, sends that, and undoes it; returns the undo. */
async function removeAndUndo(
  document: Document,
  list: string,
  id: string,
  mode: CommitMode,
): Promise<Change[]> {
  const fields = document.fields()
  const place = { path: list, locale: null }
  const shown = await document.effective()
  const removal = [removeRows(listAt(fields, shown, place), [id])]
  const history = recordStep(fields, shown, emptyHistory, { changes: removal, place, burst: null, at: 0 })
  await commit(document, mode, removal)
  await sendAll(document)
  expect(JSON.stringify(await document.there('all'))).not.toContain(id)
  const { adjusted } = await document.view()
  const undone = takeStep(
    { fields, types: fieldTypes },
    await document.effective(),
    history,
    'undo',
    adjusted,
  )
  expect(undone?.passedOver).toEqual([])
  proxy.seen.length = 0
  return undone?.changes ?? []
}

/** Checks that an undo was queued as one entry per locale in one group. */
async function expectGroup(document: Document): Promise<void> {
  const { entries } = await document.view()
  expect(sorted(entries.map(({ locale }) => locale))).toEqual(sorted(LOCALES))
  expect(entries[0]?.group).not.toBeNull()
  expect(new Set(entries.map(({ group }) => group)).size).toBe(1)
}

type Sink = { id: string; block: string; row: string; inner: string }

/** Creates a document with blocks, one with content in three locales at every depth. */
async function newSink(): Promise<Sink> {
  const [block, row, inner] = [newRowId(), newRowId(), newRowId()]
  const { doc } = await other.ask('POST', '/kitchen-sink?draft=true&depth=0&locale=en', {
    text: 'Undo',
    blocks: [
      { blockType: 'plain', line: 'before' },
      {
        id: block,
        blockType: 'deepRows',
        caption: 'en caption',
        rows: [{ id: row, label: 'shared', weight: 3, inner: [{ id: inner, word: 'en word' }] }],
      },
      { blockType: 'plain', line: 'behind' },
    ],
  })
  const id = idOf(doc)
  const stubs = (doc['blocks'] as JsonObject[]).map(({ id: at, blockType }) => ({ id: at, blockType }))
  for (const locale of ['de', 'ar']) {
    const rows = [{ id: row, inner: [{ id: inner, word: `${locale} word` }] }]
    const blocks = stubs.map((stub) =>
      stub.id === block ? { ...stub, caption: `${locale} caption`, rows } : stub,
    ) as JsonObject[]
    await other.ask('PATCH', `/kitchen-sink/${id}?draft=true&depth=0&locale=${locale}`, {
      blocks,
      _status: 'draft',
    })
  }
  return { id, block, row, inner }
}
const sinkRef = ({ id }: Sink): DocRef => makeRef('collection', 'kitchen-sink', id)

describe('undoing a removal that was sent', () => {
  test('DM2 brings the row back in all locales, with one request for each', async () => {
    const sink = await newSink()
    const document = await knownDocument(sinkRef(sink))
    const before = JSON.stringify((await document.there('all'))['blocks'])
    await commit(document, 'draft', await removeAndUndo(document, 'blocks', sink.block, 'draft'))
    await expectGroup(document)
    expect(JSON.stringify((await document.effective())['blocks'])).toContain('ar word')
    await sendAll(document)
    expect(localesWritten()).toEqual(sorted(LOCALES))
    expect(JSON.stringify((await document.there('all'))['blocks'])).toBe(before)
  })

  /** Drops the answer to the next write. */
  async function loseNextAnswer(document: Document): Promise<void> {
    proxy.addRule({ match: isWrite, fault: { kind: 'drop-after' }, times: 1 })
    expect(await document.sendHead()).toMatchObject({ type: 'retry' })
  }

  test.each([
    ['between two requests', false],
    ['while an answer is on its way', true],
  ])('DM2 goes on where the program was killed %s', async (_when, isLost) => {
    const sink = await newSink()
    const document = await knownDocument(sinkRef(sink))
    const before = JSON.stringify((await document.there('all'))['blocks'])
    await commit(document, 'draft', await removeAndUndo(document, 'blocks', sink.block, 'draft'))
    expect(await document.sendHead()).toMatchObject({ type: 'sent' })
    if (isLost) await loseNextAnswer(document)
    await restart()
    expect(JSON.stringify((await document.effective())['blocks'])).toContain('ar word')
    await sendAll(document)
    expect(JSON.stringify((await document.there('all'))['blocks'])).toBe(before)
    expect(await document.view()).toMatchObject({ state: { kind: 'saved' } })
  })

  test('DM2 (part) where there are no drafts it appears locale by locale, and goes on after a restart', async () => {
    const id = newRowId()
    const links = (locale: string): JsonObject => ({
      links: [{ id, link: { label: `${locale} label`, kind: 'external', url: 'https://example.org' } }],
    })
    for (const locale of LOCALES)
      await other.ask('POST', `/globals/footer?depth=0&locale=${locale}`, links(locale))
    const document = await knownDocument({ kind: 'global', slug: 'footer' })
    const labels = async (): Promise<string> =>
      JSON.stringify(((await document.there('all'))['links'] as JsonObject[])[0]?.['link'] ?? null)
    const before = JSON.stringify((await document.there('all'))['links'])
    await commit(document, 'save', await removeAndUndo(document, 'links', id, 'save'))
    await expectGroup(document)
    const seen: string[][] = []
    for (const _ of LOCALES) {
      expect(await document.sendHead()).toMatchObject({ type: 'sent' })
      const now = await labels()
      seen.push(LOCALES.filter((code) => now.includes(`${code} label`)))
      await restart()
    }
    expect(seen.map((codes) => codes.length)).toEqual([1, 2, 3])
    expect(JSON.stringify((await document.there('all'))['links'])).toBe(before)
    expect(await document.view()).toMatchObject({ state: { kind: 'saved' }, entries: [] })
  })
})

describe('a row that somebody else removed while it was edited here', () => {
  async function removedUnderEdits() {
    const sink = await newSink()
    const document = await knownDocument(sinkRef(sink))
    const caption = `blocks.${sink.block}.caption`
    await commit(
      document,
      'draft',
      LOCALES.slice(0, 2).map((code) => set(caption, `${code} caption`, `${code} mine`, code)),
    )
    const doc = await document.there('en')
    const left = (doc['blocks'] as JsonObject[]).filter(({ id }) => id !== sink.block)
    await other.ask('PATCH', `/kitchen-sink/${sink.id}?draft=true&locale=en`, {
      blocks: left,
      _status: 'draft',
    })
    expect(await document.sendHead()).toMatchObject({ type: 'parked', problem: { code: 'conflict' } })
    const choose = async (choice: 'mine' | 'theirs'): Promise<number> => {
      let asked = 0
      for (;;) {
        const [head] = (await document.view()).entries
        if (head?.state !== 'parked') return asked
        asked += 1
        const paths = head.problem?.conflicts.map((conflict) => conflict.path) ?? []
        await account.site.store.retry({
          key: head.key,
          choices: Object.fromEntries(paths.map((at) => [at, choice])),
        })
      }
    }
    return { sink, document, choose }
  }

  test('DM2 SY7 is put back in all its locales, with a request for each', async () => {
    const { sink, document, choose } = await removedUnderEdits()
    await choose('mine')
    await sendAll(document)
    const blocks = (await document.there('all'))['blocks'] as JsonObject[]
    expect(blocks.find(({ id }) => id === sink.block)).toEqual({
      id: sink.block,
      blockType: 'deepRows',
      blockName: null,
      caption: { en: 'en mine', de: 'de mine', ar: 'ar caption' },
      rows: [
        {
          id: sink.row,
          label: 'shared',
          weight: 3,
          inner: [{ id: sink.inner, word: { en: 'en word', de: 'de word', ar: 'ar word' } }],
        },
      ],
    })
  })

  test('SY7 stays away where that is chosen; it is asked once, whatever the number of locales', async () => {
    const { sink, document, choose } = await removedUnderEdits()
    expect(await choose('theirs')).toBe(1)
    await sendAll(document)
    expect(JSON.stringify(await document.there('all'))).not.toContain(sink.block)
    expect(await document.view()).toMatchObject({ state: { kind: 'saved' }, entries: [] })
  })
})
