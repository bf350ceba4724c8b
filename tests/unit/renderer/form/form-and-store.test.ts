import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Change } from '../../../../shared/document/change.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { at, author, post } from '../../store/support/site.ts'
import { de, en, set } from './form-fixtures.ts'
import { give, openRealStore, send, settle } from './real-store.ts'

let real: ReturnType<typeof openRealStore>
beforeEach(() => {
  vi.useFakeTimers()
  real = openRealStore()
})
afterEach(() => {
  real.close()
  vi.useRealTimers()
})

const hero = (id: string, heading: JsonObject, size = 'wide'): JsonObject => ({
  id,
  blockType: 'hero',
  heading,
  size,
})
const r1 = hero('r1', { en: 'First', de: 'Erste' })
const r2 = hero('r2', { en: 'Second', de: 'Zweite' })
const entries = (ref: DocRef = post('1')) => real.store.getDocument(ref)?.entries ?? []
const draft = () => real.store.getDocument(post('1'))?.draft
const answer = (more: JsonObject, seconds: number): JsonObject => ({
  id: 1,
  createdAt: at(0),
  updatedAt: at(seconds),
  _status: 'draft',
  ...more,
})

describe('F7 a shared field that is edited in two locales', () => {
  it('F7 DM1 is no conflict with oneself: the newest value is shown, kept, and sent once', async () => {
    give(real.store, post('1'), { title: { en: 'A', de: 'A' }, slug: 'start' })
    const { document, form, german } = await real.open(post('1'))
    form.setField('slug', 'from English')
    form.setField('title', 'B')
    await document.flush()
    german.setField('slug', 'from German')
    german.setField('title', 'C')
    await document.flush()
    expect(form.getField('slug').value).toBe('from German')

    real.restart()
    const again = await real.open(post('1'))
    expect(again.form.getField('slug')).toMatchObject({ value: 'from German', mark: 'edited' })
    expect(again.german.getField('slug').value).toBe('from German')
    expect(await again.session.save('draft', 'en')).toMatchObject({ saved: true })
    await settle()
    expect(entries().map(({ locale, state, changes }) => ({ locale, state, changes }))).toEqual([
      {
        locale: 'en',
        state: 'waiting',
        changes: [set('slug', 'start', 'from German'), en('title', 'A', 'B')],
      },
      { locale: 'de', state: 'waiting', changes: [de('title', 'A', 'C')] },
    ])
    expect(again.form.getField('slug')).toMatchObject({ value: 'from German', mark: 'waiting' })
    expect(again.document.getDocument().state).toEqual({ kind: 'waiting', count: 2 })
  })
})

