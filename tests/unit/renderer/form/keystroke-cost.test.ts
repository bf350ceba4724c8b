import { describe, expect, it, vi } from 'vitest'
import { createEdits } from '../../../../renderer/form/edits.ts'
import { createFormState } from '../../../../renderer/form/form-state.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { array, block, blocks, checkbox, group, text } from '../../shared/build-fields.ts'
import { collection, entryOf, openForm, recorder, set, viewOf } from './form-fixtures.ts'
import { waitFor } from '../../../support/wait.ts'

const FIELDS = 2000
const PENDING = 500

const name = (at: number) => `f${at}`
const fields: Field[] = [
  ...Array.from({ length: FIELDS }, (_, at) => text(name(at))),
  array('links', [text('label', { required: true }), group('at', [text('place')])]),
]
const data: JsonObject = {
  ...Object.fromEntries(Array.from({ length: FIELDS }, (_, at) => [name(at), `v${at}`])),
  links: [
    { id: 'r1', label: 'One' },
    { id: 'r2', label: 'Two' },
  ],
}

/** Creates a form with 2,000 subscribed fields and 500 pending edits, and counts reads and notifications. */
function openLarge() {
  const edits = createEdits({ schema: { fields, types: fieldTypes }, below: data })
  const taken: string[] = []
  const around = {
    // A snapshot of a field reads its mark once.
    mark(path: string) {
      taken.push(path)
      return { mark: 'none' as const, since: null }
    },
    markWithin: () => 'none' as const,
    refusedPaths: () => [],
    refused: () => null,
    edited: () => undefined,
    blur: () => undefined,
  }
  const form = createFormState({ fields, types: fieldTypes, locale: null, edits, around })
  const told: string[] = []
  const paths = [...Array.from({ length: FIELDS }, (_, at) => name(at)), 'links']
  for (const id of ['r1', 'r2']) paths.push(`links.${id}.label`, `links.${id}.at.place`)
  for (const path of paths) {
    form.getField(path)
    form.subscribeField(path, () => told.push(path))
  }
  form.getRows('links')
  form.subscribeRows('links', () => told.push('rows of links'))
  for (const path of ['', 'links', 'links.r1', 'links.r2', 'links.r1.at'])
    form.subscribeWithin(path, () => told.push(`within ${path}`))
  form.getForm()
  form.subscribe(() => told.push('form'))
  for (let at = 0; at < PENDING; at += 1) form.setField(name(at), `edited ${at}`)
  const count = (act: () => void) => {
    taken.length = 0
    told.length = 0
    act()
    return { taken: [...taken], told: [...told].toSorted() }
  }
  return { form, edits, count }
}

