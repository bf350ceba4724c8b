import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listLocks } from '../../main/server/locks/read-lock.ts'
import { createLockKeeper, type LockClock, type LockKeeper } from '../../main/server/locks/lock-keeper.ts'
import { createEntrySender } from '../../main/server/send/send-entry.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, refKey, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../shared/cms/schema-model.ts'
import type { DocumentLock } from '../../shared/sync/document-lock.ts'
import { own, type Json } from '../../shared/json.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openSignedIn,
  openTestSite,
  otherEditor,
  post,
  set,
  signIn,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { ADMIN, EDITOR } from './support/cms.ts'

/* Two users of the demo: the editor, who works in Galley, and the administrator, who works past it and whose name the
   editor may not read. */
let site: TestSite
let account: TestAccount
let admin: { id: number; ask: TestSite['other']['ask'] }
let editor: { id: number; name: Json }
let time: ReturnType<typeof handClock>
let heard: { ref: DocRef; lock: DocumentLock }[]
let keeper: LockKeeper
let made = 0

const MINUTE = 60_000

const lockRow = v.object({
  id: v.number(),
  user: v.object({ value: v.number() }),
  createdAt: v.string(),
  updatedAt: v.string(),
})
type Lock = v.InferOutput<typeof lockRow>

/** A clock that is advanced by hand. */
function handClock(): LockClock & { pass: (ms: number) => void; waiting: () => number } {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    waiting: () => timers.length,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((one) => one !== timer))
    },
    pass(ms) {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
  }
}

beforeAll(async () => {
  site = await openTestSite()
  const { user: adminUser } = await site.cms.login(ADMIN)
  const { user } = await site.cms.login(EDITOR)
  admin = { id: Number(adminUser['id']), ask: site.other.ask }
  editor = { id: Number(user['id']), name: user['name'] as Json }
  account = await openSignedIn(site)
})
afterAll(async () => {
  await account.dispose()
  await site.dispose()
})
beforeEach(() => {
  time = handClock()
  heard = []
  keeper = keeperOf()
})
afterEach(async () => {
  site.proxy.clearRules()
  site.proxy.shiftClock(0)
  await account.connection.check()
  await keeper.releaseAll()
  const { docs } = await admin.ask('GET', '/payload-locked-documents?depth=0&limit=100')
  for (const doc of docs) await admin.ask('DELETE', `/payload-locked-documents/${idOf(doc)}`)
})

/** Creates a keeper; without a clock it uses the real one. */
function keeperOf(
  schema: () => SiteSchema | null = account.schema,
  of = account,
  clock: LockClock | null = time,
): LockKeeper {
  return createLockKeeper({
    site: { client: of.site.client, schema },
    me: () => ({ collection: 'users', id: Number(of.account.userId) }),
    connection: () => of.connection.state().status,
    hasUnsent: async (ref) => {
      const unsent = await of.site.store.unsentDocuments()
      return unsent.some((one) => refKey(one) === refKey(ref))
    },
    onChange: (ref, lock) => void heard.push({ ref, lock }),
    ...(clock && { clock }),
  })
}

async function newPost(title = `Locks ${++made}`): Promise<DocRef> {
  const body = { title, standfirst: 'Two sentences.', authors: [site.author], _status: 'draft' }
  const { doc } = await admin.ask('POST', '/posts?draft=true&depth=0', body)
  const ref = post(idOf(doc))
  await refreshDocument(account.site, ref)
  return ref
}

const idIn = (ref: DocRef) => (ref.kind === 'collection' ? ref.id : '')

async function locksOf(ref: DocRef): Promise<Lock[]> {
  const where =
    ref.kind === 'global'
      ? `where[globalSlug][equals]=${ref.slug}`
      : `where[and][0][document.relationTo][equals]=${ref.slug}&where[and][1][document.value][equals]=${ref.id}`
  const { docs } = await admin.ask('GET', `/payload-locked-documents?depth=0&${where}`)
  return docs.map((doc) => v.parse(lockRow, doc))
}

