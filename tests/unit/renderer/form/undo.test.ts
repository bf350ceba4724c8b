import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDocumentMemory } from '../../../../renderer/form/document-form.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { DocumentView } from '../../../../shared/ipc.ts'
import { array, block, blocks, relation, text } from '../../shared/build-fields.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import {
  openSite,
  autosaved,
  bridgeOf,
  collection,
  de,
  en,
  entryOf,
  manual,
  openForm,
  set,
  stored,
  viewOf,
} from './form-fixtures.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const TYPING = { typing: true }
const pause = () => vi.advanceTimersByTime(800)
const idsOf = (form: ReturnType<typeof openForm>['form'], path: string) =>
  form.getRows(path).rows.map(({ id }) => id)

describe('DM7 undo and redo in an open document', () => {
  it('DM7 take back and do again in one step what one movement did to several fields', () => {
    const { document, form } = openForm()
    const before = form.getField('title').value
    form.setField('slug', 'before', TYPING)
    const gesture = { gesture: 'drag 1' }
    form.setField('slug', 'less', gesture)
    form.setField('title', 'more', gesture)
    form.setField('slug', 'after', TYPING)
    const values = () => [form.getField('slug').value, form.getField('title').value]
    document.undo()
    expect(values()).toEqual(['less', 'more'])
    document.undo()
    expect(values()).toEqual(['before', before])
    document.redo()
    expect(values()).toEqual(['less', 'more'])
  })

  it.each([
    ['with nothing to take back', () => undefined],
    [
      'with a step in another field',
      (form: ReturnType<typeof openForm>['form']) => form.setField('title', 'More'),
    ],
  ])(
    'SY6 an undo shows what came while it was typed over, and whoever types on edits that: %s',
    (_what, before) => {
      const { document, form } = openForm()
      before(form)
      pause()
      const shown: unknown[] = [form.getField('slug').value]
      form.subscribeField('slug', () => shown.push(form.getField('slug').value))
      form.setField('slug', 'mine', TYPING)
      document.receive(viewOf({ ...stored, slug: 'theirs' }))
      form.setField('slug', stored['slug'] ?? null, TYPING)
      expect(shown.at(-1)).toBe(stored['slug'])
      document.undo()
      expect(shown.at(-1)).toBe('theirs')
      expect(form.getField('slug').value).toBe('theirs')
    },
  )

  it('DM7 take back an edit that came to nothing where somebody else has written meanwhile, and do it again', () => {
    const { document, form } = openForm()
    const slug = () => form.getField('slug').value
    form.setField('slug', 'mine', TYPING)
    pause()
    document.receive(viewOf({ ...stored, slug: 'theirs' }))
    expect(slug()).toBe('mine')
    form.setField('slug', stored['slug'] ?? null, TYPING)
    form.blur()
    expect([slug(), document.changes()]).toEqual(['theirs', []])

    document.undo()
    expect(slug()).toBe('mine')
    document.redo()
    expect(slug()).toBe('theirs')
    document.undo()
    document.undo()
    expect(slug()).toBe('theirs')
    document.redo()
    expect(slug()).toBe('mine')
  })

  it('DM7 know nothing of a row that was dropped where it stood', () => {
    const { document, form } = openForm()
    form.setField('slug', 'abisko')
    document.undo()
    form.rows.move('links', ['r1'], 0)
    form.rows.move('links', ['r1'], 1)
    expect(form.getForm()).toMatchObject({ canUndo: false, canRedo: true })
    document.redo()
    expect(form.getField('slug').value).toBe('abisko')
  })

  it('DM7 go over fields and rows, one step each, and say where', () => {
    const { document, form } = openForm()
    form.setField('slug', 'abisko')
    const id = form.rows.add('links', 1)
    form.setField(`links.${id}.label`, 'Two')
    form.rows.move('links', [id ?? ''], 0)
    form.rows.remove('links', ['r1'])
    expect(idsOf(form, 'links')).toEqual([id])

    expect(document.undo()?.place).toEqual({ path: 'links', locale: null })
    expect(idsOf(form, 'links')).toEqual([id, 'r1'])
    expect(form.getField('links.r1.label').value).toBe('One')
    document.undo()
    expect(idsOf(form, 'links')).toEqual(['r1', id])
    expect(document.undo()?.place).toEqual({ path: `links.${id}.label`, locale: null })
    expect(form.getField(`links.${id}.label`).value).toBeNull()
    document.undo()
    document.undo()
    expect(document.changes()).toEqual([])
    expect(document.data()).toEqual(stored)
    expect(form.getForm()).toMatchObject({ canUndo: false, canRedo: true })
    expect(document.undo()).toBeNull()

    for (let step = 0; step < 5; step += 1) document.redo()
    expect(idsOf(form, 'links')).toEqual([id])
    expect(form.getField(`links.${id}.label`).value).toBe('Two')
    expect(form.getField('slug').value).toBe('abisko')
    expect(document.redo()).toBeNull()
  })

  it('DM7 a new edit ends what could be done again', () => {
    const { document, form } = openForm()
    form.setField('slug', 'a')
    document.undo()
    form.setField('title', 'B')
    expect(form.getForm().canRedo).toBe(false)
    expect(document.redo()).toBeNull()
  })

  it('DM7 strictly by time over two locales, whichever is looked at', () => {
    const { document, form, german } = openForm()
    form.setField('title', 'A')
    german.setField('title', 'B')
    german.setField('slug', 's')
    form.setField('meta.description', 'D')
    const places = [1, 2, 3, 4].map(() => document.undo()?.place)
    expect(places).toEqual([
      { path: 'meta.description', locale: 'en' },
      { path: 'slug', locale: null },
      { path: 'title', locale: 'de' },
      { path: 'title', locale: 'en' },
    ])
    document.redo()
    document.redo()
    expect(document.changes()).toEqual([en('title', 'Kiruna', 'A'), de('title', 'Kiruna', 'B')])
  })

  it('DM7 goes back across Save: undo is a new change then', async () => {
    const { document, form, main } = openForm()
    form.setField('slug', 'abisko')
    form.rows.remove('links', ['r1'])
    await document.commit('draft', 'en')
    document.receive(viewOf({ ...stored, slug: 'abisko', links: [] }))
    expect(document.changes()).toEqual([])
    document.undo()
    document.undo()
    const back = { id: 'r1', label: 'One' }
    expect(document.changes()).toEqual([
      { kind: 'rows', locale: null, path: 'links', from: [], to: ['r1'], added: { r1: back }, removed: {} },
      set('slug', 'abisko', 'kiruna'),
    ])
    await document.commit('draft', 'en')
    expect(main.commits.at(-1)?.changes).toHaveLength(2)
    document.redo()
    expect(document.changes()).toEqual([set('slug', 'kiruna', 'abisko')])
  })

  it('DM7 goes back across autosave, while what it saved still waits', async () => {
    const { document, form, main } = openForm({ entity: autosaved })
    form.setField('title', 'A')
    await vi.advanceTimersByTimeAsync(2000)
    expect(main.commits).toHaveLength(1)
    document.receive(viewOf(stored, { entries: [entryOf([en('title', 'Kiruna', 'A')])] }))
    document.undo()
    expect(form.getField('title')).toMatchObject({ value: 'Kiruna', mark: 'edited' })
    expect(document.changes()).toEqual([en('title', 'A', 'Kiruna')])
    await vi.advanceTimersByTimeAsync(2000)
    expect(main.commits.at(-1)).toMatchObject({ mode: 'autosave', changes: [en('title', 'A', 'Kiruna')] })
  })

  it('DM7 what is undone is journalled like what is typed', async () => {
    const { document, form, main } = openForm()
    form.setField('slug', 'a')
    await document.flush()
    document.undo()
    await vi.advanceTimersByTimeAsync(250)
    expect(main.puts.at(-1)?.changes).toEqual([])
  })
})

