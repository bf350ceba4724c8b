import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { cellKey, type Change, type Conflict } from '../../../../shared/document/change.ts'
import { cellLocale, getStored, getValue, isWithin, joinPath } from '../../../../shared/document/path.ts'
import { rowIds } from '../../../../shared/document/row-index.ts'
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
import { isPlainJson, sameJson, type Json, type JsonObject } from '../../../../shared/json.ts'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import type { OutboxEntry, WriteMode } from '../../../../shared/sync/entry.ts'
import {
  array,
  block,
  blocks,
  collection,
  group,
  number as numberField,
  text,
} from '../../shared/build-fields.ts'
import { at, post, site as storeSite } from '../../store/support/site.ts'
import { fileFields, media, pending } from '../../store/support/upload-site.ts'
import { openRealStore, settle } from './real-store.ts'

/*
 * For form-model.test.ts: a person at the real form over the real store, and somebody else at the server: whatever happens below the form, what
 * was done in it stays on the screen until the server has it or the person gave it up.
 */

const ref = post('1')
const LOCALES = ['en', 'de'] as const
const fields = [
  ...fileFields,
  text('title', { localized: true }),
  text('slug'),
  group('practical', [
    text('gettingThere', { localized: true }),
    array('costs', [text('what'), numberField('amount')]),
  ]),
  blocks('layout', [block('hero', [text('heading', { localized: true }), text('size')])]),
]
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
/** The lists, and what is in their rows. */
const LISTS = { layout: ['heading', 'size'], 'practical.costs': ['what', 'amount'] } as const
type List = keyof typeof LISTS
const lists = Object.keys(LISTS) as List[]

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
      mode: fc.constantFrom<WriteMode>('autosave', 'autosave', 'draft', 'publish', 'unpublish'),
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
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** All of them are called by one of two names, so that by its name none is known. */
const FILE_NAMES = ['hero.png', 'logo.png'] as const

const row = (id: string, heading: JsonObject): JsonObject => ({
  id,
  blockType: 'hero',
  heading,
  size: 'wide',
})

/** What a cell holds, or whether a row is in its list. */
type Fact =
  | { kind: 'value'; path: string; locale: string | null; to: Json }
  | { kind: 'row'; path: string; id: string; isThere: boolean }

/**
 * What a person did. `isUndone`: it takes back what has not left, and is nothing where the two come together (DM5); once
 * the first has left alone, it is to arrive as any other.
 */
type Mine = Fact & { isUndone?: boolean }