describe('DM8 what a keystroke costs', () => {
  it('DM8 (two locales) the form beside takes no field anew, and wakes only who looks at what is stored there', () => {
    const own = [text('title', { localized: true }), text('intro', { localized: true }), text('slug')]
    const below: JsonObject = { title: { en: 'A', de: 'B' }, intro: { en: 'C' }, slug: 's' }
    const edits = createEdits({ schema: { fields: own, types: fieldTypes }, below })
    const english = createFormState({ fields: own, types: fieldTypes, locale: 'en', edits })
    const german = createFormState({ fields: own, types: fieldTypes, locale: 'de', edits })
    const told: string[] = []
    for (const { name: path } of own) {
      german.getField(path)
      german.subscribeField(path, () => told.push(path))
      german.subscribeWithin(path, () => told.push(`within ${path}`))
    }
    const before = german.getField('title')
    english.setField('title', 'Typed', { typing: true })
    expect(german.getField('title')).toBe(before)
    expect(told).toEqual(['within title'])
  })

  it('DM8 with 2,000 fields and 500 pending edits it reads its own field and wakes those who look at it', () => {
    const { form, edits, count } = openLarge()
    expect(edits.changes()).toHaveLength(PENDING)
    expect(count(() => form.setField('f7', 'typed', { typing: true }))).toEqual({
      taken: ['f7'],
      told: ['f7', 'within '],
    })
    expect(count(() => form.setField('f1999', 'first edit'))).toEqual({
      taken: ['f1999'],
      told: ['f1999', 'within '],
    })
  })

  it('DM8 in a row it wakes what holds the field, no row beside it and no list', () => {
    const { form, count } = openLarge()
    expect(count(() => form.setField('links.r1.at.place', 'Abisko', { typing: true }))).toEqual({
      taken: ['links.r1.at.place'],
      told: ['links.r1.at.place', 'within ', 'within links', 'within links.r1', 'within links.r1.at'],
    })
  })

  it('DM8 the form is told where something about it changed, and only then', () => {
    const { form, count } = openLarge()
    form.setField('links.r2.label', '')
    expect(count(() => form.validate()).told).toContain('form')
    expect(count(() => form.setField('links.r2.label', 'Three')).told).toContain('form')
    expect(count(() => form.setField('links.r2.label', 'Three!')).told).not.toContain('form')
    expect(count(() => form.setField('links.r2.label', 'Three!'))).toEqual({ taken: [], told: [] })
  })

  it('DM8 a keystroke in one row of 500 reads nothing of the others', () => {
    const read: string[] = []
    const rows = Array.from(
      { length: 500 },
      (_, at): JsonObject =>
        new Proxy<JsonObject>(
          { id: `b${at}`, blockType: 'hero', heading: { en: 'H' }, size: 'wide' },
          {
            get(target, key, receiver) {
              read.push(`b${at}`)
              return Reflect.get(target, key, receiver)
            },
            getOwnPropertyDescriptor(target, key) {
              read.push(`b${at}`)
              return Reflect.getOwnPropertyDescriptor(target, key)
            },
            ownKeys(target) {
              read.push(`b${at}`)
              return Reflect.ownKeys(target)
            },
          },
        ),
    )
    const inBlocks = [blocks('layout', [block('hero', [text('heading', { localized: true }), text('size')])])]
    const form = createFormState({
      fields: inBlocks,
      types: fieldTypes,
      data: { layout: rows },
      locale: 'en',
    })
    form.getRows('layout')
    form.getField('layout.b250.heading')
    expect(new Set(read).size).toBe(500)
    read.length = 0
    form.setField('layout.b250.heading', 'Ha', { typing: true })
    form.setField('layout.b250.heading', 'Hal', { typing: true })
    expect(form.getField('layout.b250.heading').value).toBe('Hal')
    expect([...new Set(read)]).toEqual(['b250'])
  })
})

/** Counts visits during an action: each read of a change's path, and each step through any map or set. */
function countVisits(changes: readonly Change[], act: () => void): number {
  let visits = 0
  const undo: (() => void)[] = []
  for (const change of changes) {
    const { path } = change
    Object.defineProperty(change, 'path', {
      configurable: true,
      enumerable: true,
      get: () => (visits++, path),
    })
    undo.push(() => Object.defineProperty(change, 'path', { value: path, writable: true }))
  }
  for (const proto of [Map.prototype, Set.prototype] as object[])
    for (const method of ['keys', 'values', 'entries', 'forEach', Symbol.iterator]) {
      const before = Object.getOwnPropertyDescriptor(proto, method)
      const original: unknown = before?.value
      if (before === undefined || typeof original !== 'function') throw new Error(`no ${String(method)}`)
      Object.defineProperty(proto, method, {
        ...before,
        value(this: { size: number }, ...args: unknown[]): unknown {
          visits += this.size
          return Reflect.apply(original, this, args)
        },
      })
      undo.push(() => Object.defineProperty(proto, method, before))
    }
  try {
    act()
  } finally {
    for (const back of undo) back()
  }
  return visits
}