describe('DM7 a history outlives the form', () => {
  it('DM7 what is typed in a form that was opened anew is a step of its own, however soon', () => {
    const memory = createDocumentMemory()
    openForm({ memory }).form.setField('slug', 'abisko', TYPING)
    const again = openForm({ memory, view: viewOf({ ...stored, slug: 'abisko' }) })
    again.form.setField('slug', 'narvik', TYPING)
    again.document.undo()
    expect(again.form.getField('slug').value).toBe('abisko')
  })

  it('DM7 a form that opens over the same memory takes back what the one before it did', async () => {
    const memory = createDocumentMemory()
    const first = openForm({ memory })
    first.form.setField('slug', 'abisko')
    await first.document.commit('draft', 'en')
    const second = openForm({ memory, view: viewOf({ ...stored, slug: 'abisko' }) })
    expect(second.form.getForm().canUndo).toBe(true)
    second.document.undo()
    expect(second.document.changes()).toEqual([set('slug', 'abisko', 'kiruna')])
    second.document.redo()
    expect(second.document.changes()).toEqual([])
  })

  it('DM7 a document that is closed and opened again still can be undone, also by its new id', async () => {
    const post = (id: string): DocRef => ({ kind: 'collection', slug: 'posts', id })
    let view = viewOf(stored, { ref: post('tmp_1') })
    const fake = bridgeOf({
      'documents.get': () => view,
      'drafts.put': () => ({ savedAt: '' }),
      'drafts.commit': () => ({ key: 'k', savedAt: null }),
    })
    const documents = createOpenDocuments({ bridge: fake.bridge, types: fieldTypes })
    const open = async (id: string) => {
      const session = documents.open(post(id), manual, openSite)
      const release = documents.retain(session)
      await vi.advanceTimersByTimeAsync(0)
      const form = session.getSnapshot().form
      if (form === null || release === null) throw new Error('not open')
      return { session, form, release }
    }
    const first = await open('tmp_1')
    first.form.inLocale('en').setField('slug', 'abisko')
    first.form.inLocale('en').view.set('tab', '2')
    await first.session.save('draft', 'en')
    view = viewOf({ ...stored, slug: 'abisko' }, { ref: post('9') })
    fake.emit('documents.idAssigned', { slug: 'posts', tempId: 'tmp_1', id: '9' })
    first.release()
    await vi.advanceTimersByTimeAsync(0)

    const again = await open('9')
    expect(again.session).not.toBe(first.session)
    expect(again.form.inLocale('en').view.get('tab')).toBe('2')
    again.form.undo()
    expect(again.form.changes()).toEqual([set('slug', 'abisko', 'kiruna')])

    fake.emit('session.accountChanged', null)
    const other = await open('9')
    expect(other.form.undo()).toBeNull()
  })
})