/** What somebody else did. `isSeen`: the person has changed it knowing it, or has been asked and wants their own. */
type Theirs = Fact & { isSeen?: boolean }

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
  readonly mine = new Map<string, Mine>()
  readonly #theirs = new Map<string, Theirs>()
  /** What the server did of entries whose outcome the computer does not know. */
  #did = new Map<string, JsonObject>()
  #underWay: OutboxEntry | null = null
  /** Over which file of the server each of mine was put, as the person saw it. */
  readonly #over = new Map<string, ServerFile | null>()
  /** What the server made of each file that it took, and its time of that. */
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
        return this.#edit(() => this.#set(action.locale, action.draw))
      case 'rows':
        return this.#edit(() => this.#rows(action.locale, action.draw, action.other))
      case 'file':
        return this.#edit(() => this.#file(action.draw))
      case 'undo':
      case 'redo':
        return this.#edit(() => void this.#opened.document[action.do]())
      case 'save':
        if (action.mode === 'autosave') await this.#opened.document.commit('autosave', action.locale)
        else if (action.mode === 'unpublish') await this.#opened.session.unpublish(action.locale)
        else await this.#opened.session.save(action.mode === 'publish' ? 'publish' : 'draft', action.locale)
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
        this.#opened = await this.real.open(ref)
        return
    }
  }

  async #edit(act: () => void): Promise<void> {
    const before = this.data()
    act()
    await this.#opened.document.flush()
    this.#took(before, this.data())
  }

  /** What a person saw become of the document by their own doing. */
  #took(before: JsonObject, after: JsonObject): void {
    const base = this.#base()
    const entries = this.entries()
    this.#sees((theirs) => isHeld(before, theirs) && !isHeld(after, theirs))
    for (const mine of differences(before, after)) {
      // What was taken back before it was queued is nobody's.
      // A file that is given up is the server's again, whichever it has.
      const isFile = mine.kind === 'value' && mine.path === 'file'
      // One that is there again by an undo, and that the server has taken, is the server's too.
      const isGivenUp = isFile && (mine.to === null || this.#isTaken(mine.to))
      const isBack = isHeld(base, mine)
      const queued = entries.filter((entry) => isOf(entry, mine))
      const isNothing = isGivenUp || (isBack && queued.length === 0)
      const isUndone = isBack && queued.every(({ state }) => state === 'waiting')
      if (isNothing) this.mine.delete(nameOf(mine))
      else this.mine.set(nameOf(mine), { ...mine, isUndone })
    }
    // A row that goes takes what was typed in it.
    for (const [name, mine] of this.mine) {
      if (mine.kind === 'value' && !isThere(after, mine)) this.mine.delete(name)
    }
  }

  #set(code: string, chance: number): void {
    const form = this.#opened.document.inLocale(code)
    const places = placesIn(this.data())
    const path = places[chance % places.length] ?? 'title'
    this.#count += 1
    form.setField(path, path.endsWith('amount') ? this.#count : `mine ${this.#count}`)
  }

  /** Another file, or a part of the one that the server has. */
  #file(chance: number): void {
    this.#count += 1
    const name = FILE_NAMES[chance % 2] ?? 'hero.png'
    const is = this.#fileBelow()
    const crop = { x: 0, y: 0, width: 50, height: 100 / (this.#count + 1) }
    const file: PendingFile =
      chance % 3 === 0 && readPendingFile(this.data()['file']) === null
        ? { ...cuttable(is), crop }
        : { ...pending(crypto.randomUUID(), name), size: 1000 + this.#count }
    this.#over.set(JSON.stringify(file), is)
    this.#opened.document.inLocale('en').setFields({ file })
  }

  /** What the next file goes over: an own one that the server has taken may be there without being known here. */
  #fileBelow(): ServerFile | null {
    return serverFileOf(this.#takenUnseen(this.data()['file'] ?? null) ?? this.data())
  }

  /** What became of a file that the server has taken, where the form has not heard of it yet. */
  #takenUnseen(file: Json): JsonObject | undefined {
    const taken = this.#taken.get(JSON.stringify(file))
    const { updatedAt } = this.#opened.document.getDocument().view.base
    return taken !== undefined && (updatedAt ?? '') < taken.at ? taken.columns : undefined
  }

  /** The server has this file, and it is only not known here: the answer was lost, or was not read yet. */
  #isTaken(file: Json): boolean {
    const isUnknown = this.entries().some(
      (entry) => this.#did.has(entry.key) && sameJson(fileOfEntry(entry) ?? null, file),
    )
    return isUnknown || this.#takenUnseen(file) !== undefined
  }

  #rows(code: string, chance: number, other: number): void {
    const form = this.#opened.document.inLocale(code)
    const list = lists[chance % lists.length] ?? 'layout'
    const { rows } = form.getRows(list)
    const id = rows[other % Math.max(1, rows.length)]?.id
    switch (Math.floor(chance / 2) % 5) {
      case 0:
        if (rows.length < 6) form.rows.add(list, other % (rows.length + 1), list === 'layout' ? 'hero' : null)
        return
      case 1:
      case 2:
        if (id !== undefined) form.rows.remove(list, [id])
        return
      case 3:
        if (id !== undefined) form.rows.move(list, [id], chance % (rows.length + 1))
        return
      case 4:
        if (id !== undefined && rows.length < 6) form.rows.duplicate(list, [id])
    }
  }

  #others(code: string, chance: number): void {
    const data = this.#server
    const list = lists[Math.floor(chance / 50) % lists.length] ?? 'layout'
    const rows = listed(data, list)
    const id = rows[chance % Math.max(1, rows.length)]
    const value = `theirs ${(this.#count += 1)}`
    const set = (path: string): Change => {
      const cell = { path, locale: cellLocale(fields, data, path, code) }
      return { kind: 'set', ...cell, from: getValue(fields, data, path, code), to: value }
    }
    const kinds = ['title', 'slug', 'practical.gettingThere', 'in', 'in', 'remove', 'add', 'file'] as const
    const kind = kinds[Math.floor(chance / 7) % kinds.length] ?? 'title'
    if (kind === 'file') {
      this.#write([], { filename: FILE_NAMES[chance % 2] ?? 'hero.png', filesize: 1000 + this.#count })
    } else if (kind === 'add') {
      const to = [...rows, `t${this.#count}`]
      const content =
        list === 'layout' ? row(`t${this.#count}`, { [code]: value }) : { id: `t${this.#count}`, what: value }
      const added = { [`t${this.#count}`]: content }
      this.#write([{ kind: 'rows', locale: null, path: list, from: rows, to, added, removed: {} }])
    } else if (kind === 'remove') {
      if (id === undefined) return
      const removed = { [id]: rowOf(data, list, id) ?? {} }
      const to = rows.filter((one) => one !== id)
      this.#write([{ kind: 'rows', locale: null, path: list, from: rows, to, added: {}, removed }])
    } else if (kind !== 'in') this.#write([set(kind)])
    else if (id !== undefined) this.#write([set(`${list}.${id}.${LISTS[list][0]}`)])
    for (const fact of differences(data, this.#server)) {
      if (fact.kind === 'row' || fact.path !== 'file') this.#theirs.set(nameOf(fact), fact)
    }
  }

  #write(changes: readonly Change[], more: JsonObject = {}): void {
    this.#clock += 1
    this.#server = { ...applyChanges(fields, this.#server, changes), ...more, updatedAt: at(this.#clock) }
  }

  #putBase(): void {
    const status = this.#server['_status'] === 'published' ? 'published' : 'draft'
    this.real.store.putBase({
      ref,
      data: this.#server,
      updatedAt: at(this.#clock),
      status,
      hasPublished: status === 'published',
    })
  }

  /** One attempt, or the end of one that was begun. */
  #send(fate: Fate): void {
    const { store } = this.real
    if (this.#underWay) {
      const entry = this.#underWay
      this.#underWay = null
      return this.#answer(entry, fate)
    }
    const [head] = store.outboxHeads({ after: 0, limit: 10 })
    const prepared = head && store.prepareSend(head.key)
    if (!prepared) return
    const { entry, request } = prepared
    if (entry.state === 'unknown') return this.#lookUp(entry)
    if (request.baseUpdatedAt !== this.#server['updatedAt']) return this.#putBase()
    checkFileOf(entry, request)
    store.markSending({ key: entry.key, request })
    // What was taken back of it is still to be taken back, on the server too.
    for (const mine of this.mine.values()) if (isOf(entry, mine)) mine.isUndone = false
    if (fate === 'slow') this.#underWay = entry
    else this.#answer(entry, fate)
  }

  #lookUp({ key, locale }: OutboxEntry): void {
    const did = this.#did.get(key)
    this.#did.delete(key)
    if (did) this.real.store.settleSent({ key, answer: { data: did, locale } })
    else this.real.store.settleRetry({ key, outcomeUnknown: false })
  }

  #answer(entry: OutboxEntry, fate: Fate): void {
    const { store } = this.real
    const { key, locale } = entry
    const problem = { code: 'rejected' as const, message: 'no', status: 500, fields: [], conflicts: [] }
    if (fate === 'failing') return store.settleRetry({ key, outcomeUnknown: false, problem })
    if (fate === 'refused') return store.settleParked({ key, problem })
    // Somebody else was faster.
    const isStale = this.real.store.getDocument(ref)?.base.updatedAt !== this.#server['updatedAt']
    if (fate === 'lost' || isStale) return store.settleRetry({ key, outcomeUnknown: false })
    const besides = entry.changes.filter(({ path }) => path !== 'file')
    this.#checkTheirs(besides)
    this.#write(besides, { _status: entry.mode === 'publish' ? 'published' : 'draft', ...this.#take(entry) })
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

  /** Nothing that somebody else wrote goes before the person has seen it (SY6, SY7). */
  #checkTheirs(changes: readonly Change[]): void {
    const after = applyChanges(fields, this.#server, changes)
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

  /** What the server says of the file that an entry brings. */
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
    // Those that were put over it since have it under them.
    for (const one of this.#over.keys()) this.#over.set(one, serverFileOf(columns))
    return columns
  }

  /** A hook of the site's stores another slug. */
  #change(entry: OutboxEntry): void {
    const slug = entry.changes.find(({ path }) => path === 'slug')
    if (slug?.kind === 'set') this.#server = { ...this.#server, slug: `${JSON.stringify(slug.to)} by a hook` }
  }

  /** What the server has taken may be overwritten by others from now on. */
  #arrived(entry: OutboxEntry): void {
    for (const [name, mine] of this.mine)
      if (isOf(entry, mine) && isHeld(this.#server, mine)) this.mine.delete(name)
  }

  #decide(chance: number): void {
    const entries = this.entries()
    const parked = entries.find(({ state }) => state === 'parked')
    if (!parked) return
    const conflicts = parked.problem?.conflicts ?? []
    if (chance % 4 === 0) {
      const goes = entries.filter(
        (one) =>
          one.key === parked.key ||
          (parked.group !== null && one.group === parked.group && one.seq > parked.seq),
      )
      this.#givenUp(goes.flatMap(({ changes }) => changes))
      for (const one of goes) this.#givenUp((one.problem?.conflicts ?? []).map(sideOfMine))
      this.real.store.discard(parked.key)
      return
    }
    const choices = Object.fromEntries(
      conflicts.map(({ path }, index) => [
        path,
        (chance >> index) % 2 === 0 ? ('mine' as const) : ('theirs' as const),
      ]),
    )
    this.#givenUp(conflicts.filter(({ path }) => choices[path] === 'theirs').map(sideOfMine))
    const base = this.#base()
    const kept = conflicts.filter(({ path }) => choices[path] === 'mine')
    this.#sees((theirs) => kept.some((one) => concerns(one, placeOf(theirs))) && isHeld(base, theirs))
    const file = conflicts.find(({ path }) => path === 'file' && choices[path] === 'mine')
    if (file) this.#decidedOver(file)
    this.real.store.retry({ key: parked.key, choices, shown: conflicts })
  }

  /** The person has seen theirs, and wants mine in its place: of a part, the same part of theirs. */
  #decidedOver({ mine, theirs }: Conflict): void {
    const file = readPendingFile(mine)
    const is = readServerFile(theirs)
    if (file === null) return
    const next = file.id === null ? { ...cuttable(is), crop: file.crop } : file
    this.#over.set(JSON.stringify(next), is)
    const kept = this.mine.get(nameOf({ kind: 'value', path: 'file', locale: null, to: null }))
    if (kept?.kind === 'value' && sameJson(kept.to, file)) kept.to = next
  }

  /** What was put over it since, in another entry or in the form, is not given up with it (SY7). */
  #givenUp(what: readonly GivenUp[]): void {
    for (const [name, mine] of this.mine) {
      const place = placeOf(mine)
      const isNewer = (one: GivenUp): boolean =>
        mine.kind === 'value' && 'to' in one && one.kind === 'set' && !sameJson(one.to, mine.to)
      if (what.some((one) => concerns(one, place) && !isNewer(one))) this.mine.delete(name)
    }
  }

  /** What a person did is what they see. */
  async check(): Promise<void> {
    await settle()
    const data = this.data()
    const missing = [...this.mine.values()].filter((mine) => mine.isUndone !== true && !isHeld(data, mine))
    expect(missing).toEqual([])
  }
}