const holdersOf = async (ref: DocRef) => (await locksOf(ref)).map(({ user }) => user.value)

const lockAsAdmin = (ref: DocRef) =>
  admin.ask('POST', '/payload-locked-documents', {
    ...(ref.kind === 'global'
      ? { globalSlug: ref.slug }
      : { document: { relationTo: ref.slug, value: Number(ref.id) } }),
    user: { relationTo: 'users', value: admin.id },
  })

async function takenByAdmin(ref: DocRef): Promise<void> {
  const [lock] = await locksOf(ref)
  await admin.ask('PATCH', `/payload-locked-documents/${lock?.id}`, {
    user: { relationTo: 'users', value: admin.id },
  })
}

/** Opens and edits a document, which locks it. */
async function editing(ref: DocRef): Promise<void> {
  keeper.open(ref)
  keeper.edited(ref)
  expect(await keeper.look(ref)).toEqual({ kind: 'mine' })
}

const writes = () =>
  site.proxy.seen.filter(({ method, path }) => path.includes('locked-documents') && method !== 'GET')

/** Runs something on the server after the next lock query, before its answer arrives. */
const afterNextLook = (meanwhile: () => Promise<unknown>) =>
  site.proxy.addRule({
    match: ({ method, path }) => method === 'GET' && path.includes('locked-documents'),
    fault: { kind: 'late', meanwhile },
    times: 1,
  })