describe('SY8 DM7 a document that a field pointed at got its real id', () => {
  const post: DocRef = { kind: 'collection', slug: 'posts', id: '7' }
  const author = relation('author', { relationTo: ['authors'] })
  const entity = collection(null, [author, text('slug')])

  async function openWith(view: DocumentView) {
    const fake = bridgeOf({
      'documents.get': () => view,
      'drafts.put': () => ({ savedAt: '' }),
      'drafts.commit': () => ({ key: 'k', savedAt: null }),
    })
    const documents = createOpenDocuments({ bridge: fake.bridge, types: fieldTypes })
    const session = documents.open(post, entity, openSite)
    documents.retain(session)
    await vi.advanceTimersByTimeAsync(0)
    const form = session.getSnapshot().form
    if (form === null) throw new Error('not open')
    const assign = () =>
      fake.emit('documents.idAssigned', { slug: 'authors', tempId: 'tmp_a', id: '42', value: 42 })
    return { form, english: form.inLocale('en'), assign }
  }

  it('SY8 DM7 an undo brings the document back that it became', async () => {
    const { form, english, assign } = await openWith(viewOf({ id: 7, author: null }))
    english.setField('author', 'tmp_a')
    english.setField('author', null)
    assign()
    form.undo()
    expect(english.getField('author').value).toBe(42)
    form.undo()
    expect(english.getField('author').value).toBeNull()
    form.redo()
    expect(form.changes()).toEqual([set('author', null, 42)])
  })

  it('SY8 what is chosen and not saved yet points at the document under its real id', async () => {
    const { form, english, assign } = await openWith(viewOf({ id: 7, author: null }))
    english.setField('author', 'tmp_a')
    assign()
    expect(english.getField('author').value).toBe(42)
    expect(form.changes()).toEqual([set('author', null, 42)])
  })

  it('T1 SY8 what lies under the edits points at it, too, as soon as that is known', async () => {
    const { form, english, assign } = await openWith(viewOf({ id: 7, author: 'tmp_a', slug: 'a' }))
    english.setField('slug', 'b')
    assign()
    expect(english.getField('author').value).toBe(42)
    expect(form.changes()).toEqual([set('slug', 'a', 'b')])
  })
})