type GivenUp = { path: string } | Change

/** What a person gives up who chooses theirs: of a field the value that was shown, of a row all that is in it. */
function sideOfMine({ path, locale, base, mine, theirs }: Conflict): GivenUp {
  const isRow = lists.some((list) => isRowOf(list, path))
  return isRow ? { path } : { kind: 'set', path, locale, from: theirs ?? base, to: mine }
}

const isRowOf = (list: string, path: string): boolean =>
  isWithin(path, list) && path !== list && !path.slice(list.length + 1).includes('.')

const placeOf = (fact: Fact): string => (fact.kind === 'row' ? joinPath(fact.path, fact.id) : fact.path)

function concerns(one: GivenUp, place: string): boolean {
  if (isWithin(place, one.path) && (!('kind' in one) || one.kind === 'set')) return true
  if (isWithin(one.path, place)) return true
  if (!('kind' in one) || one.kind === 'set') return false
  const touched = [...Object.keys(one.added), ...Object.keys(one.removed)]
  return touched.some((id) => isWithin(place, joinPath(one.path, id)))
}

const nameOf = (mine: Fact): string =>
  mine.kind === 'row' ? `row ${mine.path}.${mine.id}` : `value ${cellKey(mine)}`

const listed = (data: JsonObject, list: string): string[] => rowIds(getStored(fields, data, list, null))