describe('F91 (typed first) what functions of the site fill in late', () => {
  const NEW = post('tmp_0f8fad5b-d9cb-469f-a165-70867728950e')
  const late = { ref: NEW, data: { title: { en: 'Untitled' }, slug: 'untitled', views: 3 } }

  it('F91 (typed first) gives way to what was typed into a new document meanwhile, written or not', async () => {
    real.store.createDocument({ slug: 'posts', id: 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e', data: {} })
    const { session, document, form } = await real.open(NEW)
    form.setField('title', 'Mine')
    await document.flush()
    form.setField('slug', 'mine')
    real.store.fillNewDocument(late)
    await settle()
    const read = (path: string) => form.getField(path)
    expect(read('title')).toMatchObject({ value: 'Mine', mark: 'edited' })
    expect(read('slug')).toMatchObject({ value: 'mine', mark: 'edited' })
    expect(read('views')).toMatchObject({ value: 3, mark: 'none' })
    expect(document.getDocument().state).toBe('edited')

    expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
    await settle()
    const [entry, ...others] = entries(NEW)
    expect([entry?.state, others]).toEqual(['waiting', []])
    expect(real.store.prepareSend(entry?.key ?? '')?.request.body).toMatchObject({
      title: 'Mine',
      slug: 'mine',
      views: 3,
    })
  })
})

describe('F53 a row that somebody else removes while it is edited here', () => {
  const conflict = {
    state: 'parked',
    problem: {
      code: 'conflict',
      conflicts: [
        {
          path: 'layout.r1',
          base: r1,
          // The part of this entry: the other locales follow in entries of their own.
          mine: hero('r1', { en: 'Mine' }),
          theirs: null,
        },
      ],
    },
  }

  function expectConflict(): void {
    const [first, ...others] = entries()
    expect(first).toMatchObject(conflict)
    // The row's content in other locales waits with it.
    expect(others.map(({ locale, group }) => ({ locale, group }))).toEqual([
      { locale: 'de', group: first?.group },
    ])
  }

  it('F53 DM3 stays on the screen with the edit, is journalled as it is, and parks as a conflict', async () => {
    give(real.store, post('1'), { layout: [r1, r2] })
    const { session, document, form } = await real.open(post('1'))
    form.setField('layout.r1.heading', 'Mi')
    await document.flush()
    give(real.store, post('1'), { layout: [r2] }, 2)
    await settle()
    expect(form.getRows('layout').rows.map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(form.getField('layout.r1.heading')).toMatchObject({ value: 'Mi', mark: 'edited' })
    expect(form.getField('layout.r1.size').value).toBe('wide')

    form.setField('layout.r1.heading', 'Mine')
    await vi.advanceTimersByTimeAsync(250)
    expect(draft()?.changes).toEqual([
      {
        kind: 'rows',
        locale: null,
        path: 'layout',
        from: ['r2'],
        to: ['r1', 'r2'],
        added: { r1: hero('r1', { en: 'Mine', de: 'Erste' }) },
        removed: {},
        revived: { r1 },
      } satisfies Change,
    ])
    await session.save('draft', 'en')
    await settle()
    expectConflict()
    expect(form.getField('layout.r1.heading').value).toBe('Mine')
    expect(document.getDocument().state).toMatchObject({ kind: 'conflict' })
  })

  it('F53 also where the program ended before the form knew', async () => {
    give(real.store, post('1'), { layout: [r1, r2] })
    const { document, form } = await real.open(post('1'))
    form.setField('layout.r1.heading', 'Mine')
    await document.flush()
    real.restart()
    give(real.store, post('1'), { layout: [r2] }, 2)
    real.restart()
    const again = await real.open(post('1'))
    expect(again.form.getField('layout.r1.heading')).toMatchObject({ value: 'Mine', mark: 'edited' })
    await again.session.save('draft', 'en')
    expectConflict()
  })

  it('F53 also where the edit was not in the database yet', async () => {
    give(real.store, post('1'), { layout: [r1, r2] })
    const { session, form } = await real.open(post('1'))
    form.setField('layout.r1.heading', 'Mine')
    give(real.store, post('1'), { layout: [r2] }, 2)
    await settle()
    await vi.advanceTimersByTimeAsync(250)
    expect(draft()?.changes).toMatchObject([{ kind: 'rows', revived: { r1 } }])
    await session.save('draft', 'en')
    expectConflict()
  })
})

describe('DM5 DM7 a row whose removal is taken back never went', () => {
  const r3 = hero('r3', { en: 'Third' })
  const theirs = hero('t', { en: 'Theirs' })
  const theyAdd = (place: number, seconds = 2): void =>
    give(real.store, post('1'), { layout: [r1, r2, r3].toSpliced(place, 0, theirs) }, seconds)
  const steps = {
    'they add a row, it is put back': ['theirs', 'undo'],
    'it is put back, they add a row': ['undo', 'theirs'],
    'it is saved, they add a row, it is put back': ['save', 'theirs', 'undo'],
    'it is saved and put back, they add a row': ['save', 'undo', 'theirs'],
  }

  it.each(
    Object.entries(steps).flatMap(([title, all]) =>
      [0, 1, 2].flatMap((place) => [0, 1, 2].map((gone) => ({ title, all, place, gone }))),
    ),
  )('SY6 $title: their order stands ($gone, $place)', async ({ all, place, gone }) => {
    give(real.store, post('1'), { layout: [r1, r2, r3] })
    const { session, document, form } = await real.open(post('1'))
    const ids = () => form.getRows('layout').rows.map(({ id }) => id)
    form.rows.remove('layout', [ids()[gone] ?? ''])
    for (const step of all) {
      if (step === 'theirs') theyAdd(place)
      else if (step === 'undo') document.undo()
      else await session.save('draft', 'en')
      await settle()
    }
    expect(ids()).toEqual(['r1', 'r2', 'r3'].toSpliced(place, 0, 't'))
    await session.save('draft', 'en')
    await settle()
    expect(entries()).toEqual([])
  })

  it('DM7 comes alone: another one that was removed before it stays away', async () => {
    give(real.store, post('1'), { layout: [r1, r2, r3] })
    const { session, document, form } = await real.open(post('1'))
    const ids = () => form.getRows('layout').rows.map(({ id }) => id)
    form.rows.remove('layout', ['r1'])
    form.rows.remove('layout', ['r3'])
    theyAdd(3)
    await settle()
    document.undo()
    expect(ids()).toEqual(['r2', 'r3', 't'])
    await session.save('draft', 'en')
    await settle()
    expect(entries().flatMap(({ changes }) => changes)).toMatchObject([
      { kind: 'rows', to: ['r2', 'r3', 't'], removed: { r1: { id: 'r1' } } },
    ])
  })

  it('DM7 is where it was moved to before it was removed', async () => {
    give(real.store, post('1'), { layout: [r1, r2, r3] })
    const { document, form } = await real.open(post('1'))
    form.rows.move('layout', ['r1'], 3)
    form.rows.remove('layout', ['r1'])
    theyAdd(2)
    await settle()
    document.undo()
    expect(form.getRows('layout').rows.map(({ id }) => id)).toEqual(['r2', 't', 'r3', 'r1'])
  })
})

describe('DM3 one writer of what is typed', () => {
  it('DM3 what is typed while newer versions come in stays, in the form and in the database', async () => {
    give(real.store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const { document, form } = await real.open(post('1'))
    for (const [index, value] of ['N', 'Ni', 'Nig', 'Nigh', 'Night'].entries()) {
      form.setField('title', value, { typing: true })
      give(real.store, post('1'), { title: { en: 'A' }, slug: `theirs ${index}` }, 2 + index)
      await settle()
      expect(form.getField('title').value).toBe(value)
      expect(form.getField('slug').value).toBe(`theirs ${index}`)
    }
    await document.flush()
    expect(draft()?.changes).toEqual([en('title', 'A', 'Night')])
    document.undo()
    expect(form.getField('title').value).toBe('A')
  })

  it('DM3 SY8 a temporary id in what is typed becomes the real one, in the form, when it is stored, and when it is sent', async () => {
    const temp = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
    give(real.store, post('1'), { title: { en: 'A' } })
    real.store.createDocument({ slug: 'authors', id: temp, data: {} })
    real.store.commitDraft({
      ref: author(temp),
      locale: 'en',
      changes: [set('name', null, 'Mai')],
      mode: 'save',
    })
    const { session, document, form } = await real.open(post('1'))
    form.setField('author', temp)
    await document.flush()
    expect(draft()?.changes).toEqual([set('author', null, temp)])
    expect(send(real.store, { id: 9, name: 'Mai', updatedAt: at(2) })).toEqual(author('9'))
    await settle()
    expect(form.getField('author')).toMatchObject({ value: 9, mark: 'edited' })
    form.setField('slug', 'a')
    await document.flush()
    expect(draft()?.changes).toEqual([set('author', null, 9), set('slug', null, 'a')])
    await session.save('draft', 'en')
    await settle()
    expect(entries()).toMatchObject([
      { state: 'waiting', waitsFor: [], changes: [set('author', null, 9), set('slug', null, 'a')] },
    ])
    expect(form.getField('author')).toMatchObject({ value: 9, mark: 'waiting' })
    expect(document.getDocument().dirty).toBe(false)
  })

  it('DM3 SY8 a new document that gets its real id under the form goes on under it', async () => {
    const temp = 'tmp_1f8fad5b-d9cb-469f-a165-70867728950e'
    real.store.createDocument({ slug: 'posts', id: temp, data: {} })
    const { session, document, form } = await real.open(post(temp))
    form.setField('title', 'A')
    await session.save('draft', 'en')
    form.setField('title', 'AB')
    send(real.store, { ...answer({ title: 'A' }, 2), id: 9 })
    await settle()
    expect(document.getRef()).toEqual(post('9'))
    expect(form.getField('title')).toMatchObject({ value: 'AB', mark: 'edited' })
    await document.flush()
    expect(real.store.getDocument(post('9'))?.draft?.changes).toEqual([en('title', 'A', 'AB')])
    document.undo()
    document.undo()
    expect(form.getField('title').value).toBeNull()
  })
})

describe('DM7 DM2 undo of a removal that was sent', () => {
  it('DM7 DM2 is a new change with the rows in all locales, one entry for each', async () => {
    give(real.store, post('1'), { layout: [r1, r2] })
    const { session, document, form, german } = await real.open(post('1'))
    form.rows.remove('layout', ['r1'])
    await session.save('draft', 'en')
    send(real.store, answer({ layout: [{ ...r2, heading: 'Second' }] }, 2))
    await settle()
    expect(document.getDocument().state).toEqual({ kind: 'saved' })
    expect(form.getRows('layout').rows).toHaveLength(1)

    expect(document.undo()).toMatchObject({ passedOver: [] })
    expect(form.getRows('layout').rows.map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(german.getField('layout.r1.heading').value).toBe('Erste')
    expect(document.data()['layout']).toEqual([r1, r2])
    await session.save('draft', 'en')
    await settle()
    const [first, second] = entries()
    expect(entries()).toMatchObject([
      {
        locale: 'en',
        state: 'waiting',
        changes: [{ kind: 'rows', path: 'layout', added: { r1: { heading: { en: 'First' } } } }],
      },
      { locale: 'de', state: 'waiting', changes: [de('layout.r1.heading', null, 'Erste')] },
    ])
    expect(first?.group).not.toBeNull()
    expect(second?.group).toBe(first?.group)
    document.redo()
    expect(form.getRows('layout').rows.map(({ id }) => id)).toEqual(['r2'])
  })
})

describe('a commit that the store refuses', () => {
  it('SY1 takes the edits back into the form, with those made meanwhile; the next one brings all', async () => {
    give(real.store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const { session, form } = await real.open(post('1'))
    form.setField('title', 'B')
    const commit = vi.spyOn(real.store, 'commitDraft').mockImplementationOnce(() => {
      throw new Error('disk full')
    })
    const refused = session.save('draft', 'en')
    form.setField('slug', 'b')
    await expect(refused).rejects.toThrow('disk full')
    commit.mockRestore()
    expect(form.changes()).toEqual([en('title', 'A', 'B'), set('slug', 'a', 'b')])
    await vi.advanceTimersByTimeAsync(250)
    expect(draft()?.changes).toEqual([en('title', 'A', 'B'), set('slug', 'a', 'b')])
    await session.save('draft', 'en')
    expect(entries()).toMatchObject([{ changes: [en('title', 'A', 'B'), set('slug', 'a', 'b')] }])
  })
})