describe('a document that is edited is locked', () => {
  test('not by reading it, by the first edit, until it is closed', async () => {
    const ref = await newPost()
    keeper.open(ref)
    expect(await keeper.look(ref)).toEqual({ kind: 'none' })
    expect(await holdersOf(ref)).toEqual([])

    keeper.edited(ref)
    await keeper.look(ref)
    expect(await holdersOf(ref)).toEqual([editor.id])
    expect(heard).toEqual([{ ref, lock: { kind: 'mine' } }])

    keeper.close(ref)
    await expect.poll(() => holdersOf(ref)).toEqual([])
  })

  test('for as long as it is open: it outlives what a lock lasts, with a request now and then', async () => {
    const ref = await newPost()
    await editing(ref)
    const [before] = await locksOf(ref)
    const seen = writes().length
    for (let beat = 0; beat < 3; beat += 1) {
      time.pass(10_000)
      await keeper.look(ref)
    }
    expect(writes().length).toBe(seen)
    // Two minutes later by the server's clock.
    site.proxy.shiftClock(2 * MINUTE)
    time.pass(10_000)
    await keeper.look(ref)
    const [after] = await locksOf(ref)
    expect(after?.id).toBe(before?.id)
    expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before?.updatedAt ?? ''))
  })

  test('not for ever: without an edit for a quarter of an hour it is let lapse, and taken with the next one', async () => {
    const ref = await newPost()
    await editing(ref)
    const deleted = writes().filter(({ method }) => method === 'DELETE')
    time.pass(16 * MINUTE)
    await keeper.look(ref)
    const seen = writes().length
    site.proxy.shiftClock(2 * MINUTE)
    time.pass(10_000)
    await keeper.look(ref)
    expect(writes().length).toBe(seen)
    site.proxy.shiftClock(10 * MINUTE)
    time.pass(10_000)
    expect(await keeper.look(ref)).toEqual({ kind: 'none' })
    keeper.edited(ref)
    expect(await keeper.look(ref)).toEqual({ kind: 'mine' })
    // The lapsed lock stays until the next save.
    expect(await holdersOf(ref)).toEqual([editor.id, editor.id])
    expect(writes().filter(({ method }) => method === 'DELETE')).toEqual(deleted)
  })

  test('one that lapsed while nobody typed is not mine any more, and is looked at until then', async () => {
    const ref = await newPost()
    await editing(ref)
    time.pass(16 * MINUTE)
    await keeper.look(ref)
    site.proxy.shiftClock(10 * MINUTE)
    // Without a query: its time is over.
    time.pass(5 * MINUTE + 1000)
    await expect.poll(() => heard.at(-1)?.lock).toEqual({ kind: 'none' })
    // Another user comes who took nothing over.
    site.proxy.shiftClock(0)
    const [row] = await locksOf(ref)
    await admin.ask('DELETE', `/payload-locked-documents/${row?.id}`)
    await lockAsAdmin(ref)
    time.pass(10_000)
    expect(await keeper.look(ref)).toMatchObject({ kind: 'other', taken: false })
  })

  test('a save gives it up on the server, and it is taken again', async () => {
    const ref = await newPost()
    await editing(ref)
    const [before] = await locksOf(ref)
    const key = await commitOn(account, ref, 'draft', [set('kicker', null, 'By ferry')])
    expect(await createEntrySender(account.site, keeper).send(key)).toMatchObject({ type: 'sent' })
    await keeper.look(ref)
    const [after, ...more] = await locksOf(ref)
    expect(more).toEqual([])
    // The server reuses the ids of deleted rows.
    expect(after?.createdAt).not.toBe(before?.createdAt)
    expect(await holdersOf(ref)).toEqual([editor.id])
  })

  test('closed before what was typed is sent it stays locked until that has arrived', async () => {
    const ref = await newPost()
    await editing(ref)
    const key = await commitOn(account, ref, 'draft', [set('kicker', null, 'By ferry')])
    keeper.close(ref)
    await keeper.look(ref)
    expect(await holdersOf(ref)).toEqual([editor.id])
    expect(await createEntrySender(account.site, keeper).send(key)).toMatchObject({ type: 'sent' })
    await keeper.look(ref)
    expect(await holdersOf(ref)).toEqual([])
    expect(time.waiting()).toBe(0)

    // A discarded edit does not hold the lock.
    const other = await newPost()
    await editing(other)
    await account.site.store.putDraft({ ref: other, changes: [set('kicker', null, 'By ferry')] })
    keeper.close(other)
    await keeper.look(other)
    expect(await holdersOf(other)).toEqual([editor.id])
    await account.site.store.discardDraft({ ref: other })
    time.pass(10_000)
    await expect.poll(() => holdersOf(other)).toEqual([])
  })

  test('what was opened twice is locked until both are closed; signing out gives back all', async () => {
    const [ref, other] = [await newPost(), await newPost()]
    keeper.open(ref)
    await editing(ref)
    await editing(other)
    keeper.close(ref)
    await keeper.look(ref)
    expect(await holdersOf(ref)).toEqual([editor.id])
    await keeper.releaseAll()
    expect(await holdersOf(ref)).toEqual([])
    expect(await holdersOf(other)).toEqual([])
  })

  test('signing out gives back that of what waits, too: nobody is here to send it', async () => {
    const ref = await newPost()
    await editing(ref)
    await account.site.store.putDraft({ ref, changes: [set('kicker', null, 'By ferry')] })
    await keeper.releaseAll()
    expect(await holdersOf(ref)).toEqual([])
    await account.site.store.discardDraft({ ref })
  })

  test('a lock that this user took elsewhere is no block, and stays when the document is closed here', async () => {
    const ref = await newPost()
    const elsewhere = otherEditor(site.cms.url, (await signIn(site.cms.url, EDITOR)).token)
    await elsewhere.ask('POST', '/payload-locked-documents', {
      document: { relationTo: 'posts', value: Number(idIn(ref)) },
      user: { relationTo: 'users', value: editor.id },
    })
    await editing(ref)
    expect(await locksOf(ref)).toHaveLength(1)
    const key = await commitOn(account, ref, 'draft', [set('kicker', null, 'By ferry')])
    const sender = createEntrySender(account.site, { ...keeper, saved: () => undefined })
    keeper.close(ref)
    await keeper.releaseAll()
    expect(await holdersOf(ref)).toEqual([editor.id])
    expect(await sender.send(key)).toMatchObject({ type: 'sent' })
  })

  test('where the site has no locks, nothing is asked', async () => {
    const ref = await newPost()
    const schema = account.schema()
    if (schema === null) throw new Error('no schema')
    const unlocked = { ...schema, collections: schema.collections.map((one) => ({ ...one, lockMs: null })) }
    keeper = keeperOf(() => unlocked)
    const asked = site.proxy.seen.length
    keeper.open(ref)
    keeper.edited(ref)
    expect(await keeper.look(ref)).toEqual({ kind: 'none' })
    expect(await keeper.takeOver(ref)).toEqual({ outcome: 'refused', message: '' })
    expect(site.proxy.seen.length).toBe(asked)
  })

  test('however short or long a site has them last, it is not asked in a flurry', async () => {
    const ref = await newPost()
    const lasting = (lockMs: number) => () => {
      const schema = account.schema()
      return schema && { ...schema, collections: schema.collections.map((one) => ({ ...one, lockMs })) }
    }
    const asked = () => site.proxy.seen.filter(({ path }) => path.includes('locked-documents')).length
    keeper = keeperOf(lasting(1))
    keeper.open(ref)
    keeper.edited(ref)
    await keeper.look(ref)
    const before = asked()
    time.pass(1900)
    expect(asked()).toBe(before)
    await keeper.releaseAll()

    await lockAsAdmin(ref)
    keeper = keeperOf(lasting(2 ** 40), account, null)
    keeper.open(ref)
    expect(await keeper.look(ref)).toMatchObject({ kind: 'other' })
    const once = asked()
    await newPost()
    expect(asked()).toBe(once)
  })

  test('a site may have its locks last for another time: they are looked at and kept alive more often', async () => {
    const ref = await newPost()
    const schema = account.schema()
    if (schema === null) throw new Error('no schema')
    const short = { ...schema, collections: schema.collections.map((one) => ({ ...one, lockMs: 12_000 })) }
    keeper = keeperOf(() => short)
    await editing(ref)
    const seen = writes().length
    site.proxy.shiftClock(6000)
    time.pass(4000)
    await keeper.look(ref)
    expect(writes().length).toBe(seen + 1)
    await takenByAdmin(ref)
    time.pass(4000)
    expect(await keeper.look(ref)).toMatchObject({ kind: 'other' })
    site.proxy.shiftClock(20_000)
    time.pass(12_000)
    expect(await keeper.look(ref)).toEqual({ kind: 'none' })
  })

  test('requests of one document never overlap, and one that fails changes nothing', async () => {
    const ref = await newPost()
    keeper.open(ref)
    site.proxy.resetPeak()
    keeper.edited(ref)
    for (let at = 0; at < 5; at += 1) {
      keeper.saved(ref)
      void keeper.look(ref)
    }
    await keeper.look(ref)
    expect(site.proxy.peak()).toBe(1)
    expect(await holdersOf(ref)).toEqual([editor.id])

    const isLock = ({ path }: { path: string }) => path.includes('locked-documents')
    for (const fault of [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 403 },
      { kind: 'portal' },
      { kind: 'drop-before' },
    ] as const) {
      site.proxy.addRule({ match: isLock, fault, times: 1 })
      time.pass(10_000)
      expect(await keeper.look(ref)).toEqual({ kind: 'mine' })
      expect(account.connection.state().status).toBe('online')
    }
  })
})

