import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { refKey, type DocRef } from '../../../../shared/cms/doc-ref.ts'
import { number } from '../../shared/build-fields.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallInput, DocumentView, GalleyBridge } from '../../../../shared/ipc.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import {
  openSite,
  autosaved,
  bridgeOf,
  collection,
  de,
  en,
  entryOf,
  fields,
  manual,
  set,
  stored,
  textField,
  viewOf,
} from './form-fixtures.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)
const post = (id: string): DocRef => ({ kind: 'collection', slug: 'posts', id })

/** Main's drafts and entries of one document, in memory. */
function mainWith(first: DocumentView | null) {
  let view = first
  let draft = first?.draft ?? null
  const entries: OutboxEntry[] = [...(first?.entries ?? [])]
  const discarded: unknown[] = []
  let refuse: Error | null = null
  let held: { name: string; until: Promise<void> } | null = null
  const fake = bridgeOf({
    'documents.get': () => view && { ...view, draft, entries: [...entries] },
    'documents.refresh': () => ({ outcome: 'unchanged' }),
    'documents.resolveId': ({ ref }: { ref: DocRef }) => ({ ref }),
    'drafts.put': ({ changes, typed = [] }: CallInput<'drafts.put'>) => {
      if (refuse) throw refuse
      draft = changes.length === 0 && typed.length === 0 ? null : { lost: {}, savedAt: '', changes, typed }
      return { savedAt: '' }
    },
    'drafts.commit': ({ locale, changes, mode }: CallInput<'drafts.commit'>) => {
      if (refuse) throw refuse
      draft = null
      const key = `e${entries.length + 1}`
      entries.push(entryOf(changes, { key, locale, mode }))
      return { key, savedAt: null }
    },
    'drafts.discard': (input: unknown) => void discarded.push(input),
    'app.flushed': () => undefined,
  })
  /** Delays calls of this name until the returned function is called. */
  function hold(name: string): () => void {
    let open: () => void = () => undefined
    held = { name, until: new Promise((resolve) => (open = resolve)) }
    return open
  }
  const bridge: GalleyBridge = {
    ...fake.bridge,
    async call(name, input) {
      if (held?.name === name) await held.until
      return fake.bridge.call(name, input)
    },
  }
  return {
    ...fake,
    bridge,
    hold,
    drafted: () => draft?.changes ?? [],
    entries,
    discarded,
    show(next: DocumentView | null) {
      view = next
    },
    refuse(error: Error | null) {
      refuse = error
    },
  }
}

async function openPost(main: ReturnType<typeof mainWith>, entity = manual, id = '7') {
  const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
  const session = documents.open(post(id), entity, openSite)
  const release = documents.retain(session)
  await settle()
  const document = session.getSnapshot().form
  if (!document || !release) throw new Error('not open')
  return { documents, session, document, form: document.inLocale('en'), release }
}