describe('DM7 typing is taken back by bursts', () => {
  function type(form: ReturnType<typeof openForm>['form'], path: string, ...values: string[]) {
    for (const value of values) {
      form.setField(path, value, TYPING)
      vi.advanceTimersByTime(100)
    }
  }

  it('DM7 a pause ends a burst', () => {
    const { document, form } = openForm()
    type(form, 'slug', 'k', 'ki', 'kir')
    pause()
    type(form, 'slug', 'kiru', 'kirun')
    document.undo()
    expect(form.getField('slug').value).toBe('kir')
    document.undo()
    expect(form.getField('slug').value).toBe('kiruna')
    document.redo()
    expect(form.getField('slug').value).toBe('kir')
  })

  it('DM7 typing in another field ends it, and so does leaving the field', () => {
    const { document, form, german } = openForm()
    type(form, 'title', 'A')
    type(german, 'title', 'B')
    type(form, 'title', 'AB')
    form.blur()
    type(form, 'title', 'ABC')
    document.undo()
    expect(form.getField('title').value).toBe('AB')
    document.undo()
    expect(form.getField('title').value).toBe('A')
    expect(german.getField('title').value).toBe('B')
    document.undo()
    expect(german.getField('title').value).toBe('Kiruna')
  })

  it('DM7 an undo ends it: what is typed after that is a step of its own', () => {
    const { document, form } = openForm()
    type(form, 'slug', 'a')
    pause()
    type(form, 'slug', 'ab')
    document.undo()
    type(form, 'slug', 'ax')
    document.undo()
    expect(form.getField('slug').value).toBe('a')
  })

  it('DM7 an undo that had nothing to take back ends it too', async () => {
    const { document, form } = openForm()
    type(form, 'title', 'A')
    form.setField('slug', 'mine')
    await document.commit('draft', 'en')
    document.receive(viewOf({ ...stored, title: { en: 'A', de: 'Kiruna' }, slug: 'theirs' }))
    expect(document.undo()?.changes).toEqual([])
    type(form, 'title', 'AB')
    document.undo()
    expect(form.getField('title').value).toBe('A')
  })

  it('DM7 what is chosen and not typed stands for itself', () => {
    const { document, form } = openForm()
    form.setField('slug', 'a')
    form.setField('slug', 'b')
    document.undo()
    expect(form.getField('slug').value).toBe('a')
  })

  it('DM7 typed and deleted again at once leaves no step', () => {
    const { document, form } = openForm()
    type(form, 'slug', 'kirunaa', 'kiruna')
    expect(form.getForm().canUndo).toBe(false)
    expect(document.undo()).toBeNull()
  })

  it('DM7 a composition is taken back whole, however long it takes', () => {
    const { document, form } = openForm()
    type(form, 'slug', 'x')
    pause()
    for (const value of ['xに', 'xにほ', 'xにほん', 'x日本']) {
      form.setField('slug', value, { typing: true, composing: true })
      pause()
    }
    document.undo()
    expect(form.getField('slug').value).toBe('x')
    document.undo()
    expect(form.getField('slug').value).toBe('kiruna')
  })
})

