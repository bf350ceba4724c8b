import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocumentView } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import type { OutboxEntry } from '../../../../shared/sync/entry.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import {
  arrayField,
  autosaved,
  base,
  collection,
  de,
  draftOf,
  en,
  entryOf,
  manual,
  openForm,
  set,
  stored,
  textField,
  viewOf,
} from './form-fixtures.ts'
import { strongestMark } from '../../../../renderer/form/form-snapshot.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(entity = manual, view: DocumentView = viewOf()) {
  return openForm({ entity, view })
}

describe('values and edits', () => {
  it('a field shows base, entries in order and the draft of its locale', () => {
    const view = viewOf(stored, {
      entries: [entryOf([set('slug', 'kiruna', 'abisko')])],
      draft: draftOf([en('title', 'Kiruna', 'Abisko')]),
    })
    const { form } = open(manual, view)
    expect(form.getField('title').value).toBe('Abisko')
    expect(form.getField('slug').value).toBe('abisko')
    expect(form.getField('meta.description').value).toBe('North')
    expect(form.changes()).toEqual([en('title', 'Kiruna', 'Abisko')])
  })

  it('DM1 a locale shows its own values and what is shared, and the draft keeps the order in which all were edited', () => {
    const changes = [en('title', 'Kiruna', 'X'), set('slug', 'kiruna', 'x')]
    const { document, form, german } = open(manual, viewOf(stored, { draft: draftOf(changes) }))
    expect(german.getField('title')).toMatchObject({ value: 'Kiruna', mark: 'none' })
    expect(german.getField('slug')).toMatchObject({ value: 'x', mark: 'edited' })
    german.setField('meta.description', 'Oben')
    expect(document.changes()).toEqual([...changes, de('meta.description', 'Norden', 'Oben')])
    expect(form.getField('meta.description')).toMatchObject({ value: 'North', mark: 'none' })
  })

  it('a shared field that is edited in one locale is another in all forms at once', () => {
    const { form, german } = open()
    const listener = vi.fn<() => void>()
    german.getField('slug')
    german.subscribeField('slug', listener)
    form.setField('slug', 'abisko')
    expect(listener).toHaveBeenCalledTimes(1)
    expect(german.getField('slug')).toMatchObject({ value: 'abisko', mark: 'edited' })
    form.setField('title', 'Abisko')
    expect(german.getField('title').value).toBe('Kiruna')
  })

  it('typing and taking it back leaves no edit, nothing and an empty text being the same', () => {
    const bare = viewOf({ id: 7 })
    const { document, form } = open(manual, bare)
    form.setField('slug', 'a')
    expect(form.changes()).toEqual([set('slug', null, 'a')])
    form.setField('slug', '')
    expect(form.changes()).toEqual([])
    form.setField('featured', true)
    form.setField('featured', false)
    expect(form.changes()).toEqual([])
    expect(document.getDocument().dirty).toBe(false)
  })

  it('an emptied field holds no value', () => {
    const { form } = open()
    form.setField('slug', '')
    expect(form.changes()).toEqual([set('slug', 'kiruna', null)])
  })

  it('a keystroke notifies the listeners of one field only', () => {
    const { form } = open()
    const title = vi.fn<() => void>()
    const slug = vi.fn<() => void>()
    form.getField('title')
    form.getField('slug')
    form.subscribeField('title', title)
    form.subscribeField('slug', slug)
    form.setField('title', 'K')
    expect(title).toHaveBeenCalledTimes(1)
    expect(slug).not.toHaveBeenCalled()
    expect(form.getField('title')).toMatchObject({ value: 'K', mark: 'edited' })
    expect(form.getField('slug')).toBe(form.getField('slug'))
  })
})