describe('a document that somebody else edits', () => {
  test('is told with since when and until when, and that it is free again', async () => {
    const ref = await newPost()
    await lockAsAdmin(ref)
    site.proxy.shiftClock(2 * MINUTE)
    keeper.open(ref)
    const lock = await keeper.look(ref)
    // The editor may not read the user's name.
    expect(lock).toMatchObject({ kind: 'other', by: null, taken: false })
    if (lock.kind !== 'other') throw new Error('not locked')
    // By the server's clock, to the second; by this computer's clock it is new.
    expect(lock.heldMs).toBeGreaterThan(2 * MINUTE - 2000)
    expect(lock.lapsesInMs).toBeLessThan(3 * MINUTE + 2000)

    keeper.edited(ref)
    await keeper.look(ref)
    expect(await holdersOf(ref)).toEqual([admin.id])

    const [stored] = await locksOf(ref)
    await admin.ask('DELETE', `/payload-locked-documents/${stored?.id}`)
    time.pass(10_000)
    // They may be between their save and their next lock.
    expect(await keeper.look(ref)).toMatchObject({ kind: 'other' })
    time.pass(2500)
    expect(await keeper.look(ref)).toEqual({ kind: 'none' })
    expect(heard.map((one) => one.lock.kind)).toEqual(['other', 'none'])
    keeper.edited(ref)
    expect(await keeper.look(ref)).toEqual({ kind: 'mine' })
  })

  test('stays theirs while they save: each save gives up their lock, and they take it again', async () => {
    const ref = await newPost()
    await lockAsAdmin(ref)
    keeper.open(ref)
    await keeper.look(ref)
    for (let save = 0; save < 2; save += 1) {
      const [stored] = await locksOf(ref)
      await admin.ask('DELETE', `/payload-locked-documents/${stored?.id}`)
      time.pass(10_000)
      expect(await keeper.look(ref)).toMatchObject({ kind: 'other', taken: false })
      await lockAsAdmin(ref)
      time.pass(2500)
      expect(await keeper.look(ref)).toMatchObject({ kind: 'other', taken: false })
    }
    expect(heard.map((one) => one.lock.kind)).toEqual(['other'])

    // A take-over does not wait.
    const [stored] = await locksOf(ref)
    await admin.ask('DELETE', `/payload-locked-documents/${stored?.id}`)
    expect(await keeper.takeOver(ref)).toEqual({ outcome: 'done' })
    expect(await holdersOf(ref)).toEqual([editor.id])
  })

  test('has a name for whoever may read it', async () => {
    const ref = await newPost()
    await editing(ref)
    const asAdmin = await openSignedIn(site, ADMIN)
    const theirs = keeperOf(asAdmin.schema, asAdmin)
    theirs.open(ref)
    expect(await theirs.look(ref)).toMatchObject({ kind: 'other', by: editor.name })
    const me = { collection: 'users', id: String(admin.id) }
    const other = await newPost()
    const [page, header, footer] = [
      makeRef('collection', 'pages', '1'),
      makeRef('global', 'header', ''),
      makeRef('global', 'footer', ''),
    ]
    await editing(page)
    await editing(header)
    // Documents of several collections and globals, in one query.
    site.proxy.seen.length = 0
    expect(await listLocks(asAdmin.site, me, [footer, ref, other, page, header])).toEqual(
      [ref, page, header].map((one) => ({ ref: one, by: editor.name })),
    )
    expect(site.proxy.seen.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/api\/payload-locked-documents/),
    ])
    const they = { collection: 'users', id: String(editor.id) }
    expect(await listLocks(account.site, they, [ref, header])).toEqual([])
    await theirs.releaseAll()
    await asAdmin.dispose()
  })

  test('is forgotten with its lock when it is not open any more, without a question', async () => {
    const ref = await newPost()
    await lockAsAdmin(ref)
    keeper.open(ref)
    await keeper.look(ref)
    keeper.close(ref)
    await keeper.releaseAll()
    const asked = site.proxy.seen.length
    time.pass(6 * MINUTE)
    await keeper.releaseAll()
    expect(heard.at(-1)?.lock).toEqual({ kind: 'none' })
    expect(time.waiting()).toBe(0)
    expect(site.proxy.seen.length).toBe(asked)
  })

  test('can be taken over, and is this user’s then', async () => {
    const ref = await newPost()
    await lockAsAdmin(ref)
    keeper.open(ref)
    await keeper.look(ref)
    expect(await keeper.takeOver(ref)).toEqual({ outcome: 'done' })
    expect(await holdersOf(ref)).toEqual([editor.id])
    expect(heard.at(-1)).toEqual({ ref, lock: { kind: 'mine' } })
    keeper.close(ref)
    await expect.poll(() => holdersOf(ref)).toEqual([])
  })

  test('M.08 (part locks) taking over needs the server, and says so', async () => {
    const ref = await newPost()
    await lockAsAdmin(ref)
    keeper.open(ref)
    await keeper.look(ref)
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    await account.connection.check()
    expect(await keeper.takeOver(ref)).toEqual({ outcome: 'offline' })
    expect(await holdersOf(ref)).toEqual([admin.id])
  })

  test('SY9 (part) what was typed before the lock was seen waits, says who has it, and goes once it is taken over', async () => {
    const ref = await newPost()
    await lockAsAdmin(ref)
    const key = await commitOn(account, ref, 'draft', [set('kicker', null, 'By ferry')])
    const sender = createEntrySender(account.site, keeper)
    keeper.open(ref)
    // The lock is not known yet: the server's refusal reveals it.
    expect(await sender.send(key)).toMatchObject({ type: 'retry', reason: 'locked' })
    await keeper.look(ref)
    expect(heard.at(-1)?.lock).toMatchObject({ kind: 'other' })
    // From here on it is not even sent.
    const patches = () =>
      site.proxy.seen.filter(({ method, path }) => method === 'PATCH' && path.includes('/posts/'))
    const before = patches().length
    expect(await sender.send(key)).toMatchObject({ type: 'retry', reason: 'locked' })
    expect(patches().length).toBe(before)
    expect(await entryIn(account, key)).toMatchObject({ state: 'waiting', problem: { code: 'locked' } })

    expect(await keeper.takeOver(ref)).toEqual({ outcome: 'done' })
    expect(await sender.send(key)).toMatchObject({ type: 'sent' })
    const stored = await admin.ask('GET', `/posts/${idIn(ref)}?draft=true&depth=0&locale=en`)
    expect(stored['kicker']).toBe('By ferry')
  })

  test('can be taken over in the moment in which a save of theirs ends their lock', async () => {
    const ref = await newPost()
    await lockAsAdmin(ref)
    keeper.open(ref)
    await keeper.look(ref)
    afterNextLook(() => admin.ask('PATCH', `/posts/${idIn(ref)}?draft=true&depth=0`, { kicker: 'By theirs' }))
    expect(await keeper.takeOver(ref)).toEqual({ outcome: 'done' })
    expect(await holdersOf(ref)).toEqual([editor.id])
  })

  test('another document’s lock is left alone, though it has got the id of the one that was seen', async () => {
    const [ref, other] = [await newPost(), await newPost()]
    await lockAsAdmin(ref)
    keeper.open(ref)
    await keeper.look(ref)
    const [seen] = await locksOf(ref)
    afterNextLook(async () => {
      await admin.ask('DELETE', `/payload-locked-documents/${seen?.id}`)
      await lockAsAdmin(other)
      expect((await locksOf(other)).map(({ id }) => id)).toEqual([seen?.id])
    })
    expect(await keeper.takeOver(ref)).toEqual({ outcome: 'done' })
    expect(await holdersOf(other)).toEqual([admin.id])
    expect(await holdersOf(ref)).toEqual([editor.id])
  })

  test('a document that is not open can be taken over too, for what waits in the outbox', async () => {
    const ref = await newPost()
    await lockAsAdmin(ref)
    const key = await commitOn(account, ref, 'draft', [set('kicker', null, 'By ferry')])
    const sender = createEntrySender(account.site, keeper)
    expect(await sender.send(key)).toMatchObject({ type: 'retry', reason: 'locked' })
    expect(await keeper.takeOver(ref)).toEqual({ outcome: 'done' })
    expect(await sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await holdersOf(ref)).toEqual([])
  })
})

