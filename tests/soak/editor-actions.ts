import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'
import { NotDone } from './editor.ts'
import { kindOf, LOCALES, type CellSpec, type KindName } from './kinds.ts'
import type { Doc, Ledger } from './ledger.ts'
import type { Orders, OrderName } from './messages.ts'
import type { Random } from './random.ts'
import type { Values } from './values.ts'

/** Gives an order and keeps the books of it; `doc` is what it is about. Resolves when it is over, either way. */
export type GiveOrder = <N extends OrderName>(
  name: N,
  input: Orders[N]['input'],
  doc?: Doc | null,
) => Promise<Orders[N]['output'] | null>

export const isKilled = (error: unknown): boolean => error instanceof NotDone && error.killed

/** Draws what the editor does next and gives the order. */
export function createEditorActions(options: {
  ledger: Ledger
  random: Random
  values: Values
  give: GiveOrder
  author: () => Json
}) {
  const { ledger, random, values, give } = options
  const present = (): Doc[] => ledger.docs.filter((doc) => !doc.leaving && !doc.busy)
  const localeOf = (spec: { localized: boolean }): string => (spec.localized ? random.pick(LOCALES) : 'en')

  /** Ids of places that are there or made here, to refer to. */
  const places = (): Json[] =>
    ledger.docs
      .filter((doc) => doc.name === 'place')
      .map((doc) => {
        const ref = ledger.realRef(doc.ref)
        const id = ref.kind === 'collection' ? ref.id : ''
        return /^\d+$/.test(id) ? Number(id) : id
      })

  async function edit(doc: Doc): Promise<void> {
    const { kind, ref } = doc
    if (kind.editor === 'form') {
      if (kind.sets.length > 0 && random.chance(0.25)) {
        const set = random.pick(kind.sets)
        const add = random.chance(0.65) ? values.item(set, places()) : null
        await give('toggle', { ref, locale: localeOf(set), path: set.path, add, draw: random.next() }, doc)
        return
      }
      const cell = random.pick(kind.cells)
      const locale = localeOf(cell)
      await give('type', { ref, locale, path: cell.path, value: values.cell(cell) }, doc)
      return
    }
    const draw = random.next()
    const list = kind.lists.length > 0 && random.chance(0.75) ? random.pick(kind.lists) : null
    const write = (cell: CellSpec, path: string | null, locale: string) =>
      give('write', { ref, locale, list: path, path: cell.path, value: values.cell(cell), draw }, doc)
    if (list === null) {
      const cell = random.pick(kind.cells)
      await write(cell, null, localeOf(cell))
      return
    }
    const how = random.weighted({ edit: 5, add: 3, remove: 1.5, move: 1.5 })
    if (how === 'edit') {
      const cell = random.pick(list.cells)
      await write(cell, list.path, localeOf({ localized: cell.localized || list.localized }))
      return
    }
    await give(
      'rows',
      {
        ref,
        locale: localeOf(list),
        list: list.path,
        how,
        fresh: how === 'add' ? values.row(list) : {},
        draw,
        draw2: random.next(),
      },
      doc,
    )
  }

  async function save(doc: Doc): Promise<void> {
    const mode = random.pick(doc.kind.modes)
    // What was made here has its required fields in English only.
    const isOnlyEnglish = doc.madeHere && mode === 'publish'
    const locale = isOnlyEnglish || random.chance(0.6) ? 'en' : random.pick(LOCALES)
    const name = doc.kind.editor === 'form' ? 'save' : 'commit'
    await give(name, { ref: doc.ref, locale, mode }, doc)
  }

  async function create(): Promise<void> {
    const name = random.pick<KindName>(['post', 'postRows', 'page', 'place', 'note', 'note'])
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
    leave: () =>
      withOne(async (doc) => {
        if (doc.kind.editor === 'form')
          await give('leave', { ref: doc.ref, locale: random.pick(LOCALES) }, doc)
      }),
    refresh: () => withOne((doc) => give('refresh', { ref: doc.ref }, doc)),
    create,
    async remove(): Promise<void> {
      const docs = present().filter((doc) => doc.kind.editor === 'form' && ledger.mayGo(doc))
      if (docs.length === 0) return
      const doc = random.pick(docs)
      doc.leaving = true
      // A person leaves the form first; what it still writes comes before the deletion.
      for (const locale of LOCALES) await give('leave', { ref: doc.ref, locale }, doc)
      await give('remove', { ref: doc.ref }, doc)
    },
  }

  async function withOne(work: (doc: Doc) => Promise<unknown>): Promise<void> {
    const docs = present()
    if (docs.length === 0) return
    const doc = random.pick(docs)
    doc.busy = true
    try {
      await work(doc)
    } finally {
      doc.busy = false
    }
  }
}

export const nameOfRef = (ref: DocRef): string => (ref.kind === 'global' ? ref.slug : `${ref.slug}/${ref.id}`)