describe('the marks of a field', () => {
  it('SY16 edited, waiting with its time, conflict and refused follow the entries', () => {
    const conflict = { locale: null, path: 'slug', base: 'kiruna', mine: 'a', theirs: 'b' }
    const problem = { code: 'validation' as const, message: '', status: 400, fields: [], conflicts: [] }
    const view = viewOf(stored, {
      entries: [
        entryOf([en('title', 'Kiruna', 'A')], {
          state: 'parked',
          problem: { ...problem, fields: [{ path: 'title', message: 'Too plain' }] },
        }),
        entryOf([set('slug', 'kiruna', 'a')], {
          key: 'e2',
          state: 'parked',
          problem: { ...problem, code: 'conflict', conflicts: [conflict] },
        }),
        entryOf([en('meta.description', 'North', 'Up')], { key: 'e3' }),
      ],
    })
    const { form } = open(manual, view)
    expect(form.getField('title')).toMatchObject({
      mark: 'invalid',
      error: { by: 'server', message: 'Too plain' },
    })
    expect(form.getField('slug').mark).toBe('conflict')
    expect(form.getField('meta.description')).toMatchObject({
      mark: 'waiting',
      since: '2026-11-20T09:14:00.000Z',
    })
    expect(form.getField('featured').mark).toBe('none')
    form.setField('title', 'B')
    expect(form.getField('title')).toMatchObject({ mark: 'edited', error: null })
  })

  const refusedLabel = () =>
    viewOf(stored, {
      entries: [
        entryOf([set('links.r1.label', 'One', 'Two')], {
          state: 'parked',
          problem: {
            code: 'validation',
            message: '',
            status: 400,
            fields: [{ path: 'links.0.label', message: 'Too plain' }],
            conflicts: [],
          },
        }),
      ],
    })

  it('what the server refused is among what is not valid, until it is edited', () => {
    const { form } = open(manual, refusedLabel())
    const listener = vi.fn<() => void>()
    form.getForm()
    form.subscribe(listener)
    form.subscribeWithin('links.r1', listener)
    expect(form.getForm().invalid).toEqual(['links.r1.label'])
    expect(form.markWithin('links.r1')).toBe('invalid')
    form.setField('links.r1.label', 'Three')
    expect(form.getForm().invalid).toEqual([])
    expect(form.markWithin('links.r1')).toBe('edited')
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('a refused field in a row that is gone does not count while it is gone', () => {
    const { document, form } = open(manual, refusedLabel())
    form.rows.remove('links', ['r1'])
    expect(form.getForm().invalid).toEqual([])
    document.undo()
    expect(form.getField('links.r1.label').value).toBe('Two')
  })

  it('what all holds says the same as what is in it: not valid is more than edited, a conflict more than both', () => {
    const { form } = open(manual, viewOf({ ...stored, title: { en: 'Kiruna', de: '' } }))
    form.setField('links.r1.label', 'Two')
    form.setField('title', '')
    form.validate()
    expect(form.markWithin('links')).toBe('edited')
    expect(form.markWithin('title')).toBe('invalid')
    expect(strongestMark(['waiting', 'edited', 'invalid'])).toBe('invalid')
    expect(strongestMark(['updated', 'invalid', 'conflict'])).toBe('conflict')
    expect(strongestMark([])).toBe('none')
  })

  it('SY8 a reference to what was discarded here is said in the words of this program', () => {
    const at = { path: 'slug', message: '' }
    const problem = {
      code: 'reference-gone' as const,
      message: '',
      status: null,
      fields: [at],
      conflicts: [],
    }
    const entry = entryOf([set('slug', 'kiruna', 'a')], { state: 'parked', problem })
    const { form } = open(manual, viewOf(stored, { entries: [entry] }))
    expect(form.getField('slug')).toMatchObject({
      mark: 'invalid',
      error: { by: 'form', error: { key: 'galley:sync.problem.reference-gone' } },
    })
  })

  it('an entry of another locale marks only what is not localized', () => {
    const entry = entryOf([de('title', 'Kiruna', 'A'), set('slug', 'kiruna', 'a')], { locale: 'de' })
    const { form } = open(manual, viewOf(stored, { entries: [entry] }))
    expect(form.getField('title').mark).toBe('none')
    expect(form.getField('slug').mark).toBe('waiting')
  })

  it('a change inside a row marks its field, and leaves those beside it', () => {
    const links = [...(stored['links'] as JsonObject[]), { id: 'r2', label: 'Other' }]
    const entry = entryOf([set('links.r1.label', 'One', 'Two')])
    const { form } = open(manual, viewOf({ ...stored, links }, { entries: [entry] }))
    expect(form.getField('links.r1.label')).toMatchObject({ value: 'Two', mark: 'waiting' })
    expect(form.getField('links.r2.label')).toMatchObject({ value: 'Other', mark: 'none' })
    expect(form.read('links')).toMatchObject([{ id: 'r1', label: 'Two' }, { id: 'r2' }])
  })
})

describe('committing', () => {
  it('SY5 edits made while a commit is under way lie on what was committed', async () => {
    const { document, form, main } = open()
    form.setField('title', 'A')
    main.hold()
    const done = document.commit('draft', 'en')
    await vi.advanceTimersByTimeAsync(0)
    form.setField('title', 'AB')
    form.setField('slug', 's')
    expect(form.changes()).toEqual([en('title', 'A', 'AB'), set('slug', 'kiruna', 's')])
    expect(form.getField('title').value).toBe('AB')
    main.release()
    expect(await done).toBe('k')
    expect(main.commits[0]?.changes).toEqual([en('title', 'Kiruna', 'A')])
    expect(form.getField('title').value).toBe('AB')
    await document.commit('draft', 'en')
    expect(main.commits[1]?.changes).toEqual([en('title', 'A', 'AB'), set('slug', 'kiruna', 's')])
  })

  it('what was committed stays on the screen until a view has it', async () => {
    const { document, form } = open()
    form.setField('title', 'A')
    await document.commit('draft', 'en')
    expect(form.getField('title')).toMatchObject({ value: 'A', mark: 'edited' })
    document.receive(viewOf(stored, { entries: [entryOf([en('title', 'Kiruna', 'A')])] }))
    expect(form.getField('title')).toMatchObject({ value: 'A', mark: 'waiting' })
    expect(document.getDocument().dirty).toBe(false)
    document.receive(viewOf({ ...stored, title: { en: 'A', de: 'Kiruna' } }))
    expect(form.getField('title')).toMatchObject({ value: 'A', mark: 'none' })
    expect(document.getDocument().state).toEqual({ kind: 'saved' })
  })

  it('SY1 a refused commit gives the edits back, together with those made meanwhile, and they are journalled', async () => {
    const { document, form, main } = open()
    form.setField('title', 'A')
    main.hold()
    main.fail(new Error('disk full'))
    const refused = document.commit('draft', 'en').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    form.setField('title', 'AB')
    main.release()
    expect(await refused).toEqual(new Error('disk full'))
    expect(form.changes()).toEqual([en('title', 'Kiruna', 'AB')])
    main.fail(null)
    await vi.advanceTimersByTimeAsync(250)
    expect(main.puts.at(-1)?.changes).toEqual([en('title', 'Kiruna', 'AB')])
  })

  it('a view that was read before a commit ended does not take what is being committed off the screen', async () => {
    const { document, form, main } = open()
    form.setField('title', 'A')
    main.hold()
    const done = document.commit('draft', 'en')
    await vi.advanceTimersByTimeAsync(0)
    document.receive(viewOf({ ...stored, slug: 'theirs' }))
    expect(form.getField('title').value).toBe('A')
    expect(form.getField('slug').value).toBe('theirs')
    main.release()
    await done
  })

  it('SY1 a refused commit is journalled again also where all of it was: main may have taken it and not said so', async () => {
    const { document, form, main } = open()
    form.setField('title', 'A')
    await document.flush()
    main.fail(new Error('no answer'))
    await expect(document.commit('draft', 'en')).rejects.toThrow('no answer')
    main.fail(null)
    await vi.advanceTimersByTimeAsync(250)
    expect(main.puts.map(({ changes }) => changes)).toEqual([
      [en('title', 'Kiruna', 'A')],
      [en('title', 'Kiruna', 'A')],
    ])
  })

  it('SY1 a commit that fails after a newer view came: the edits lie on that one, together with those made meanwhile', async () => {
    const { document, form, main } = open()
    form.setField('title', 'A')
    main.hold()
    main.fail(new Error('locked'))
    const refused = document.commit('draft', 'en').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    form.setField('featured', true)
    document.receive(viewOf({ ...stored, slug: 'theirs' }))
    main.release()
    expect(await refused).toEqual(new Error('locked'))
    expect(form.changes()).toEqual([en('title', 'Kiruna', 'A'), set('featured', null, true)])
    expect(form.getField('title')).toMatchObject({ value: 'A', mark: 'edited' })
    expect(form.getField('slug').value).toBe('theirs')
    expect(document.getDocument().dirty).toBe(true)
  })

  it('a journal write never overtakes a commit', async () => {
    const { document, form, main } = open()
    form.setField('title', 'A')
    main.hold()
    void document.commit('draft', 'en')
    await vi.advanceTimersByTimeAsync(0)
    form.setField('title', 'AB')
    await vi.advanceTimersByTimeAsync(400)
    expect(main.puts).toEqual([])
    main.release()
    await vi.advanceTimersByTimeAsync(0)
    expect(main.puts).toMatchObject([{ changes: [en('title', 'A', 'AB')] }])
  })

  it('nothing to save is not sent, nothing to publish is', async () => {
    const { document, main } = open()
    expect(await document.commit('draft', 'en')).toBeNull()
    expect(main.commits).toEqual([])
    await document.commit('publish', 'en')
    expect(main.commits).toMatchObject([{ mode: 'publish', changes: [] }])
  })
})

describe('a newer view', () => {
  it('SY5 leaves edited fields alone and marks those that somebody else changed', () => {
    const { document, form } = open()
    form.setField('title', 'Mine')
    const theirs = { ...stored, title: { en: 'Theirs', de: 'Kiruna' }, slug: 'theirs' }
    document.receive(viewOf(theirs, { foreignWrites: 1 }))
    expect(form.getField('title')).toMatchObject({ value: 'Mine', mark: 'edited' })
    expect(form.getField('slug')).toMatchObject({ value: 'theirs', mark: 'updated' })
    expect(form.changes()).toEqual([en('title', 'Kiruna', 'Mine')])
    form.setField('slug', 'mine')
    form.setField('slug', 'theirs')
    expect(form.getField('slug').mark).toBe('none')
  })

  it('an empty list where there was nothing, and what the server fills in on creating, are nobody’s edits', () => {
    const { document, form } = open(manual, viewOf({ id: 7 }))
    document.receive(viewOf({ id: 7, links: [] }))
    expect(form.getField('links').mark).toBe('none')
    const made = open(manual, viewOf({}, { isNew: true }))
    made.document.receive(viewOf({ id: 7, slug: 'made-by-the-server' }))
    expect(made.form.getField('slug')).toMatchObject({ value: 'made-by-the-server', mark: 'none' })
  })

  it('drops an edit that is already applied and writes the journal without it', async () => {
    const { document, form, main } = open()
    form.setField('slug', 'abisko')
    await document.flush()
    document.receive(viewOf({ ...stored, slug: 'abisko' }))
    expect(form.changes()).toEqual([])
    await document.flush()
    expect(main.puts.at(-1)?.changes).toEqual([])
  })

  it('keeps what did not change as it was, so that a long document is not compared again and again', () => {
    const { document, form } = open()
    const { links, meta } = form.data()
    document.receive(viewOf(structuredClone({ ...stored, slug: 'other' })))
    expect(form.data()).toMatchObject({ slug: 'other' })
    expect(form.data()['links']).toBe(links)
    expect(form.data()['meta']).toBe(meta)
  })

  it('does not notify the listeners of fields that are as they were', () => {
    const { document, form } = open()
    const links = vi.fn<() => void>()
    form.getField('links')
    form.subscribeField('links', links)
    document.receive(viewOf({ ...stored, slug: 'other' }))
    expect(links).not.toHaveBeenCalled()
  })

  it('SY5 DM4 what the server made of an own value is not an edit of somebody else', async () => {
    const adjusted = [{ locale: null, path: 'slug', sent: 'Abisko ', stored: 'abisko' }]
    const { document, form } = open()
    form.setField('slug', 'Abisko ')
    await document.commit('draft', 'en')
    form.setField('slug', 'Abisko 2')
    document.receive(viewOf({ ...stored, slug: 'abisko' }, { adjusted }))
    expect(form.changes()).toEqual([set('slug', 'abisko', 'Abisko 2')])
    expect(form.getField('slug')).toMatchObject({ value: 'Abisko 2', mark: 'edited' })

    const other = open()
    other.form.setField('slug', 'Abisko ')
    await other.document.commit('draft', 'en')
    other.document.receive(viewOf(stored, { entries: [entryOf([set('slug', 'kiruna', 'Abisko ')])] }))
    other.document.receive(viewOf({ ...stored, slug: 'abisko' }, { adjusted }))
    expect(other.form.getField('slug')).toMatchObject({ value: 'abisko', mark: 'none' })
  })
})

describe('validation', () => {
  it('S5.10 (part) marks what is not valid, and clears it when it is right again', () => {
    const { form } = open()
    form.setField('title', '')
    expect(form.getField('title').mark).toBe('edited')
    expect(form.validate()).toEqual(['title'])
    expect(form.getForm().invalid).toEqual(['title'])
    expect(form.getField('title')).toMatchObject({
      mark: 'invalid',
      error: { by: 'form', error: { key: 'validation:required' } },
    })
    form.setField('title', 'Kir')
    expect(form.getField('title').error).toBeNull()
    expect(form.getForm().invalid).toEqual([])
  })

  it('S5.07 (part) F55 says that a text is short, and lets it be saved where only our default says so', () => {
    const { form } = open(
      collection(null, [
        textField('country'),
        textField('code', { minLength: 3 }),
        arrayField('rows', [textField('short'), textField('must', { required: true })]),
      ]),
      viewOf({ id: 7, rows: [{ id: 'r1', short: 'ab' }] }),
    )
    form.setField('country', 'DE')
    form.setField('code', 'DE')
    expect(form.validate()).toEqual(['code', 'rows.r1.must'])
    expect(form.getField('country').error).toMatchObject({
      by: 'form',
      error: { key: 'validation:longerThanMin', vars: { minLength: 3 } },
    })
    expect(form.getField('rows.r1.must').error).toMatchObject({ error: { key: 'validation:required' } })
  })

  it('hands out the same list of invalid fields until one comes or goes, so that nothing is drawn for nothing', () => {
    const { form } = open()
    form.setField('title', '')
    form.validate()
    const before = form.getForm()
    form.show('title')
    expect(form.getForm()).not.toBe(before)
    expect(form.getForm().invalid).toBe(before.invalid)
    form.setField('title', 'Kir')
    expect(form.getForm().invalid).toEqual([])
  })

  it('S5.17 (part) S5.18 (part) one of e-mail and user name is enough where users log in with either', () => {
    const email = { ...textField('email'), type: 'email' as const }
    const entity = {
      ...collection(null, [email, textField('username')]),
      loginWithUsername: { requireUsername: false, requireEmail: false },
    }
    const { form } = open(entity, viewOf({ id: 7 }))
    expect(form.validate()).toEqual(['email', 'username'])
    form.setField('username', 'Ines')
    expect(form.getForm().invalid).toEqual([])
    expect(form.validate()).toEqual([])
  })

  it('does not complain about what is not on the screen, or not for the form to judge', () => {
    const own = [
      textField('a', { required: true, hidden: true }),
      textField('b', { required: true, hasCondition: true }),
      textField('c', { required: true }),
    ]
    const entity = collection(null, own)
    const view = viewOf({ id: 7 })
    const { form } = openForm({ entity, view, counts: ({ path }) => path !== 'c' })
    expect(form.validate()).toEqual([])
  })

  it('does not complain about what a condition may hide, wherever it stands', () => {
    const required = textField('inner', { required: true })
    const hanging: Field = {
      ...base,
      type: 'collapsible',
      initCollapsed: false,
      hasCondition: true,
      fields: [required],
    }
    const tab = {
      schemaPath: '',
      label: null,
      description: null,
      localized: false,
      name: 'seo',
      hasCondition: true,
    }
    const entity = collection(null, [
      hanging,
      arrayField('open', [required]),
      arrayField('own', [{ ...required, hasCondition: true }]),
      arrayField('around', [hanging]),
      arrayField('whole', [required], { hasCondition: true }),
      { ...base, type: 'tabs', tabs: [{ ...tab, fields: [required] }] },
    ])
    const rows = [{ id: 'r1', inner: null }]
    const { form } = open(entity, viewOf({ id: 7, open: rows, own: rows, around: rows, whole: rows }))
    expect(form.validate()).toEqual(['open.r1.inner'])
  })
})

describe('autosave', () => {
  it('S9.11 (part) hands over after 2000 ms of quiet, one time', async () => {
    const { form, main } = open(autosaved)
    form.setField('title', 'A')
    await vi.advanceTimersByTimeAsync(1500)
    form.setField('title', 'AB')
    await vi.advanceTimersByTimeAsync(1900)
    expect(main.commits).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(main.commits).toMatchObject([{ mode: 'autosave', changes: [{ to: 'AB' }] }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(main.commits).toHaveLength(1)
  })

  it('a draft found on opening is handed over like one that was typed', async () => {
    const draft = draftOf([en('title', 'Kiruna', 'A')])
    const { main } = open(autosaved, viewOf(stored, { draft }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(main.commits).toMatchObject([{ mode: 'autosave' }])
  })

  it('F59 (part) what the server said it would refuse is not handed over, until it says otherwise', async () => {
    const answer = {
      edit: true,
      update: false,
      publish: false,
      unpublish: false,
      delete: false,
      create: false,
      byData: true,
      hiddenFields: [],
      fixedFields: [],
    }
    const known = { answer, isOfNow: true, fulfils: { update: null, delete: null } }
    const { document, form, main } = open(autosaved, viewOf(stored, { permissions: known }))
    form.setField('title', 'A')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(main.commits).toEqual([])
    expect(main.puts.at(-1)?.changes).toMatchObject([{ to: 'A' }])
    document.receive(viewOf(stored, { permissions: { ...known, answer: { ...answer, update: true } } }))
    await vi.advanceTimersByTimeAsync(2_500)
    expect(main.commits).toMatchObject([{ mode: 'autosave', changes: [{ to: 'A' }] }])
  })

  it('F59 (part) what depends on what is typed is handed over while nobody can ask, unless nothing in it may be changed', async () => {
    const answer = {
      edit: true,
      update: false,
      publish: false,
      unpublish: false,
      delete: false,
      create: false,
      byData: true,
      hiddenFields: [],
      fixedFields: [],
    }
    const commitsWith = async (more: Partial<typeof answer>) => {
      const permissions = {
        answer: { ...answer, ...more },
        isOfNow: true,
        fulfils: { update: null, delete: null },
      }
      const { document, form, main } = open(autosaved, viewOf(stored, { permissions }))
      form.setField('title', 'A')
      await vi.advanceTimersByTimeAsync(10_000)
      expect(main.commits).toEqual([])
      document.setCanAsk(false)
      await vi.advanceTimersByTimeAsync(2_500)
      return main.commits
    }
    expect(await commitsWith({})).toMatchObject([{ mode: 'autosave', changes: [{ to: 'A' }] }])
    expect(await commitsWith({ byData: false })).toEqual([])
    expect(await commitsWith({ edit: false })).toEqual([])
  })

  it('without autosave nothing is handed over by itself', async () => {
    const { document, form, main } = open(manual)
    form.setField('title', 'A')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(main.commits).toEqual([])
    expect(document.getDocument().state).toEqual({ kind: 'on-this-computer' })
  })

  it('F68 where the site validates drafts, what is not valid stays here until it is, and nothing is said of it', async () => {
    const versions = autosaved.versions && { ...autosaved.versions, validatesDrafts: true }
    const validating = collection(versions)
    const { document, form, main } = open(validating)
    form.setField('title', '')
    form.setField('slug', 'half-filled')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(main.commits).toEqual([])
    expect(form.getField('title').error).toBeNull()
    expect(document.getDocument().state).toEqual({ kind: 'on-this-computer' })
    form.setField('title', 'Whole')
    await vi.advanceTimersByTimeAsync(2000)
    expect(main.commits).toMatchObject([{ mode: 'autosave' }])
    expect(main.commits[0]?.changes).toHaveLength(2)
  })

  it('F68 all locales that are edited count, and so does what is no value', async () => {
    const versions = autosaved.versions && { ...autosaved.versions, validatesDrafts: true }
    const { document, form, main } = open(collection(versions))
    const german = document.inLocale('de')
    form.setField('title', '')
    german.setField('title', 'Ganz')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(main.commits).toEqual([])
    form.setField('title', 'Whole')
    form.setText('slug', 'no value', { key: 'validation:required' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(main.commits).toEqual([])
    form.setText('slug', null)
    form.setField('slug', 'ok')
    await vi.advanceTimersByTimeAsync(2000)
    expect(main.commits.length).toBeGreaterThan(0)
  })

  it('F58 a new document is not saved by itself where people type its id', async () => {
    const own = [textField('id', { required: true }), ...manual.fields]
    const entity = { ...autosaved, fields: own }
    const { form, main } = open(entity, { ...viewOf({}), isNew: true })
    form.setField('id', 'S')
    form.setField('title', 'Sweden')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(main.commits).toEqual([])
  })

  it('a failed autosave is tried again', async () => {
    const { document, form, main } = open(autosaved)
    form.setField('title', 'A')
    main.fail(new Error('locked'))
    await vi.advanceTimersByTimeAsync(2000)
    main.fail(null)
    await vi.advanceTimersByTimeAsync(3000)
    expect(main.commits).toHaveLength(2)
    expect(document.getDocument().dirty).toBe(true)
  })

  it('T1 a failed autosave is tried again after seconds, however long the site waits, until it works', async () => {
    const slow = { ...autosaved, versions: { ...manual.versions, drafts: true, autosaveInterval: 60_000 } }
    const { form, main } = open(slow as typeof autosaved)
    form.setField('title', 'A')
    main.fail(new Error('locked'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(main.commits).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(main.commits).toHaveLength(2)
    main.fail(null)
    await vi.advanceTimersByTimeAsync(5000)
    expect(main.commits).toHaveLength(3)
    expect(main.commits.at(-1)).toMatchObject({ mode: 'autosave', changes: [{ to: 'A' }] })
    await vi.advanceTimersByTimeAsync(300_000)
    expect(main.commits).toHaveLength(3)
  })

  it('SY1 leaving hands over at once', async () => {
    const { document, form, main } = open(autosaved)
    form.setField('title', 'A')
    await document.leave()
    expect(main.commits).toMatchObject([{ mode: 'autosave', changes: [{ to: 'A' }] }])
  })
})

describe('what the server makes of an own write', () => {
  const waiting = entryOf([set('slug', 'kiruna', 'abisko')], { state: 'sending' })
  const answer = { ...stored, slug: 'abisko', title: { en: 'Made by a hook', de: 'Kiruna' } }
  const newer = (data: JsonObject, entries: OutboxEntry[], foreignWrites = 0) =>
    viewOf(data, {
      entries,
      foreignWrites,
      base: { ...viewOf(data).base, updatedAt: '2026-11-20T10:00:00.000Z' },
    })

  it('SY16 a hook that changes another field during an own save is nobody else’s edit', () => {
    const { document, form } = open(manual, viewOf(stored, { entries: [waiting] }))
    document.receive(newer(answer, []))
    expect(form.getField('title')).toMatchObject({ value: 'Made by a hook', mark: 'none' })
  })

  it('SY16 a change that came while the own one still waits is somebody else’s', () => {
    const { document, form } = open(manual, viewOf(stored, { entries: [waiting] }))
    document.receive(newer({ ...answer, slug: 'kiruna' }, [waiting], 1))
    expect(form.getField('title')).toMatchObject({ value: 'Made by a hook', mark: 'updated' })
    expect(form.getField('slug').mark).toBe('waiting')
  })

  it('F88 a change of somebody else that is heard of together with the own answer is theirs', () => {
    const { document, form } = open(manual, viewOf(stored, { entries: [waiting] }))
    document.receive(newer({ ...answer, title: { en: 'Theirs', de: 'Kiruna' } }, [], 1))
    expect(form.getField('title')).toMatchObject({ value: 'Theirs', mark: 'updated' })
  })

  it('F88 what shows again because an own edit was discarded is nobody else’s edit', () => {
    const parked = entryOf([set('slug', 'kiruna', 'abisko')], { state: 'parked' })
    const { document, form } = open(manual, viewOf(stored, { entries: [parked] }))
    document.receive(viewOf(stored, { entries: [] }))
    expect(form.getField('slug')).toMatchObject({ value: 'kiruna', mark: 'none' })
  })
})
