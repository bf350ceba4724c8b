import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'
import { isTempId } from '../../shared/cms/doc-ref.ts'
import type { Attention } from './attention.ts'
import { NotDone } from './editor.ts'
import { kindOf, LOCALES, type KindName } from './kinds.ts'
import type { Doc, Ledger } from './ledger.ts'
import { ROW_NUMBERS, type Orders, type OrderName } from './messages.ts'
import type { Random } from './random.ts'
import type { Values } from './values.ts'

/** Gives an order about `doc` and records it. Resolves when it is over, successful or not. */
export type GiveOrder = <N extends OrderName>(
  name: N,
  input: Orders[N]['input'],
  doc?: Doc | null,
) => Promise<Orders[N]['output'] | null>

export const isKilled = (error: unknown): boolean => error instanceof NotDone && error.killed

/** Creates the editor's actions. Each draws its details and gives the order. */
export function createEditorActions(options: {
  ledger: Ledger
  random: Random
  attention: Attention
  values: Values
  give: GiveOrder
  author: () => Json
}) {
  const { ledger, random, values, give, attention } = options
  const present = (): Doc[] => ledger.docs.filter((doc) => !doc.leaving && !doc.busy)

  /** Ids of existing places or new ones, for references: a new one can be used once it is queued. */
  const places = (): Json[] =>
    ledger.docs
      .filter((doc) => doc.name === 'place' && (!doc.madeHere || isQueued(doc)))
      .map((doc) => {
        const ref = ledger.realRef(doc.ref)
        const id = ref.kind === 'collection' ? ref.id : ''
        return /^\d+$/.test(id) ? Number(id) : id
      })

  const isQueued = (made: Doc): boolean =>
    ledger.edits.some(({ doc, what, fate }) => doc === made && what === 'create' && fate === 'acked')

  const isNew = (doc: Doc): boolean => {
    const ref = ledger.realRef(doc.ref)
    return ref.kind === 'collection' && isTempId(ref.id)
  }

  async function edit(doc: Doc): Promise<void> {
    const { kind, ref } = doc
    const locale = random.pick(LOCALES)
    if (kind.lists.length > 0 && random.chance(0.6)) {
      const list = random.pick(kind.lists)
      const how = random.weighted({ edit: 5, add: 3, remove: 1.5, move: 1.5, duplicate: 1 })
      const draws = Array.from({ length: 4 }, () => random.next())
      const numbers = values.reserve(ROW_NUMBERS)
      await give('rows', { ref, locale, list, how, draws, numbers }, doc)
      return
    }
    if (kind.sets.length > 0 && random.chance(0.25)) {
      const set = random.pick(kind.sets)
      const add = random.chance(0.65) ? values.item(set, places()) : null
      const { path, localized } = set
      await give('toggle', { ref, locale, path, localized, add, draw: random.next() }, doc)
      return
    }
    if (kind.texts.length > 0 && random.chance(0.3)) {
      const { path, localized } = random.pick(kind.texts)
      const how = random.weighted({ edit: 4, add: 3, format: 1.5, remove: 1.5 })
      const number = values.reserve(1)
      await give('words', { ref, locale, path, localized, how, draw: random.next(), number }, doc)
      return
    }
    const cell = random.pick(kind.cells)
    const { path, localized } = cell
    await give('type', { ref, locale, path, localized, value: values.cell(cell) }, doc)
  }

  async function undo(doc: Doc): Promise<void> {
    const direction = random.chance(0.65) ? 'undo' : 'redo'
    await give('undo', { ref: doc.ref, direction, times: random.int(1, 4) }, doc)
  }

  async function save(doc: Doc): Promise<void> {
    const mode = random.pick(doc.kind.modes)
    // Documents made here have their required fields only in English.
    const isOnlyEnglish = doc.madeHere && mode === 'publish'
    const locale = isOnlyEnglish || random.chance(0.6) ? 'en' : random.pick(LOCALES)
    await give('save', { ref: doc.ref, locale, mode }, doc)
  }

  async function unpublish(doc: Doc): Promise<void> {
    if (doc.ref.kind !== 'collection' || !doc.kind.modes.includes('publish')) return
    await give('unpublish', { ref: doc.ref, locale: doc.madeHere ? 'en' : random.pick(LOCALES) }, doc)
  }

  /** Writes the same text into several documents of one kind. */
  async function bulk(): Promise<void> {
    const name = random.pick<KindName>(['post', 'page', 'place', 'category', 'note'])
    const kind = kindOf(name)
    // For new documents the server would derive equal slugs from the title, and refuse all but one.
    const docs = present().filter((doc) => doc.name === name && !isNew(doc))
    const [cell] = kind.cells
    const mode = kind.modes[0]
    if (docs.length === 0 || cell === undefined || (mode !== 'save' && mode !== 'draft')) return
    for (const doc of docs) doc.busy = true
    try {
      const { path, localized } = cell
      const refs = docs.map(({ ref }) => ref)
      const locale = random.pick(LOCALES)
      await give('bulk', { refs, locale, path, localized, value: values.text(), mode })
    } finally {
      for (const doc of docs) doc.busy = false
    }
  }

  async function create(): Promise<void> {
    const name = random.pick<KindName>(['post', 'post', 'page', 'place', 'note', 'note'])
    const kind = kindOf(name)
    const title = kind.cells[0]?.path ?? 'title'
    const cells: Record<string, Json> = { [title]: values.text() }
    if (kind.marker) cells[kind.marker] = values.text()
    if (kind.slug === 'posts') cells['authors'] = [options.author()]
    if (kind.slug === 'posts') cells['standfirst'] = values.text()
    if (kind.slug === 'places') cells['country'] = 'no'
    const place = random.chance(0.5) ? random.pick(places()) : null
    if (place !== null && kind.slug === 'notes') cells['about'] = { relationTo: 'places', value: place }
    if (place !== null && kind.slug === 'posts') cells['practical.place'] = place
    const mode = kind.modes[0] ?? 'draft'
    await give('create', { slug: kind.slug, locale: 'en', cells, mode }, null)
  }

  return {
    present,
    edit: () => withOne((doc) => edit(doc)),
    save: () => withOne((doc) => save(doc)),
    undo: () => withOne((doc) => undo(doc)),
    leave: () => withOne((doc) => give('leave', { ref: doc.ref }, doc)),
    refresh: () => withOne((doc) => give('refresh', { ref: doc.ref }, doc)),
    unpublish: () => withOne((doc) => unpublish(doc)),
    create,
    bulk,
    takeBack: () => give('takeBack', { draw: random.next() }),
    /** A document deleted here, and not for good, is in the trash. */
    async restore(): Promise<void> {
      const isDeleted = (doc: Doc): boolean =>
        ledger.edits.some((one) => one.doc === doc && one.what === 'delete' && one.fate === 'acked')
      const docs = ledger.docs.filter((doc) => doc.kind.hasTrash && doc.leaving && isDeleted(doc))
      if (docs.length === 0) return
      const doc = random.pick(docs)
      if (await give('restore', { ref: doc.ref }, doc)) doc.leaving = false
    },
    async remove(): Promise<void> {
      const docs = present().filter((doc) => ledger.mayGo(doc))
      if (docs.length === 0) return
      const doc = random.pick(docs)
      doc.leaving = true
      await give('remove', { ref: doc.ref }, doc)
    },
  }

  async function withOne(work: (doc: Doc) => Promise<unknown>): Promise<void> {
    const doc = attention.pick()
    if (doc.leaving || doc.busy) return
    doc.busy = true
    try {
      await work(doc)
    } finally {
      doc.busy = false
    }
  }
}

export const nameOfRef = (ref: DocRef): string => (ref.kind === 'global' ? ref.slug : `${ref.slug}/${ref.id}`)