describe('a document that is taken over from me', () => {
  test('in the moment in which its lock is kept alive: theirs is not', async () => {
    const ref = await newPost()
    await editing(ref)
    site.proxy.shiftClock(2 * MINUTE)
    afterNextLook(() => takenByAdmin(ref))
    const [before] = await locksOf(ref)
    time.pass(10_000)
    expect(await keeper.look(ref)).toMatchObject({ kind: 'other', taken: true })
    const [after] = await locksOf(ref)
    expect(after?.id).toBe(before?.id)
    expect(await holdersOf(ref)).toEqual([admin.id])
  })

  test('is said to be so only where it was mine until then, and since when', async () => {
    const ref = await newPost()
    await editing(ref)
    site.proxy.shiftClock(4 * MINUTE)
    await takenByAdmin(ref)
    time.pass(10_000)
    const lock = await keeper.look(ref)
    // A take-over keeps the lock's creation time; it was the editor's ten seconds ago.
    expect(lock).toMatchObject({ kind: 'other', taken: true, heldMs: 10_000 })

    // The server was away, the editor's lock ended, and the administrator made a new one.
    const other = await newPost()
    site.proxy.shiftClock(0)
    await editing(other)
    const [mine] = await locksOf(other)
    await admin.ask('DELETE', `/payload-locked-documents/${mine?.id}`)
    await lockAsAdmin(other)
    time.pass(9000)
    keeper.online()
    const next = await keeper.look(other)
    expect(next).toMatchObject({ kind: 'other', taken: false })
    expect(next.kind === 'other' && next.heldMs).toBeLessThanOrEqual(10_000)
  })

  test('is told with the next beat, is not sent, and can be taken back with all that was typed', async () => {
    const ref = await newPost()
    await editing(ref)
    const key = await commitOn(account, ref, 'draft', [set('kicker', null, 'By ferry')])
    await takenByAdmin(ref)
    time.pass(10_000)
    await keeper.look(ref)
    expect(heard.at(-1)?.lock).toMatchObject({ kind: 'other', taken: true })
    const sender = createEntrySender(account.site, keeper)
    expect(await sender.send(key)).toMatchObject({ type: 'retry', reason: 'locked' })
    // Edits before it is known take nothing over.
    keeper.edited(ref)
    await keeper.look(ref)
    expect(await holdersOf(ref)).toEqual([admin.id])

    expect(await keeper.takeOver(ref)).toEqual({ outcome: 'done' })
    expect(await sender.send(key)).toMatchObject({ type: 'sent' })
  })

  test('is not given back when I close it: the lock is theirs', async () => {
    const ref = await newPost()
    await editing(ref)
    await takenByAdmin(ref)
    keeper.close(ref)
    await keeper.releaseAll()
    expect(await holdersOf(ref)).toEqual([admin.id])
  })

  test('closing one document gives back its own lock only, as ids of locks are given again', async () => {
    const [ref, other] = [await newPost(), await newPost()]
    await editing(ref)
    // A save ends the lock unnoticed, and the next lock gets its id.
    await admin.ask('PATCH', `/posts/${idIn(ref)}?draft=true&overrideLock=true`, { kicker: 'By sea' })
    await editing(other)
    keeper.close(ref)
    await keeper.look(other)
    time.pass(10_000)
    await keeper.look(other)
    expect(await holdersOf(other)).toEqual([editor.id])
  })
})

