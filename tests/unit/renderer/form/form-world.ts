import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { cellKey, type Change, type Conflict } from '../../../../shared/document/change.ts'
import { queuedDocument } from '../../../../shared/document/effective.ts'
import { cellLocale, getValue, isWithin, joinPath } from '../../../../shared/document/path.ts'
import { projectLocale } from '../../../../shared/document/project.ts'
import {
  croppedSize,
  FILE_COLUMNS,
  readPendingFile,
  type PendingFile,
} from '../../../../shared/fields/file/pending-file.ts'
import {
  cuttable,
  readServerFile,
  serverFileOf,
  type ServerFile,
} from '../../../../shared/fields/file/server-file.ts'
import { fileOfEntry } from '../../../../shared/sync/file-request.ts'
import type { WriteRequest } from '../../../../shared/sync/request.ts'
import { findRow } from '../../../../shared/document/row-index.ts'
import { isPlainJson, sameJson, type Json, type JsonObject } from '../../../../shared/json.ts'
import { dataField, isRows, rowFields, rowId } from '../../../../shared/cms/fields.ts'
import type { Field, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import type { OutboxEntry, CommitMode } from '../../../../shared/sync/entry.ts'
import { collection } from '../../shared/build-fields.ts'
import { at, post, site as storeSite } from '../../store/support/site.ts'
import { media, pending } from '../../store/support/upload-site.ts'
import {
  checkDone,
  checkTakenBack,
  differences,
  FILE,
  fields,
  isAlike,
  isHeld,
  listed,
  LISTS,
  lists,
  LOCALES,
  nameOf,
  placeOf,
  placesIn,
  rowAround,
  rowOf,
  rowsTo,
  rowWith,
  valueAt,
  type Done,
  type Fact,
} from './form-facts.ts'
import { openRealStore, settle } from './real-store.ts'

/* For form-model.test.ts: a person at the real form over the real store, and another user at the server. Edits in the
   form stay on the screen until the server has them or the person gave them up. */

const ref = post('1')
const site: SiteSchema = {
  ...storeSite,
  collections: [
    {
      ...collection(fields, {
        versions: {
          drafts: true,
          localeStatus: false,
          autosaveInterval: 2000,
          max: null,
          validatesDrafts: false,
          schedules: false,
        },
      }),
      upload: media.upload,
    },
    ...storeSite.collections.slice(1),
  ],
}
const FATES = [
  'done',
  'done',
  'slow',
  'slow',
  'lost',
  'unknown',
  'failing',
  'failing-unknown',
  'refused',
  'changed',
] as const
type Fate = (typeof FATES)[number]

const draw = fc.nat(999)
const anyLocale = fc.constantFrom(...LOCALES)
export const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('set' as const), locale: anyLocale, draw }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('rows' as const), locale: anyLocale, draw, other: draw }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('file' as const), draw }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      locale: anyLocale,
      mode: fc.constantFrom<CommitMode>('autosave', 'autosave', 'draft', 'publish', 'unpublish'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('theirs' as const), locale: anyLocale, draw }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refresh' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      fate: fc.constantFrom(...FATES),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('decide' as const), draw }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pause' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('takeBack' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disk' as const), isFull: fc.boolean() }) },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Two names for all files, so that no name identifies one. */
const FILE_NAMES = ['hero.png', 'logo.png'] as const

const row = (id: string, heading: JsonObject): JsonObject => ({
  id,
  blockType: 'hero',
  heading,
  size: 'wide',
})

/**
 * A fact made by the person. `isUndone`: it reverts an unsent edit, and both cancel out if they coalesce (DM5); if
 * the first is sent alone, it must arrive like any other.
 */
type Mine = Fact & { isUndone?: boolean }

/**
 * A fact made by another user. `isSeen`: the person has changed it knowingly, or decided a conflict for their own.
 */
type Theirs = Fact & { isSeen?: boolean }

/** A sent entry, and its request body. */
type Sent = { entry: OutboxEntry; body: JsonObject }

/** One computer, one server, one document. */
export class World {
  readonly real = openRealStore(site)
  #opened!: Awaited<ReturnType<typeof this.real.open>>
  #server: JsonObject = {
    id: 1,
    createdAt: at(0),
    updatedAt: at(1),
    _status: 'draft',
    filename: 'hero.png',
    mimeType: 'image/png',
    filesize: 1,
    width: 100,
    height: 100,
    title: { en: 'A', de: 'B' },
    slug: 'start',
    practical: {
      gettingThere: { en: 'by train', de: 'mit der Bahn' },
      costs: ['c1', 'c2', 'c3'].map((id, nr) => ({ id, what: id, amount: nr })),
    },
    layout: [row('r1', { en: 'one', de: 'eins' }), row('r2', { en: 'two' }), row('r3', { en: 'three' })],
  }
  #clock = 1
  #count = 0
  #isDiskFull = false
  readonly mine = new Map<string, Mine>()
  /** Steps that can be undone, and undone ones. */
  readonly #undo: Done[] = []
  readonly #redo: Done[] = []
  readonly #theirs = new Map<string, Theirs>()
  /** Edits in rows that the person removed. */
  readonly #wentWithRow = new Map<string, Mine>()
  /** Rows that another user has removed. */
  readonly #goneOnce = new Set<string>()
  /** The server's effects of entries whose outcome the computer does not know. */
  #did = new Map<string, JsonObject>()
  #underWay: Sent | null = null
  /** The server file below each own file, as the person saw it. */
  readonly #over = new Map<string, ServerFile | null>()
  /** The server's columns of each file that it took, with its time. */
  readonly #taken = new Map<string, { columns: JsonObject; at: string }>()

  async open(): Promise<void> {
    this.#putBase()
    this.#opened = await this.real.open(ref)
  }

  end(): void {
    this.real.close()
  }

  data(): JsonObject {
    return this.#opened.document.data()
  }

  entries(): OutboxEntry[] {
    return this.real.store.getDocument(ref)?.entries ?? []
  }

  async take(action: Step): Promise<void> {
    switch (action.do) {
      case 'set':
        return this.#edit((before) => this.#set(action.locale, action.draw, before))
      case 'rows':
        return this.#edit((before) => this.#rows(action.locale, action.draw, action.other, before))
      case 'file':
        return this.#edit(() => this.#file(action.draw))
      case 'undo':
        return this.#takeBack('undo', this.#undo, this.#redo)
      case 'redo':
        return this.#takeBack('redo', this.#redo, this.#undo)
      case 'save':
        // With a full disk nothing was saved, and the edits stay in the form.
        return this.#save(action.mode, action.locale).catch((error: unknown) => {
          if (!this.#isDiskFull) throw error
        })
      case 'disk':
        this.#setDiskFull(action.isFull)
        return
      case 'theirs':
        return this.#others(action.locale, action.draw)
      case 'refresh':
        return this.#putBase()
      case 'send':
        return this.#send(action.fate)
      case 'decide':
        return this.#decide(action.draw)
      case 'pause':
        await vi.advanceTimersByTimeAsync(2500)
        return
      case 'takeBack': {
        const publish = this.entries().find(({ mode }) => mode === 'publish')
        if (publish) this.real.store.takeBackPublish(publish.key)
        return
      }
      case 'leave':
        await this.#opened.document.leave()
        this.#opened.release()
        this.#opened = await this.real.open(ref)
        return
      case 'kill':
        this.real.restart()
        this.real.store.freeSending({ underWay: [] })
        this.#underWay = null
        this.#undo.length = 0
        this.#redo.length = 0
        this.#opened = await this.real.open(ref)
        return
    }
  }

  async #save(mode: CommitMode, locale: string): Promise<void> {
    if (mode === 'autosave') await this.#opened.document.commit('autosave', locale)
    else if (mode === 'unpublish') await this.#opened.session.unpublish(locale)
    else await this.#opened.session.save(mode === 'publish' ? 'publish' : 'draft', locale)
  }

  #setDiskFull(isFull: boolean): void {
    this.#isDiskFull = isFull
    this.real.setFull(isFull)
  }

  /** `act` performs an action and returns its facts. */
  async #edit(act: (before: JsonObject) => readonly Fact[]): Promise<void> {
    const before = this.data()
    const wanted = act(before)
    const done = { before, after: this.data() }
    checkDone(done, wanted)
    if (wanted.length > 0) {
      this.#undo.push(done)
      this.#redo.length = 0
    }
    this.#took(done, wanted)
    await this.#opened.document.flush()
  }

  async #takeBack(direction: 'undo' | 'redo', steps: Done[], others: Done[]): Promise<void> {
    const last = steps.pop()
    const before = this.data()
    const { base } = this.#opened.document.getDocument().view
    const isAny = this.#opened.document[direction]() !== null
    if (isAny !== (last !== undefined)) throw new Error(`there is ${isAny ? 'a' : 'no'} step to ${direction}`)
    if (last === undefined) return
    const done = { before, after: this.data() }
    checkTakenBack(last, done, base.data)
    const wanted = differences(done)
    if (wanted.length > 0) others.push(done)
    this.#took(done, this.#ownOf(wanted))
    await this.#opened.document.flush()
  }

  /** In a restored row that the server still has, only own edits are the person's. */
  #ownOf(wanted: readonly Fact[]): Fact[] {
    const { base } = this.#opened.document.getDocument().view
    const kept = wanted.flatMap((one) =>
      one.kind === 'row' && one.isThere && isAlike(base.data, this.data(), one) ? [placeOf(one)] : [],
    )
    const wasOwn = (one: Fact): boolean => {
      const mine = this.#wentWithRow.get(nameOf(one))
      return mine !== undefined && isSame(mine, one)
    }
    return wanted.filter(
      (one) => one.kind !== 'value' || wasOwn(one) || !kept.some((place) => isWithin(one.path, place)),
    )
  }

  /** Records the person's facts. */
  #took({ before, after }: Done, wanted: readonly Fact[]): void {
    this.#sees((theirs) => isHeld(before, theirs) && !isHeld(after, theirs))
    const here = { base: this.#base(), entries: this.entries() }
    const { view } = this.#opened.document.getDocument()
    const inForm = { base: view.base.data, entries: view.entries }
    for (const mine of wanted) {
      // A removed pending file is the server's again, whichever that is.
      const isFile = mine.kind === 'value' && mine.path === 'file'
      // A file restored by an undo, which the server has taken, is the server's too.
      const isGivenUp = isFile && (mine.to === null || this.#isTaken(mine.to))
      // Rows still placed by a move that was given up are nobody's fact.
      const isOfGivenUp = mine.kind === 'order' && !isAlike(groundOf(here), groundOf(inForm), mine)
      if (isGivenUp || isOfGivenUp || isNothing(mine, here, inForm)) this.mine.delete(nameOf(mine))
      else this.mine.set(nameOf(mine), { ...mine, isUndone: isUndone(mine, here, inForm) })
    }
    // A removed row includes the edits in it.
    const gone = wanted.filter((one) => one.kind === 'row' && !one.isThere).map(placeOf)
    for (const [name, mine] of this.mine) {
      if (mine.kind !== 'value' || !gone.some((place) => isWithin(mine.path, place))) continue
      this.#wentWithRow.set(name, mine)
      this.mine.delete(name)
    }
  }

  #set(code: string, chance: number, before: JsonObject): Fact[] {
    const places = placesIn(before)
    const path = places[chance % places.length] ?? 'title'
    this.#count += 1
    const to = path.endsWith('amount') ? 1000 + this.#count : `mine ${this.#count}`
    this.#opened.document.inLocale(code).setField(path, to)
    return [{ ...valueAt(before, path, code), to }]
  }

  /** Another file, a part of the server's file, or another part. */
  #file(chance: number): Fact[] {
    this.#count += 1
    const name = FILE_NAMES[chance % 2] ?? 'hero.png'
    const shown = readPendingFile(this.data()['file'])
    const is = serverFileOf(this.data())
    const crop = { x: 0, y: 0, width: 50, height: 100 / (this.#count + 1) }
    const isAnew = shown?.id === null && chance % 3 === 1
    const isPart = isAnew || (shown === null && chance % 3 === 0)
    const file: PendingFile = isPart
      ? { ...(shown ?? cuttable(is)), crop }
      : { ...pending(crypto.randomUUID(), name), size: 1000 + this.#count }
    const isOver = isAnew ? (this.#over.get(JSON.stringify(shown)) ?? null) : isPart ? is : this.#fileBelow()
    this.#over.set(JSON.stringify(file), isOver)
    this.#opened.document.inLocale('en').setFields({ file })
    return [{ ...FILE, to: file }]
  }

  /** Returns the file below the next one: perhaps an own one that the server has taken unheard. */
  #fileBelow(): ServerFile | null {
    const unheard = [...this.#taken.values()].findLast((one) => this.#isUnheard(one))
    return serverFileOf(unheard?.columns ?? this.data())
  }

  #isUnheard(taken: { at: string }): boolean {
    return (this.#opened.document.getDocument().view.base.updatedAt ?? '') < taken.at
  }

  /** True if the server has this file, and only the answer was lost or is not read yet. */
  #isTaken(file: Json): boolean {
    const isUnknown = this.entries().some(
      (entry) => this.#did.has(entry.key) && sameJson(fileOfEntry(entry) ?? null, file),
    )
    const taken = this.#taken.get(JSON.stringify(file))
    return isUnknown || (taken !== undefined && this.#isUnheard(taken))
  }

  #rows(code: string, chance: number, other: number, before: JsonObject): Fact[] {
    const { rows } = this.#opened.document.inLocale(code)
    const list = lists[chance % lists.length] ?? 'layout'
    const ids = listed(before, list)
    const id = ids[other % Math.max(1, ids.length)]
    const others = ids.filter((one) => one !== id)
    const kind = ['add', 'remove', 'move', 'remove', 'move', 'duplicate'][Math.floor(chance / 2) % 6]
    if (kind === 'add' && ids.length < 6) {
      const index = other % (ids.length + 1)
      const added = rows.add(list, index, list === 'layout' ? 'hero' : null) ?? ''
      return rowsTo(before, list, ids.toSpliced(index, 0, added))
    }
    if (id === undefined) return []
    if (kind === 'remove') {
      rows.remove(list, [id])
      return rowsTo(before, list, others)
    }
    if (kind === 'move') {
      const index = chance % (ids.length + 1)
      rows.move(list, [id], index)
      const inFront = ids.slice(0, index).filter((one) => one !== id).length
      return rowsTo(before, list, others.toSpliced(inFront, 0, id))
    }
    if (kind === 'duplicate' && ids.length < 6) {
      const [copy = ''] = rows.duplicate(list, [id])
      return rowsTo(before, list, ids.toSpliced(ids.indexOf(id) + 1, 0, copy), { [copy]: id })
    }
    return []
  }

  #others(code: string, chance: number): void {
    const data = this.#server
    const list = lists[Math.floor(chance / 50) % lists.length] ?? 'layout'
    const rows = listed(data, list)
    const id = rows[chance % Math.max(1, rows.length)]
    const value = `theirs ${(this.#count += 1)}`
    const edit = (change: Change): void => this.#write(applyChanges(fields, data, [change]))
    const set = (path: string): void => {
      const cell = { path, locale: cellLocale(fields, data, path, code) }
      edit({ kind: 'set', ...cell, from: getValue(fields, data, path, code), to: value })
    }
    const kinds = ['title', 'slug', 'practical.gettingThere', 'in', 'in', 'remove', 'add', 'file'] as const
    const kind = kinds[Math.floor(chance / 7) % kinds.length] ?? 'title'
    if (kind === 'file') {
      this.#write({ ...data, filename: FILE_NAMES[chance % 2] ?? 'hero.png', filesize: 1000 + this.#count })
    } else if (kind === 'add') {
      const to = [...rows, `t${this.#count}`]
      const content =
        list === 'layout' ? row(`t${this.#count}`, { [code]: value }) : { id: `t${this.#count}`, what: value }
      const added = { [`t${this.#count}`]: content }
      edit({ kind: 'rows', locale: null, path: list, from: rows, to, added, removed: {} })
    } else if (kind === 'remove') {
      if (id === undefined) return
      this.#goneOnce.add(id)
      const removed = { [id]: rowOf(data, list, id) ?? {} }
      const to = rows.filter((one) => one !== id)
      edit({ kind: 'rows', locale: null, path: list, from: rows, to, added: {}, removed })
    } else if (kind !== 'in') set(kind)
    else if (id !== undefined) set(`${list}.${id}.${LISTS[list][0]}`)
    for (const fact of differences({ before: data, after: this.#server })) {
      // The mover of a row decides its position.
      if (fact.kind !== 'order') this.#theirs.set(nameOf(fact), fact)
    }
  }

  #write(data: JsonObject): void {
    this.#clock += 1
    this.#server = { ...data, updatedAt: at(this.#clock) }
  }

  #putBase(): void {
    // A queued edit that they made as well counts as one: later edits are based on theirs (SY6).
    const queued = this.entries().flatMap(({ changes }) => changes.flatMap(factsOf))
    this.#sees((theirs) => queued.some((one) => isSame(one, theirs)))
    const status = this.#server['_status'] === 'published' ? 'published' : 'draft'
    this.real.store.putBase({
      ref,
      data: this.#server,
      updatedAt: at(this.#clock),
      status,
      hasPublished: status === 'published',
    })
  }

  /** Sends an entry, or ends a pending request. */
  #send(fate: Fate): void {
    const { store } = this.real
    if (this.#underWay) {
      const underWay = this.#underWay
      this.#underWay = null
      return this.#answer(underWay, fate)
    }
    const [head] = store.outboxHeads({ after: 0, limit: 10 })
    const prepared = head && store.prepareSend(head.key)
    if (!prepared) return
    const { entry, request } = prepared
    if (entry.state === 'unknown') return this.#lookUp(entry)
    if (request.baseUpdatedAt !== this.#server['updatedAt']) return this.#putBase()
    checkFileOf(entry, request)
    store.markSending({ key: entry.key, request })
    // A sent edit that was undone must be undone on the server too.
    for (const mine of this.mine.values()) if (isOf(entry, mine)) mine.isUndone = false
    const sent = { entry, body: request.body ?? {} }
    if (fate === 'slow') this.#underWay = sent
    else this.#answer(sent, fate)
  }

  #lookUp({ key, locale }: OutboxEntry): void {
    const did = this.#did.get(key)
    this.#did.delete(key)
    if (did) this.real.store.settleSent({ key, answer: { data: did, locale } })
    else this.real.store.settleRetry({ key, outcomeUnknown: false })
  }

  #answer({ entry, body }: Sent, fate: Fate): void {
    const { store } = this.real
    const { key, locale } = entry
    const problem = { code: 'rejected' as const, message: 'no', status: 500, fields: [], conflicts: [] }
    if (fate === 'failing') return store.settleRetry({ key, outcomeUnknown: false, problem })
    if (fate === 'refused') return store.settleParked({ key, problem })
    // Another user was faster.
    const isStale = this.real.store.getDocument(ref)?.base.updatedAt !== this.#server['updatedAt']
    if (fate === 'lost' || isStale) return store.settleRetry({ key, outcomeUnknown: false })
    const written = stored(fields, this.#server, body, locale)
    if (written['_status'] !== (entry.mode === 'publish' ? 'published' : 'draft'))
      throw new Error('an entry left as what it is not')
    this.#checkTheirs(written)
    this.#write({ ...written, ...this.#take(entry) })
    this.#arrived(entry)
    if (fate === 'changed') this.#change(entry)
    const data = projectLocale(fields, this.#server, locale)
    if (fate === 'unknown' || fate === 'failing-unknown') {
      this.#did.set(key, data)
      store.settleRetry({ key, outcomeUnknown: true, ...(fate === 'failing-unknown' && { problem }) })
      return
    }
    store.settleSent({ key, answer: { data, locale }, sent: entry })
  }

  /** Checks that no write overwrites an unseen value of another user (SY6, SY7). */
  #checkTheirs(after: JsonObject): void {
    for (const [name, theirs] of this.#theirs) {
      if (isHeld(after, theirs)) continue
      if (theirs.isSeen !== true && isHeld(this.#server, theirs))
        throw new Error(`an edit went over one that nobody here has seen: ${name}`)
      this.#theirs.delete(name)
    }
  }

  #sees(which: (theirs: Theirs) => boolean): void {
    for (const theirs of this.#theirs.values()) if (which(theirs)) theirs.isSeen = true
  }

  #base(): JsonObject {
    return this.real.store.getDocument(ref)?.base.data ?? {}
  }

  /** Returns the server's columns for an entry's file. */
  #take(entry: OutboxEntry): JsonObject {
    const file = fileOfEntry(entry)
    if (file === null) return {}
    const name = JSON.stringify(file)
    if (!sameJson(this.#over.get(name) ?? null, serverFileOf(this.#server)))
      throw new Error('a file went over one that nobody here has seen')
    const cut = file.crop && croppedSize(file, file.crop)
    const { width, height } = cut ?? file
    const columns = { filename: file.name, mimeType: 'image/png', filesize: file.size, width, height }
    this.mine.forEach((mine, key) => {
      if (mine.kind === 'value' && mine.path === 'file' && sameJson(mine.to, file)) this.mine.delete(key)
    })
    this.#taken.set(name, { columns, at: at(this.#clock + 1) })
    // Files put over it since have it below, except parts of the previous file.
    for (const one of this.#over.keys())
      if (readPendingFile(JSON.parse(one))?.id !== null) this.#over.set(one, serverFileOf(columns))
    return columns
  }

  /** The site's hook stores another slug. */
  #change(entry: OutboxEntry): void {
    const slug = entry.changes.find(({ path }) => path === 'slug')
    if (slug?.kind === 'set') this.#server = { ...this.#server, slug: `${JSON.stringify(slug.to)} by a hook` }
  }

  /** Facts that the server has taken may be overwritten by others. */
  #arrived(entry: OutboxEntry): void {
    for (const [name, mine] of this.mine) {
      // Other users move no rows.
      const isTheirsToo = mine.kind !== 'order' && isOf(entry, mine) && isHeld(this.#server, mine)
      if (isTheirsToo) this.mine.delete(name)
    }
  }

  #decide(chance: number): void {
    const parked = this.entries().find(({ state }) => state === 'parked')
    if (parked === undefined) return
    if (chance % 4 === 0) this.#discard(parked)
    else this.#choose(parked, (index) => ((chance >> index) % 2 === 0 ? 'mine' : 'theirs'))
  }

  #discard(parked: OutboxEntry): void {
    const goes = this.entries().filter(
      (one) =>
        one.key === parked.key ||
        (parked.group !== null && one.group === parked.group && one.seq > parked.seq),
    )
    this.#givenUp(goes.flatMap(({ changes }) => changes.flatMap(factsOf)))
    this.#givenUp(goes.flatMap(({ problem }) => (problem?.conflicts ?? []).flatMap(mineIn)))
    this.real.store.discard(parked.key)
  }

  #choose({ key, group, problem }: OutboxEntry, sideOf: (index: number) => 'mine' | 'theirs'): void {
    const conflicts = problem?.conflicts ?? []
    const choices = Object.fromEntries(conflicts.map(({ path }, index) => [path, sideOf(index)]))
    const left = conflicts.filter(({ path }) => choices[path] === 'theirs')
    this.#givenUp(left.flatMap(mineIn))
    // A discarded row includes the same save's edits in other locales.
    const together = this.entries().filter((one) => group !== null && one.group === group)
    const inRows = together.flatMap(({ changes }) => changes.flatMap(factsOf))
    this.#givenUp(
      inRows.filter((one) => left.some(({ path }) => isRow(path) && isWithin(placeOf(one), path))),
    )
    const base = this.#base()
    const kept = conflicts.filter(({ path }) => choices[path] === 'mine')
    this.#sees((theirs) => kept.some((one) => isShownIn(one, theirs)) && isHeld(base, theirs))
    const file = kept.find(({ path }) => path === 'file')
    if (file) this.#decidedOver(key, file)
    const { outcome } = this.real.store.retry({ key, choices, shown: conflicts })
    if (outcome !== 'released') throw new Error(`what was decided is ${outcome}`)
  }

  /** The person has seen theirs and chose mine: for a part, the same part of theirs. */
  #decidedOver(key: string, { mine, theirs }: Conflict): void {
    const file = readPendingFile(mine)
    if (file === null) return
    // The file there may be an own one that waits.
    const below = file.id === null ? serverFileOf(this.#base()) : this.#fileBelow()
    const is = readServerFile(theirs) ?? below
    const next = file.id === null ? { ...cuttable(is), crop: file.crop } : file
    this.#over.set(JSON.stringify(next), is)
    // A later file may be equal, by an undo: it was not decided.
    const entries = this.entries()
    const behind = entries.slice(entries.findIndex((one) => one.key === key) + 1)
    const newer = [...behind.flatMap(({ changes }) => changes), ...this.#opened.document.changes()]
    const kept = newer.some((one) => touches(one, FILE)) ? undefined : this.mine.get(nameOf(FILE))
    if (kept?.kind === 'value' && sameJson(kept.to, file)) kept.to = next
  }

  /** Removes given-up facts, but not later ones in another entry or in the form (SY7). */
  #givenUp(what: readonly Fact[]): void {
    for (const one of what) {
      const mine = this.mine.get(nameOf(one))
      if (mine?.kind === 'order' || (mine && sameJson(stateOf(mine), stateOf(one))))
        this.mine.delete(nameOf(one))
    }
  }

  /** Checks that the person sees their own facts. */
  async check(): Promise<void> {
    await settle()
    const data = this.data()
    const base = this.#base()
    const missing = [...this.mine.values()]
      .map((mine) => this.#withoutReturned(mine))
      .filter((mine) => !isHeld(data, mine) && !(mine.isUndone === true && isAlike(data, base, mine)))
    expect(missing).toEqual([])
  }

  /** A row removed by another user may have another position after its restoration. */
  #withoutReturned(mine: Mine): Mine {
    return mine.kind === 'order' ? { ...mine, ids: mine.ids.filter((id) => !this.#goneOnce.has(id)) } : mine
  }

  /** Ends all faults and decides conflicts for mine: finally the server's document equals the screen. */
  async arrive(): Promise<void> {
    this.#setDiskFull(false)
    for (let turn = 0; turn < 100 && !this.#hasArrived(); turn += 1) {
      const entries = this.entries()
      const parked = entries.find(({ state }) => state === 'parked')
      if (parked !== undefined) this.#choose(parked, () => 'mine')
      else if (entries.length > 0) this.#send('done')
      else this.#putBase()
      // Autosave saves the edits.
      if (entries.length === 0) await vi.advanceTimersByTimeAsync(2500)
      await this.check()
    }
    if (!this.#hasArrived()) throw new Error('something never arrives')
    const isOfFile = (fact: Fact): boolean => nameOf(fact) === nameOf(FILE)
    const others = differences({ before: this.#server, after: this.data() }).filter((one) => !isOfFile(one))
    expect(others).toEqual([])
    expect(readPendingFile(this.data()['file'])).toBeNull()
  }

  #hasArrived(): boolean {
    const { dirty, view } = this.#opened.document.getDocument()
    const isCurrent = view.base.updatedAt === this.#server['updatedAt']
    return isCurrent && !dirty && view.entries.length === 0 && this.entries().length === 0
  }
}

const stateOf = (fact: Fact): Json =>
  fact.kind === 'value' ? fact.to : fact.kind === 'row' ? fact.isThere : fact.ids

const isSame = (one: Fact, other: Fact): boolean =>
  nameOf(one) === nameOf(other) && sameJson(stateOf(one), stateOf(other))

function isRow(path: string): boolean {
  const around = rowAround(path)
  return around !== null && joinPath(around.list, around.id) === path
}

/** Returns the facts of a change. */
function factsOf(change: Change): Fact[] {
  if (change.kind === 'set')
    return [{ kind: 'value', path: change.path, locale: change.locale, to: change.to }]
  const { path, to, added, removed } = change
  return [
    ...Object.entries(added).flatMap(([id, content]) => rowWith(path, id, content)),
    ...Object.keys(removed).map((id): Fact => ({ kind: 'row', path, id, isThere: false })),
    { kind: 'order', path, ids: [...to] },
  ]
}

/** Returns the facts given up by choosing theirs: the shown value, of a row all its shown content. */
function mineIn({ path, locale, mine }: Conflict): Fact[] {
  const around = isRow(path) ? rowAround(path) : null
  if (around === null) return [{ kind: 'value', path, locale, to: mine }]
  if (isPlainJson(mine)) return rowWith(around.list, around.id, mine)
  return [{ kind: 'row', path: around.list, id: around.id, isThere: false }]
}

/** The document below the edits, by now or as far as the form knows. */
type Below = { base: JsonObject; entries: readonly OutboxEntry[] }

const groundOf = ({ base, entries }: Below): JsonObject => queuedDocument(fields, base, entries)

/** True if a fact was undone before it was queued; the form may not know the present values yet. */
function isNothing(fact: Fact, here: Below, inForm: Below): boolean {
  const isNew = (data: JsonObject): boolean =>
    !isHeld(data, fact) ||
    (fact.kind === 'order' && !fact.ids.every((id) => listed(data, fact.path).includes(id)))
  // An edit in a row did not add it.
  const isIn = ({ changes }: OutboxEntry): boolean =>
    changes.some((one) => touches(one, fact) && (fact.kind !== 'row' || one.kind === 'rows'))
  return !here.entries.some(isIn) && !(isNew(groundOf(inForm)) && isNew(here.base))
}

function isUndone(fact: Fact, here: Below, inForm: Below): boolean {
  const queued = here.entries.filter((entry) => isOf(entry, fact))
  const waits = (key: string): boolean => queued.some((one) => one.key === key && one.state === 'waiting')
  const known = [...queued, ...inForm.entries.filter((entry) => isOf(entry, fact))]
  return (isHeld(here.base, fact) || isHeld(inForm.base, fact)) && known.every(({ key }) => waits(key))
}

/** True if a change concerns the fact. */
function touches(change: Change, fact: Fact): boolean {
  const { path } = change
  if (fact.kind === 'order') return change.kind === 'rows' && path === fact.path
  if (change.kind === 'set')
    return fact.kind === 'value' ? cellKey(change) === cellKey(fact) : isWithin(path, placeOf(fact))
  const rows = [...Object.keys(change.added), ...Object.keys(change.removed)]
  return rows.some((id) => isWithin(placeOf(fact), joinPath(path, id)))
}

/** True if a conflict shows the fact: that of a row shows its content. */
function isShownIn({ path, locale }: Conflict, fact: Fact): boolean {
  const isCell = fact.kind === 'value' && fact.path === path
  return isCell ? fact.locale === locale : isWithin(placeOf(fact), path)
}

/** Returns the server's document after a write in one locale. */
function stored(inside: Field[], was: JsonObject, body: JsonObject, locale: string | null): JsonObject {
  const is = { ...was }
  for (const [name, value] of Object.entries(body)) {
    const node = dataField(inside, name)
    const before = was[name] ?? null
    if (node?.type === 'nested' && isPlainJson(value))
      is[name] = stored(node.fields, isPlainJson(before) ? before : {}, value, locale)
    else if (node !== null && isRows(node) && Array.isArray(value))
      is[name] = value.filter(isPlainJson).map((one) => {
        const known = Array.isArray(before) ? findRow(before, rowId(one) ?? '') : undefined
        return stored(rowFields(node, one) ?? [], known ?? {}, one, locale)
      })
    else if (node?.localized && locale !== null)
      is[name] = { ...(isPlainJson(before) && before), [locale]: value }
    else is[name] = value
  }
  return is
}

/** Checks that a file is sent with its entry, and file columns never are. */
function checkFileOf(entry: OutboxEntry, { file, body }: WriteRequest): void {
  const id = file?.kind === 'here' ? file.id : null
  if (id !== (fileOfEntry(entry)?.id ?? null)) throw new Error('an entry left without its file')
  const left = Object.keys(body ?? {}).filter((name) => name === 'file' || FILE_COLUMNS.has(name))
  if (left.length > 0) throw new Error(`columns of a file left: ${left.join()}`)
}

/** True if the entry contains the fact. */
function isOf(entry: OutboxEntry, fact: Fact): boolean {
  return entry.changes.some((one) => touches(one, fact))
}

/** `isQuick`: the next step does not wait for this one's effects. */
export type Steps = [Step, isQuick: boolean][]

/** Performs the steps in a new world. */
export async function play(steps: Steps): Promise<void> {
  const world = new World()
  try {
    await world.open()
    for (const [action, isQuick] of steps) {
      await world.take(action)
      if (!isQuick) await world.check()
    }
    await world.check()
    await world.arrive()
  } finally {
    world.end()
  }
}