function placesIn(data: JsonObject): string[] {
  const inRows = lists.flatMap((list) =>
    listed(data, list).flatMap((id) => LISTS[list].map((name) => `${list}.${id}.${name}`)),
  )
  return ['title', 'slug', 'practical.gettingThere', ...inRows]
}

/** A file leaves with its entry, and what the server says of one never does. */
function checkFileOf(entry: OutboxEntry, { file, body }: WriteRequest): void {
  const id = file?.kind === 'here' ? file.id : null
  if (id !== (fileOfEntry(entry)?.id ?? null)) throw new Error('an entry left without its file')
  const left = Object.keys(body ?? {}).filter((name) => name === 'file' || FILE_COLUMNS.has(name))
  if (left.length > 0) throw new Error(`columns of a file left: ${left.join()}`)
}

function rowOf(data: JsonObject, list: string, id: string): JsonObject | undefined {
  const found = getStored(fields, data, `${list}.${id}`, null)
  return isPlainJson(found) ? found : undefined
}

function isThere(data: JsonObject, mine: Fact & { kind: 'value' }): boolean {
  return lists.every((list) => {
    if (!isWithin(mine.path, list)) return true
    const [id = ''] = mine.path.slice(list.length + 1).split('.')
    return listed(data, list).includes(id)
  })
}