describe('globals', () => {
  const header = makeRef('global', 'header', '')

  test('are locked as documents are; what waits for somebody else’s is held back here, as the server takes it', async () => {
    await refreshDocument(account.site, header)
    await editing(header)
    expect(await holdersOf(header)).toEqual([editor.id])
    keeper.close(header)
    await expect.poll(() => holdersOf(header)).toEqual([])

    await lockAsAdmin(header)
    const stored = await account.site.store.getDocument(header)
    const tagline = own((stored?.base.data['tagline'] ?? {}) as { [key: string]: Json }, 'en') ?? null
    const key = await commitOn(account, header, 'draft', [set('tagline', tagline, 'By rail and by sea')])
    const sender = createEntrySender(account.site, keeper)
    expect(await sender.send(key)).toMatchObject({ type: 'retry', reason: 'locked' })
    expect(await entryIn(account, key)).toMatchObject({ problem: { code: 'locked' } })
    expect(await holdersOf(header)).toEqual([admin.id])
    expect(await keeper.takeOver(header)).toEqual({ outcome: 'done' })
    expect(await sender.send(key)).toMatchObject({ type: 'sent' })
  })

  test('one that was taken over from me is not written over by my next save', async () => {
    await refreshDocument(account.site, header)
    await editing(header)
    await takenByAdmin(header)
    const stored = await account.site.store.getDocument(header)
    const tagline = own((stored?.base.data['tagline'] ?? {}) as { [key: string]: Json }, 'en') ?? null
    const key = await commitOn(account, header, 'draft', [set('tagline', tagline, 'By mule')])
    const sender = createEntrySender(account.site, keeper)
    expect(await sender.send(key)).toMatchObject({ type: 'retry', reason: 'locked' })
    await keeper.look(header)
    expect(heard.at(-1)?.lock).toMatchObject({ kind: 'other', taken: true })
    expect(await holdersOf(header)).toEqual([admin.id])
    expect((await admin.ask('GET', '/globals/header?depth=0&locale=en'))['tagline']).not.toBe('By mule')
    await account.site.store.discard(key)
  })
})