describe('DM7 after somebody else’s edits', () => {
  it('DM7 passes over a field that holds something else by now, and says so', async () => {
    const { document, form } = openForm()
    form.setField('title', 'Mine')
    form.setField('slug', 'mine')
    await document.commit('draft', 'en')
    document.receive(viewOf({ ...stored, title: { en: 'Mine', de: 'Kiruna' }, slug: 'theirs' }))
    expect(document.undo()).toMatchObject({ changes: [], passedOver: [{ path: 'slug', locale: null }] })
    expect(form.getField('slug').value).toBe('theirs')
    expect(document.undo()).toMatchObject({ passedOver: [] })
    expect(form.getField('title').value).toBe('Kiruna')
    expect(form.getForm().canUndo).toBe(false)
  })

  it('DM7 takes back what the server only stored differently', async () => {
    const { document, form } = openForm()
    form.setField('slug', 'Abisko ')
    await document.commit('draft', 'en')
    const adjusted = [{ locale: null, path: 'slug', sent: 'Abisko ', stored: 'abisko' }]
    document.receive(viewOf({ ...stored, slug: 'abisko' }, { adjusted }))
    expect(document.undo()).toMatchObject({ passedOver: [] })
    expect(form.getField('slug').value).toBe('kiruna')
  })

  it('DM7 an added row that somebody else filled in stays, and the rest of the step is taken back', async () => {
    const { document, form } = openForm()
    form.rows.insert('links', 1, [
      { id: 'r2', label: 'Two' },
      { id: 'r3', label: 'Three' },
    ])
    await document.commit('draft', 'en')
    const links = [
      { id: 'r1', label: 'One' },
      { id: 'r2', label: 'Two, by them' },
      { id: 'r3', label: 'Three' },
      { id: 'r4', label: 'Four, by them' },
    ]
    document.receive(viewOf({ ...stored, links }))
    expect(document.undo()?.passedOver).toEqual([{ path: 'links.r2', locale: null }])
    expect(idsOf(form, 'links')).toEqual(['r1', 'r2', 'r4'])
  })

  it('DM7 an undo of a move turns no rows of which somebody else has taken the other one away', () => {
    const two = { ...stored, links: [{ id: 'r1' }, { id: 'r2' }] }
    const { document, form } = openForm({ view: viewOf(two) })
    form.rows.move('links', ['r2'], 0)
    document.receive(viewOf({ ...stored, links: [{ id: 'new' }, { id: 'r1' }] }))
    expect(idsOf(form, 'links')).toEqual(['new', 'r1'])
    document.undo()
    expect(idsOf(form, 'links')).toEqual(['new', 'r1'])
    document.redo()
    expect(idsOf(form, 'links')).toEqual(['new', 'r1'])
  })

  it('DM7 a removal comes back where it was, around what came meanwhile, with what nested rows held', () => {
    const lines = array('lines', [text('line', { localized: true })])
    const entity = collection(null, [blocks('layout', [block('list', [lines])])])
    const layout = [
      { id: 'b1', blockType: 'list', lines: [{ id: 'l1', line: { en: 'A', de: 'B' } }] },
      { id: 'b2', blockType: 'list', lines: [] },
    ]
    const { document, form } = openForm({ entity, view: viewOf({ id: 7, layout }) })
    form.rows.remove('layout', ['b1'])
    document.receive(viewOf({ id: 7, layout: [...layout, { id: 'b3', blockType: 'list' }] }))
    expect(idsOf(form, 'layout')).toEqual(['b2', 'b3'])
    document.undo()
    expect(idsOf(form, 'layout')).toEqual(['b1', 'b2', 'b3'])
    expect((document.data()['layout'] as JsonObject[])[0]).toEqual(layout[0])
    expect(document.changes()).toEqual([])
  })

  describe('SY6 DM7 a removal that is taken back before it has left, of a row that somebody else has moved meanwhile,', () => {
    const rows = (...ids: string[]) => ids.map((id) => ({ id, label: id }))

    it('comes back where they have put it', () => {
      const { document, form } = openForm({ view: viewOf({ ...stored, links: rows('r1', 'r2', 'r3') }) })
      form.rows.remove('links', ['r2'])
      document.receive(viewOf({ ...stored, links: rows('r1', 'r3', 'r2') }))
      document.undo()
      expect(idsOf(form, 'links')).toEqual(['r1', 'r3', 'r2'])
      expect(document.changes()).toEqual([])
    })

    it('comes back where it was put here, had it been moved here before', () => {
      const { document, form } = openForm({ view: viewOf({ ...stored, links: rows('r1', 'r2', 'r3') }) })
      form.rows.move('links', ['r3'], 0)
      form.rows.remove('links', ['r3'])
      document.receive(viewOf({ ...stored, links: rows('r1', 'r3', 'r2') }))
      document.undo()
      expect(idsOf(form, 'links')).toEqual(['r3', 'r1', 'r2'])
    })
  })

  describe('SY6 DM7 a removal that is taken back of a row that the server still has', () => {
    const row = (id: string) => ({ id, label: id })
    const adds = (form: ReturnType<typeof openForm>['form'], at: number, id: string) =>
      form.rows.insert('links', at, [row(id)])

    it('comes back ahead of a row behind it that only is here', () => {
      const { document, form } = openForm({ view: viewOf({ ...stored, links: ['r1', 'r2', 'r3'].map(row) }) })
      adds(form, 2, 'n')
      form.rows.remove('links', ['r2'])
      document.undo()
      expect(idsOf(form, 'links')).toEqual(['r1', 'r2', 'n', 'r3'])
    })

    it('comes back between two rows that only are here', () => {
      const { document, form } = openForm({ view: viewOf({ ...stored, links: ['r1'].map(row) }) })
      adds(form, 0, 'm')
      adds(form, 2, 'n')
      form.rows.remove('links', ['r1'])
      document.undo()
      expect(idsOf(form, 'links')).toEqual(['m', 'r1', 'n'])
    })
  })
})

describe('DM7 memory is bounded', () => {
  const sizeOf = (memory: ReturnType<typeof createDocumentMemory>) =>
    JSON.stringify(memory.history.undo.map(({ changes }) => changes)).length

  it('DM7 keeps the newest 500 steps', () => {
    const memory = createDocumentMemory()
    const { document, form } = openForm({ memory })
    for (let at = 0; at < 620; at += 1) form.setField('slug', `s${at}`)
    expect(memory.history.undo).toHaveLength(500)
    while (document.undo() !== null);
    expect(form.getField('slug').value).toBe('s119')
  })

  it('DM7 keeps no more than its room of long texts, and always the last step', () => {
    const memory = createDocumentMemory()
    const { document, form } = openForm({ memory })
    for (let at = 0; at < 20; at += 1) form.setField('slug', String(at % 10).repeat(1_000_000))
    expect(sizeOf(memory)).toBeLessThan(9_000_000)
    expect(memory.history.undo.length).toBeGreaterThan(1)
    form.setField('slug', 'y'.repeat(9_000_000))
    expect(memory.history.undo).toHaveLength(1)
    document.undo()
    expect(form.getField('slug').value).toBe('9'.repeat(1_000_000))
  })
})