function isHeld(data: JsonObject, mine: Fact): boolean {
  if (mine.kind === 'row') return listed(data, mine.path).includes(mine.id) === mine.isThere
  return sameJson(getValue(fields, data, mine.path, mine.locale), mine.to)
}

/** Whether the entry carries it. */
function isOf(entry: OutboxEntry, mine: Fact): boolean {
  return entry.changes.some((one) => concerns(one, placeOf(mine)))
}

function differences(before: JsonObject, after: JsonObject): Fact[] {
  const found: Fact[] = []
  for (const list of lists) {
    for (const id of new Set([...listed(before, list), ...listed(after, list)])) {
      const isIn = listed(after, list).includes(id)
      if (listed(before, list).includes(id) !== isIn)
        found.push({ kind: 'row', path: list, id, isThere: isIn })
    }
  }
  const file = readPendingFile(after['file'])
  if (!sameJson(before['file'] ?? null, after['file'] ?? null))
    found.push({ kind: 'value', path: 'file', locale: null, to: file })
  for (const path of placesIn(after)) {
    for (const code of LOCALES) {
      const cell = { path, locale: cellLocale(fields, after, path, code) }
      const to = getValue(fields, after, path, code)
      if (!sameJson(getValue(fields, before, path, code), to)) found.push({ kind: 'value', ...cell, to })
    }
  }
  return found
}

/** `isQuick`: before what the step brought about is over, the next comes. */
export type Steps = [Step, isQuick: boolean][]

/** Takes the steps in a world of their own. */
export async function play(steps: Steps): Promise<void> {
  const world = new World()
  try {
    await world.open()
    for (const [action, isQuick] of steps) {
      await world.take(action)
      if (!isQuick) await world.check()
    }
    await world.check()
  } finally {
    world.end()
  }
}