describe('without the server', () => {
  const offline = async () => {
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    await account.connection.check()
  }

  test('who had it last is told until that lapses; then nobody has it', async () => {
    const ref = await newPost()
    await lockAsAdmin(ref)
    keeper.open(ref)
    await keeper.look(ref)
    await offline()
    time.pass(4 * MINUTE)
    const lock = await keeper.look(ref)
    expect(lock).toMatchObject({ kind: 'other' })
    expect(lock.kind === 'other' && lock.lapsesInMs).toBeLessThanOrEqual(MINUTE)
    time.pass(MINUTE + 2000)
    await keeper.look(ref)
    expect(heard.at(-1)?.lock).toEqual({ kind: 'none' })
  })

  test('a lock lapses on the server; who has taken it meanwhile is told when the server is there again', async () => {
    const ref = await newPost()
    await editing(ref)
    await offline()
    const asked = site.proxy.seen.length
    time.pass(10_000)
    await keeper.look(ref)
    expect(site.proxy.seen.length).toBe(asked)
    // A lapsed lock shuts nobody out; another user opened the document.
    await takenByAdmin(ref)
    site.proxy.clearRules()
    await account.connection.check()
    keeper.online()
    await keeper.look(ref)
    expect(heard.at(-1)?.lock).toMatchObject({ kind: 'other', taken: true })
  })

  test('what was edited meanwhile is locked when the server is there again', async () => {
    const ref = await newPost()
    keeper.open(ref)
    await offline()
    keeper.edited(ref)
    expect(await keeper.look(ref)).toEqual({ kind: 'none' })
    site.proxy.clearRules()
    await account.connection.check()
    keeper.online()
    expect(await keeper.look(ref)).toEqual({ kind: 'mine' })
    expect(await holdersOf(ref)).toEqual([editor.id])
  })
})

test('signing out and closing give the locks of an account back', async () => {
  const ref = await newPost()
  const closing = await openSignedIn(site)
  closing.locks.open(ref)
  closing.locks.edited(ref)
  expect(await closing.locks.look(ref)).toEqual({ kind: 'mine' })
  expect(closing.events).toContainEqual({ name: 'locks.changed', payload: { ref, lock: { kind: 'mine' } } })
  await closing.dispose()
  expect(await holdersOf(ref)).toEqual([])
})