describe('open documents', () => {
  it('opens from this computer, and what comes from the server is taken under the edits', async () => {
    const main = mainWith(viewOf())
    const { form } = await openPost(main)
    form.setField('title', 'Mine')
    main.show(viewOf({ ...stored, slug: 'theirs' }, { foreignWrites: 1 }))
    main.emit('documents.changed', { refs: [post('7')] })
    await settle()
    expect(form.getField('title').value).toBe('Mine')
    expect(form.getField('slug')).toMatchObject({ value: 'theirs', mark: 'updated' })
  })

  it('a document whose form somebody still writes into stays open until they are done', async () => {
    const main = mainWith(viewOf())
    const { documents, session, document, release } = await openPost(main)
    const retained = documents.retainForm(document)
    release()
    await settle()
    expect(documents.open(post('7'), manual, openSite)).toBe(session)
    expect(retained?.current()).toBe(document)
    // The schema changes: it has another form.
    await session.setEntity({ ...manual, fields: [...manual.fields, number('stock')] }, false)
    expect(retained?.current()).toBe(session.getSnapshot().form)
    expect(retained?.current()).not.toBe(document)
    retained?.release()
    await settle()
    expect(documents.open(post('7'), manual, openSite)).not.toBe(session)
    expect(documents.retainForm(document)).toBeNull()
  })

  it('a document that is not on this computer is asked for and then shown', async () => {
    const main = mainWith(null)
    const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
    const session = documents.open(post('7'), manual, openSite)
    await settle()
    expect(session.getSnapshot().status).toBe('missing')
    main.show(viewOf())
    await session.refresh()
    expect(session.getSnapshot()).toMatchObject({ status: 'ready', refreshed: { outcome: 'unchanged' } })
  })

  it('SY1, F8 app.flush is answered with what is not written, also of a form that was left', async () => {
    const main = mainWith(viewOf())
    const { documents, form, release } = await openPost(main)
    form.setField('title', 'A')
    main.refuse(new Error('disk full'))
    release()
    await settle()
    main.emit('app.flush', { token: 't1' })
    await settle()
    expect(main.named('app.flushed')).toEqual([{ token: 't1', unwritten: 1 }])
    expect(documents.unwritten()).toMatchObject([
      { ref: post('7'), changes: [en('title', 'Kiruna', 'A')], document: { title: { en: 'A' } } },
    ])
    main.refuse(null)
    main.emit('app.flush', { token: 't2' })
    await settle()
    expect(main.named('app.flushed')).toContainEqual({ token: 't2', unwritten: 0 })
    expect(documents.unwritten()).toEqual([])
    expect(main.drafted()).toEqual([en('title', 'Kiruna', 'A')])
  })

  it('F8 app.flush is answered also where writing takes without end, as with a database that is held', async () => {
    const main = mainWith(viewOf())
    const { form } = await openPost(main)
    form.setField('title', 'A')
    main.hold('drafts.put')
    vi.useFakeTimers()
    main.emit('app.flush', { token: 't1' })
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    expect(main.named('app.flushed')).toEqual([{ token: 't1', unwritten: 1 }])
  })

  it('SY1 a form that was left goes on trying, and coming back finds what was typed', async () => {
    const main = mainWith(viewOf())
    const { documents, session, form, release } = await openPost(main)
    main.refuse(new Error('disk full'))
    form.setField('title', 'A')
    release()
    await settle()
    expect(documents.open(post('7'), manual, openSite)).toBe(session)
    main.refuse(null)
    await vi.advanceTimersByTimeAsync(3000)
    expect(main.drafted()).toEqual([en('title', 'Kiruna', 'A')])
    expect(documents.open(post('7'), manual, openSite)).not.toBe(session)
  })

  it('SY8 the real id comes while somebody types: same session, same form, nothing lost', async () => {
    const temp = 'tmp_0b7f4c1e-0000-4000-8000-000000000000'
    const main = mainWith(viewOf({}, { ref: post(temp), isNew: true }))
    const { documents, session, document, form } = await openPost(main, autosaved, temp)
    form.setField('title', 'A')
    await document.commit('draft', 'en')
    form.setField('title', 'AB')
    main.entries.length = 0
    main.show(viewOf({ id: 9, title: { en: 'A' } }, { ref: post('9') }))
    main.emit('documents.idAssigned', { slug: 'posts', tempId: temp, id: '9' })
    main.emit('documents.changed', { refs: [post('9')] })
    form.setField('title', 'ABC')
    await settle()
    expect(session.getSnapshot()).toMatchObject({ ref: post('9') })
    expect(session.getSnapshot().form).toBe(document)
    expect(documents.open(post('9'), autosaved, openSite).key).toBe(session.key)
    expect(documents.open(post(temp), autosaved, openSite)).toBe(session)
    expect(form.changes()).toEqual([en('title', 'A', 'ABC')])
    await document.flush()
    expect(main.named('drafts.put').at(-1)).toMatchObject({ ref: post('9') })
  })

  it('F88 SY8 what can be done again points at the real id also where many documents were opened since', async () => {
    const temp = 'tmp_0b7f4c1e-0000-4000-8000-000000000001'
    const main = mainWith(viewOf({ id: 7, title: { en: 'A' } }))
    const { documents, session, document, form } = await openPost(main, autosaved, '7')
    const release = documents.retain(session)
    form.setField('title', temp)
    document.undo()
    for (let id = 100; id < 160; id++) documents.open(post(String(id)), autosaved, openSite)
    main.emit('documents.idAssigned', { slug: 'posts', tempId: temp, id: '9', value: 9 })
    document.redo()
    expect(form.changes()).toMatchObject([{ path: 'title', to: 9 }])
    release?.()
  })

  it('a new document that nobody touched is dropped on leaving, a touched one is not', async () => {
    const ref = post('tmp_1')
    const untouched = mainWith(viewOf({}, { ref, isNew: true }))
    const first = await openPost(untouched, manual, 'tmp_1')
    first.release()
    await settle()
    expect(untouched.discarded).toEqual([{ ref }])

    const touched = mainWith(viewOf({}, { ref, isNew: true }))
    const second = await openPost(touched, manual, 'tmp_1')
    second.form.setField('title', 'A')
    second.release()
    await settle()
    expect(touched.discarded).toEqual([])
    expect(touched.drafted()).toEqual([en('title', null, 'A')])
  })

  it('a screen that is mounted again at once does not drop its new document', async () => {
    const main = mainWith(viewOf({}, { ref: post('tmp_1'), isNew: true }))
    const { documents, session, release } = await openPost(main, manual, 'tmp_1')
    release()
    documents.retain(session)
    await settle()
    expect(main.discarded).toEqual([])
    expect(documents.open(post('tmp_1'), manual, openSite)).toBe(session)
  })

  it('DM1 one session holds all locales, and saving sends what was edited in each, in its order', async () => {
    const main = mainWith(viewOf())
    const { documents, session, document, form } = await openPost(main)
    form.setField('title', 'A')
    form.setField('slug', 'a')
    main.emit('documents.changed', { refs: [post('7')] })
    await settle()
    expect(documents.open(post('7'), manual, openSite)).toBe(session)
    const german = document.inLocale('de')
    expect(german.getField('title').value).toBe('Kiruna')
    expect(german.getField('slug').value).toBe('a')
    await document.flush()
    expect(document.getDocument().state).toEqual({ kind: 'on-this-computer' })
    german.setField('title', 'B')
    expect(main.drafted()).toEqual([en('title', 'Kiruna', 'A'), set('slug', 'kiruna', 'a')])
    expect(await session.save('draft', 'de')).toMatchObject({ saved: true })
    expect(main.named('drafts.commit')).toMatchObject([
      {
        locale: 'de',
        mode: 'draft',
        changes: [en('title', 'Kiruna', 'A'), set('slug', 'kiruna', 'a'), de('title', 'Kiruna', 'B')],
      },
    ])
  })

  it('SY2 another account’s document under the same id is another document, and gets nothing of this one', async () => {
    const main = mainWith(viewOf())
    const { documents, session, form } = await openPost(main, autosaved)
    form.setField('title', 'A')
    main.emit('session.accountChanged', null)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(main.named('drafts.put')).toEqual([])
    expect(main.named('drafts.commit')).toEqual([])
    expect(documents.open(post('7'), manual, openSite)).not.toBe(session)
    expect(refKey(session.getSnapshot().ref)).toBe('collection:posts:7')
  })

  it('SY2 nothing of a document is sent to be judged once its account has ended', async () => {
    const main = mainWith(viewOf())
    const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
    const session = documents.open(post('7'), manual, { ...openSite, asksServer: true })
    await settle()
    const form = session.getSnapshot().form?.inLocale('en')
    form?.subscribeField('title', () => undefined)
    form?.setField('title', 'A')
    main.emit('session.accountChanged', null)
    form?.setField('title', 'AB')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(main.named('documents.formState')).toEqual([])
  })

  describe('a document read before it is opened', () => {
    const titleAtOnce = (documents: ReturnType<typeof createOpenDocuments>) =>
      documents.open(post('7'), manual, openSite).getSnapshot().form?.inLocale('en').getField('title').value

    it('is ready at once, and read again all the same', async () => {
      const main = mainWith(viewOf())
      const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
      await documents.readAhead(post('7'))
      await documents.readAhead(post('7'))
      expect(main.named('documents.get')).toHaveLength(1)
      main.show(viewOf({ ...stored, title: 'Newer' }))
      const session = documents.open(post('7'), manual, openSite)
      expect(session.getSnapshot().form?.inLocale('en').getField('title').value).toBe('Kiruna')
      await settle()
      expect(session.getSnapshot().form?.inLocale('en').getField('title').value).toBe('Newer')
    })

    it('opens with a draft that was rewritten, and tells of its writing', async () => {
      const draft = { changes: [set('title', 'Kiruna', 'By a choice')], typed: [], lost: {}, savedAt: '' }
      const main = mainWith(viewOf(stored, { draft: { ...draft, rewritten: true } }))
      const told: string[] = []
      const documents = createOpenDocuments({
        bridge: main.bridge,
        types: fieldTypes,
        onJournal: (_form, { kind }) => told.push(kind),
      })
      await documents.readAhead(post('7'))
      expect(titleAtOnce(documents)).toBe('By a choice')
      await vi.advanceTimersByTimeAsync(1000)
      expect(told).toEqual(['pending', 'written'])
    })

    it('is not used once it changed, another account came, or another one was read', async () => {
      const main = mainWith(viewOf())
      const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
      const events: (() => unknown)[] = [
        () => main.emit('documents.changed', { refs: [post('7')] }),
        () => main.emit('session.accountChanged', null),
        () => documents.readAhead(post('8')),
      ]
      for (const happens of events) {
        await documents.readAhead(post('7'))
        await happens()
        expect(titleAtOnce(documents)).toBeUndefined()
        main.emit('session.accountChanged', null)
      }
    })

    it('SY1 is not read while it is open, and not kept from before it was: what was typed since stays', async () => {
      const main = mainWith(viewOf())
      const { documents, form, release } = await openPost(main)
      await documents.readAhead(post('7'))
      form.setField('title', 'Typed')
      release()
      await settle()
      const again = documents.open(post('7'), manual, openSite)
      await settle()
      expect(again.getSnapshot().form?.inLocale('en').getField('title').value).toBe('Typed')
    })

    it('where it cannot be read, or is not here, opening it says so', async () => {
      const main = mainWith(null)
      const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
      await documents.readAhead(post('7'))
      const session = documents.open(post('7'), manual, openSite)
      await settle()
      expect(session.getSnapshot().status).toBe('missing')
    })
  })

  describe('F50 a text that is no value', () => {
    const views = number('views')
    const counted = collection(manual.versions, [...fields, views])
    const enterNumber = { key: 'validation:enterNumber' }

    it('F50 Save refuses, as a draft too, and shows the field', async () => {
      const main = mainWith(viewOf({ ...stored, views: 5 }))
      const { session, form } = await openPost(main, counted)
      form.setField('slug', 'a')
      form.setText('views', '5x', enterNumber)
      for (const mode of ['draft', 'publish', 'save'] as const) {
        expect(await session.save(mode, 'en')).toEqual({ saved: false, locale: 'en' })
        expect(form.getForm().reveal?.path).toBe('views')
      }
      expect(main.named('drafts.commit')).toEqual([])
      form.setField('views', 6)
      expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
      expect(main.entries[0]?.changes).toEqual([set('slug', 'kiruna', 'a'), set('views', 5, 6)])
    })

    it('F50 in another locale keeps Save back, too, and is shown there', async () => {
      const perLocale = collection(manual.versions, [...fields, number('views', { localized: true })])
      const main = mainWith(viewOf({ ...stored, views: { en: 5, de: 6 } }))
      const { session, document, form } = await openPost(main, perLocale)
      const german = document.inLocale('de')
      form.setField('slug', 'a')
      german.setText('views', '6x', enterNumber)
      for (const mode of ['draft', 'publish', 'save'] as const) {
        expect(await session.save(mode, 'en')).toEqual({ saved: false, locale: 'de' })
      }
      expect(german.getForm().reveal).toMatchObject({ path: 'views', requestId: 3 })
      expect(form.getForm().reveal).toBeNull()
      form.setText('views', '5x', enterNumber)
      expect(document.unreadable('en')).toEqual([
        { path: 'views', locale: 'en' },
        { path: 'views', locale: 'de' },
      ])
      expect(main.named('drafts.commit')).toEqual([])
      form.setText('views', null)
      german.setText('views', null)
      expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
    })

    it('F50 is there in the other locale of a shared field, and when the document is opened again', async () => {
      const main = mainWith(viewOf({ ...stored, views: 5 }))
      const { documents, session, document, form, release } = await openPost(main, counted)
      form.setText('views', '5x', enterNumber)
      const german = document.inLocale('de')
      expect(german.getField('views')).toMatchObject({ text: '5x', mark: 'invalid' })
      expect(await session.save('draft', 'de')).toEqual({ saved: false, locale: 'de' })
      release()
      await settle()
      const again = documents.open(post('7'), counted, openSite)
      await settle()
      const state = again.getSnapshot().form?.inLocale('en')
      expect(state).not.toBe(form)
      expect(state?.getField('views')).toMatchObject({ value: 5, text: '5x', mark: 'invalid' })
    })
  })

  describe('F52 a changed schema', () => {
    const later = collection(manual.versions, [
      textField('slug', { required: true, maxLength: 5 }),
      textField('title', { localized: true, label: 'Headline' }),
      number('views'),
    ])

    it('F52 an open document follows it, with what was typed', async () => {
      const main = mainWith(viewOf())
      const { documents, session, document, form } = await openPost(main)
      form.setField('slug', 'abisko')
      documents.open(post('7'), later, openSite)
      await settle()
      const next = session.getSnapshot().form
      expect(next).not.toBe(document)
      expect(next?.entity).toBe(later)
      const state = next?.inLocale('en')
      expect(state?.getField('slug')).toMatchObject({ value: 'abisko', mark: 'edited' })
      expect(state?.resolve('views')?.field).toMatchObject({ type: 'number' })
      expect(state?.validate()).toEqual(['slug'])
      next?.undo()
      expect(state?.getField('slug').value).toBe('kiruna')
    })

    it('F52 SY1 what is typed while the switch is under way is in the new form and in the database', async () => {
      const main = mainWith(viewOf())
      const { session, document, form } = await openPost(main)
      form.setField('slug', 'a')
      const open = main.hold('documents.get')
      const switched = session.setEntity(later, false)
      await settle()
      form.setField('slug', 'ab')
      form.setField('title', 'Typed meanwhile')
      open()
      await switched
      const next = session.getSnapshot().form
      expect(next).not.toBe(document)
      const changes = [set('slug', 'kiruna', 'ab'), en('title', 'Kiruna', 'Typed meanwhile')]
      expect(next?.changes()).toEqual(changes)
      await vi.advanceTimersByTimeAsync(250)
      expect(main.drafted()).toEqual(changes)
      // The replaced form writes nothing any more.
      form.setField('slug', 'too late')
      await vi.advanceTimersByTimeAsync(10_000)
      expect(main.drafted()).toEqual(changes)
    })

    it('F52 where what was typed cannot be written its form stays, and follows as soon as it is', async () => {
      const main = mainWith(viewOf())
      const { documents, session, document, form } = await openPost(main)
      form.setField('slug', 'a')
      main.refuse(new Error('disk full'))
      documents.open(post('7'), later, openSite)
      await settle()
      expect(session.getSnapshot().form).toBe(document)
      main.refuse(null)
      await vi.advanceTimersByTimeAsync(3000)
      const next = session.getSnapshot().form
      expect(next?.entity).toBe(later)
      expect(next?.inLocale('en').getField('slug').value).toBe('a')
    })

    it('F52 a commit that was under way arrives once', async () => {
      const main = mainWith(viewOf())
      const { session, form } = await openPost(main)
      form.setField('slug', 'a')
      const open = main.hold('drafts.commit')
      const saved = session.save('draft', 'en')
      const switched = session.setEntity(later, false)
      await settle()
      open()
      await Promise.all([saved, switched])
      main.emit('documents.changed', { refs: [post('7')] })
      await settle()
      const next = session.getSnapshot().form
      expect(main.entries.map(({ changes }) => changes)).toEqual([[set('slug', 'kiruna', 'a')]])
      expect(next?.changes()).toEqual([])
      expect(next?.inLocale('en').getField('slug')).toMatchObject({ value: 'a', mark: 'waiting' })
    })
  })
})