describe('DM8 what reading one field of an open document costs', () => {
  const entity = collection(
    {
      drafts: true,
      localeStatus: false,
      autosaveInterval: null,
      max: null,
      validatesDrafts: false,
      schedules: false,
    },
    fields,
  )
  const around = ['links', 'links.r1', 'links.r1.at', 'links.r2']
  const inside = [name(1500), name(1999), 'links.r1.label', 'links.r1.at.place']
  const cells = (count: number, from: number) => Array.from({ length: count }, (_, at) => name(from + at))

  /** Opens a document with so many edited, committed and queued fields. */
  function openWith(count: number) {
    const queued = cells(count, 0).map((path, at) => set(path, `v${at}`, `queued ${at}`))
    const entries = queued.map((change, at) => entryOf([change], { key: `e${at}` }))
    const main = recorder()
    main.hold()
    const { document, form } = openForm({ entity, view: viewOf(data, { entries }), main })
    for (const path of cells(count, PENDING)) form.setField(path, 'handed over')
    const committed = document.commit('draft', 'en')
    return { document, main, queued, committed }
  }

  async function visitsWith(count: number) {
    const { document, main, queued, committed } = openWith(count)
    await waitFor(() => expect(main.commits).toHaveLength(1))
    const form = document.inLocale('en')
    for (const path of cells(count, 2 * PENDING)) form.setField(path, 'edited')
    const handed = main.commits.flatMap(({ changes }) => changes)
    const edited = document.changes()
    expect([queued.length, handed.length, edited.length]).toEqual([count, count, count])
    // A form without any read yet.
    const other = document.inLocale('de')
    const visits = countVisits([...queued, ...handed, ...edited], () => {
      for (const path of inside) expect(other.getField(path).mark).toBe('none')
      for (const path of around) expect(other.markWithin(path)).toBe('none')
    })
    const marks = [name(0), name(PENDING), name(2 * PENDING)].map((path) => other.markWithin(path))
    expect(marks).toEqual(['waiting', 'edited', 'edited'])
    main.release()
    await committed
    return visits
  }

  it('DM8 its depth, not how much is edited, on its way or waiting', async () => {
    expect(await visitsWith(PENDING)).toBe(await visitsWith(5))
  })
})

describe('DM8 a list is read as ids and types', () => {
  const inBlocks = [
    blocks('layout', [
      block('hero', [text('heading'), array('lines', [text('line')])]),
      block('wide', [checkbox('full')]),
    ]),
  ]
  const layout = [
    { id: 'b1', blockType: 'hero', heading: 'First', lines: [{ id: 'l1', line: 'A' }] },
    { id: 'b2', blockType: 'wide', full: true },
    { id: 'b3', blockType: 'unheard-of', heading: 'kept' },
  ]
  function open() {
    const edits = createEdits({ schema: { fields: inBlocks, types: fieldTypes }, below: { layout } })
    const form = createFormState({ fields: inBlocks, types: fieldTypes, edits, locale: 'en' })
    const woken = vi.fn<() => void>()
    const inner = vi.fn<() => void>()
    form.getRows('layout')
    form.subscribeRows('layout', woken)
    form.getRows('layout.b1.lines')
    form.subscribeRows('layout.b1.lines', inner)
    return { edits, form, woken, inner }
  }

  it('DM8 a list’s snapshot has ids and types, its field’s has no value', () => {
    const { form } = open()
    expect(form.getRows('layout')).toEqual({
      rows: [
        { id: 'b1', type: 'hero' },
        { id: 'b2', type: 'wide' },
        { id: 'b3', type: 'unheard-of' },
      ],
    })
    expect(form.getRows('layout.b1.lines')).toEqual({ rows: [{ id: 'l1', type: null }] })
    expect(form.getField('layout').value).toBeNull()
    expect(form.getRows('layout.b9.lines')).toEqual({ rows: [] })
  })

  it('DM8 a list wakes when rows come, go or move, and not when they are edited', () => {
    const { form, woken, inner } = open()
    const before = form.getRows('layout')
    form.setField('layout.b1.heading', 'Second')
    form.setField('layout.b2.full', false)
    form.rows.add('layout.b1.lines', 1)
    expect(woken).not.toHaveBeenCalled()
    expect(form.getRows('layout')).toBe(before)
    expect(inner).toHaveBeenCalledTimes(1)

    const id = form.rows.add('layout', 3, 'wide')
    expect(woken).toHaveBeenCalledTimes(1)
    form.rows.move('layout', ['b2'], 0)
    expect(woken).toHaveBeenCalledTimes(2)
    form.rows.remove('layout', ['b3'])
    expect(woken).toHaveBeenCalledTimes(3)
    expect(form.getRows('layout').rows.map((row) => row.id)).toEqual(['b2', 'b1', id])
    expect(inner).toHaveBeenCalledTimes(1)
  })

  it('DM8 what lies in a row that goes and comes back is read anew', () => {
    const { edits, form, inner } = open()
    const heading = vi.fn<() => void>()
    form.getField('layout.b1.heading')
    form.subscribeField('layout.b1.heading', heading)
    form.rows.remove('layout', ['b1'])
    expect(heading).toHaveBeenCalledTimes(1)
    expect(form.getField('layout.b1.heading').value).toBeNull()
    expect(inner).toHaveBeenCalledTimes(1)
    edits.undo()
    expect(form.getField('layout.b1.heading').value).toBe('First')
    expect(form.getRows('layout.b1.lines').rows).toHaveLength(1)
  })
})
