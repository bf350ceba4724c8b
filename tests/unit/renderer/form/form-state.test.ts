import { describe, expect, it, vi } from 'vitest'
import { fieldId } from '../../../../renderer/form/form-context.tsx'
import { emptyOverlay, type Overlay, type OverlayField } from '../../../../renderer/form/form-overlay.ts'
import { createEdits } from '../../../../renderer/form/edits.ts'
import { createFormState } from '../../../../renderer/form/form-state.ts'
import { createViewState } from '../../../../renderer/form/view-state.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import {
  array,
  block,
  blocks,
  collection,
  email,
  group,
  number,
  select,
  text,
} from '../../shared/build-fields.ts'

const fields = [
  text('title', { localized: true, required: true }),
  text('slug', { defaultValue: 'new' }),
  number('views'),
  select('kind', ['news', 'essay']),
  group('meta', [text('description'), text('robots', { required: true })]),
  array('links', [text('label', { localized: true, defaultValue: 'Here' }), text('href')]),
  array('words', [text('word')], { localized: true }),
  blocks('layout', [block('hero', [text('heading'), array('lines', [text('line')])])]),
]
const stored: JsonObject = {
  title: { en: 'Kiruna', de: 'Kiruna' },
  slug: 'kiruna',
  meta: { robots: 'index' },
  links: [{ id: 'r1', label: { en: 'One', de: 'Eins' }, href: '/1' }],
}

const open = (data: JsonObject = stored, locale: string | null = 'en') =>
  createFormState({ fields, types: fieldTypes, data, locale })
/** Creates edits with their undo. */
function openEdits(data: JsonObject = stored, own: Field[] = fields, locale: string | null = 'en') {
  const edits = createEdits({ schema: { fields: own, types: fieldTypes }, below: data })
  return { edits, form: createFormState({ fields: own, types: fieldTypes, edits, locale }) }
}
const ids = (form: ReturnType<typeof open>, path: string) => form.getRows(path).rows.map(({ id }) => id)

/** Returns an overlay of the server's answers. */
function overlayOf(said: Record<string, Partial<OverlayField>>): Overlay {
  return new Map(
    Object.entries(said).map(([path, part]) => [
      path,
      { ...emptyOverlay.get(path), visible: true, choices: null, filters: null, error: null, ...part },
    ]),
  )
}

describe('a form without a document', () => {
  it('reads and sets values of its locale, and says what was edited', () => {
    const form = open()
    form.setField('title', 'Abisko')
    form.setField('meta.description', 'North')
    expect(form.getField('title')).toMatchObject({ value: 'Abisko', mark: 'edited' })
    expect(form.getField('slug')).toMatchObject({ value: 'kiruna', mark: 'none' })
    expect(form.data()).toMatchObject({
      title: { en: 'Abisko', de: 'Kiruna' },
      meta: { description: 'North', robots: 'index' },
    })
    expect(form.changes().map(({ path, locale }) => [path, locale])).toEqual([
      ['title', 'en'],
      ['meta.description', null],
    ])
    expect(form.getForm()).toMatchObject({ dirty: true, canUndo: true })
    expect(stored).toMatchObject({ title: { en: 'Kiruna' } })
  })

  it('S3.01 (part) DM6 rows are added with their defaults, inserted, moved and removed', () => {
    const form = open()
    const added = form.rows.add('links', 0)
    expect(ids(form, 'links')).toEqual([added, 'r1'])
    expect(added).toMatch(/^[0-9a-f]{24}$/)
    expect(form.read(`links.${added}`)).toMatchObject({ id: added, label: 'Here' })
    form.rows.insert('links', 1, [{ id: 'r2', href: '/2' }])
    form.rows.move('links', ['r1'], 0)
    expect(ids(form, 'links')).toEqual(['r1', added, 'r2'])
    form.rows.remove('links', [added ?? ''])
    expect(ids(form, 'links')).toEqual(['r1', 'r2'])
    expect(form.rows.contents('links', ['r2', 'r1'])).toEqual([
      { id: 'r1', label: { en: 'One', de: 'Eins' }, href: '/1' },
      { id: 'r2', href: '/2' },
    ])
    const localized = form.rows.add('words', 0)
    expect(form.data()['words']).toEqual({ en: [{ id: localized }] })
  })

  it('DM6 a copy has fresh ids all the way down, and every locale of its original', () => {
    const layout = [{ id: 'b1', blockType: 'hero', heading: 'H', lines: [{ id: 'l1', line: 'A' }] }]
    const form = open({ ...stored, layout })
    const [copy = ''] = form.rows.duplicate('layout', ['b1'])
    expect(ids(form, 'layout')).toEqual(['b1', copy])
    expect(form.getRows(`layout.${copy}.lines`).rows).toHaveLength(1)
    expect(ids(form, `layout.${copy}.lines`)).not.toEqual(['l1'])
    const [link = ''] = form.rows.duplicate('links', ['r1'])
    expect(form.rows.contents('links', [link])).toEqual([
      { id: link, label: { en: 'One', de: 'Eins' }, href: '/1' },
    ])
  })

  it('where there is no such list or block nothing is added', () => {
    const form = open()
    expect(form.rows.add('layout', 0, 'unheard-of')).toBeNull()
    expect(form.rows.add('layout', 0)).toBeNull()
    expect(form.rows.add('slug', 0)).toBeNull()
    expect(form.rows.duplicate('nothing', ['x'])).toEqual([])
    expect(form.changes()).toEqual([])
  })

  it('takes back and does again', () => {
    const { edits, form } = openEdits()
    form.setField('slug', 'abisko')
    form.rows.remove('links', ['r1'])
    edits.undo()
    expect(ids(form, 'links')).toEqual(['r1'])
    edits.undo()
    expect(form.data()).toEqual(stored)
    expect(edits.undo()).toBeNull()
    edits.redo()
    expect(form.getField('slug').value).toBe('abisko')
  })

  it('S5.10 (part) checks everything, in order, and knows who logs in with what', () => {
    const form = open({})
    expect(form.validate()).toEqual(['title', 'meta.robots'])
    expect(form.getField('meta.robots').mark).toBe('invalid')
    const login = { requireUsername: false, requireEmail: false }
    const users = createFormState({
      fields: [email('email'), text('username')],
      types: fieldTypes,
      data: {},
      locale: null,
      login,
    })
    expect(users.validate()).toEqual(['email', 'username'])
  })

  it('shows a field: the request moves with each wish, also for the same field', () => {
    const form = open()
    form.show('slug')
    const first = form.getForm().reveal
    form.show('slug')
    expect(form.getForm().reveal).toMatchObject({ path: 'slug' })
    expect(form.getForm().reveal?.requestId).not.toBe(first?.requestId)
  })

  it('a place that lies within another wakes who reads it', () => {
    const form = open()
    const listener = vi.fn<() => void>()
    const stop = form.subscribeWithin('links.r1', listener)
    form.setField('links.r1.href', '/x')
    expect(listener).toHaveBeenCalledTimes(1)
    expect(form.read('links.r1')).toEqual({ id: 'r1', label: 'One', href: '/x' })
    stop()
    form.setField('links.r1.href', '/y')
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('what the server’s functions say', () => {
  it('a field whose condition does not hold is hidden, with all in it, and not checked', () => {
    const form = open({ title: { en: 'A' } })
    expect(form.getField('meta.robots').visible).toBe(true)
    expect(form.validate()).toEqual(['meta.robots'])
    const listener = vi.fn<() => void>()
    form.getField('meta.robots')
    form.subscribeField('meta.robots', listener)
    form.setOverlay(overlayOf({ meta: { visible: false } }))
    expect(listener).toHaveBeenCalled()
    expect(form.getField('meta.robots').visible).toBe(false)
    expect(form.getField('slug').visible).toBe(true)
    expect(form.validate()).toEqual([])
    form.setOverlay(overlayOf({ meta: { visible: true } }))
    expect(form.getField('meta.robots').visible).toBe(true)
    expect(form.validate()).toEqual(['meta.robots'])
  })

  it('what may be hidden is checked only once the server has said that it is shown', () => {
    const conditional = [text('a', { required: true, hasCondition: true })]
    const form = createFormState({ fields: conditional, types: fieldTypes, data: {}, locale: null })
    expect(form.getField('a').visible).toBe(true)
    expect(form.validate()).toEqual([])
    form.setOverlay(overlayOf({ a: { visible: true } }))
    expect(form.validate()).toEqual(['a'])
  })

  it('allowed choices and the server’s own words are at their field', () => {
    const form = open()
    form.setField('kind', 'news')
    form.setOverlay(overlayOf({ kind: { choices: ['essay'], error: 'Not this one' } }))
    expect(form.getField('kind')).toMatchObject({
      choices: ['essay'],
      mark: 'invalid',
      error: { by: 'server', message: 'Not this one' },
    })
    expect(form.getField('slug').choices).toBeNull()
    form.setOverlay(emptyOverlay)
    expect(form.getField('kind')).toMatchObject({ choices: null, error: null })
  })

  it('the server’s own words go before advice, and advice is said where it has none', () => {
    const form = open()
    form.setField('slug', 'SE')
    expect(form.validate()).toEqual([])
    expect(form.getField('slug').error).toMatchObject({ by: 'form', error: { advice: true } })
    form.setOverlay(overlayOf({ slug: { error: 'Taken' } }))
    expect(form.getField('slug').error).toEqual({ by: 'server', message: 'Taken' })
    form.setOverlay(emptyOverlay)
    expect(form.getField('slug').error).toMatchObject({ error: { advice: true } })
  })

  it('an answer for a row stands at the row, wherever it is moved to', () => {
    const form = open({
      ...stored,
      links: [{ id: 'r1' }, { id: 'r2' }],
    })
    form.setOverlay(overlayOf({ 'links.r2.href': { visible: false } }))
    form.rows.move('links', ['r2'], 0)
    expect(form.getField('links.r2.href').visible).toBe(false)
    expect(form.getField('links.r1.href').visible).toBe(true)
  })
})

describe('F50 (part) text that is no value', () => {
  const enterNumber = { key: 'validation:enterNumber' }

  it('is kept at its field, keeps the form from being saved, and the value stays', () => {
    const form = open({ ...stored, views: 5 })
    form.setText('views', '5x', enterNumber)
    expect(form.getField('views')).toMatchObject({
      value: 5,
      text: '5x',
      mark: 'invalid',
      error: { by: 'form', error: enterNumber },
    })
    expect(form.getForm().invalid).toEqual(['views'])
    expect(form.validate()).toEqual(['views'])
    expect(form.changes()).toEqual([])
  })

  it('another edit of the field clears it, also one that leaves the value as it was', () => {
    const form = open({ ...stored, views: 5 })
    const listener = vi.fn<() => void>()
    form.getField('views')
    form.subscribeField('views', listener)
    for (const value of [6, 6] satisfies Json[]) {
      form.setText('views', '5x', enterNumber)
      form.setField('views', value, { typing: true })
      expect(form.getField('views')).toMatchObject({ value, text: null, error: null })
      expect(form.validate()).toEqual([])
    }
    expect(listener).toHaveBeenCalledTimes(4)
  })

  it('an undo that puts another value into the field clears it', () => {
    const { edits, form } = openEdits({ ...stored, views: 5 })
    form.setField('views', 6)
    form.setText('views', '6x', enterNumber)
    edits.undo()
    expect(form.getField('views')).toMatchObject({ value: 5, text: null, error: null })
  })

  it('goes with the row that it was typed in', () => {
    const data = { rows: [{ id: 'r1', count: 1 }] }
    const inRows = [array('rows', [number('count')])]
    const { edits, form } = openEdits(data, inRows, null)
    form.setText('rows.r1.count', '1x', enterNumber)
    form.rows.remove('rows', ['r1'])
    expect(form.getForm().invalid).toEqual([])
    expect(form.validate()).toEqual([])
    edits.undo()
    expect(form.getField('rows.r1.count').text).toBe('1x')
    expect(form.validate()).toEqual(['rows.r1.count'])
  })

  it('counts wherever it is on the screen: also under a condition that nobody has answered for', () => {
    const conditional = [number('count', { hasCondition: true })]
    const form = createFormState({ fields: conditional, types: fieldTypes, data: {}, locale: null })
    form.setText('count', '5x', enterNumber)
    expect(form.validate()).toEqual(['count'])
    expect(form.unreadable()).toEqual(['count'])
    form.setOverlay(overlayOf({ count: { visible: false } }))
    expect(form.validate()).toEqual([])
    expect(form.unreadable()).toEqual([])
  })
})

it('an error in a row that is gone does not count, and is there again with the row', () => {
  const inRows = [array('rows', [text('must', { required: true })])]
  const { edits, form } = openEdits({ rows: [{ id: 'r1' }] }, inRows, null)
  expect(form.validate()).toEqual(['rows.r1.must'])
  form.rows.remove('rows', ['r1'])
  expect(form.getForm().invalid).toEqual([])
  edits.undo()
  expect(form.getForm().invalid).toEqual(['rows.r1.must'])
})

describe('several forms at once', () => {
  it('ids of elements belong to their form', () => {
    const [one, other] = [open(), open()]
    expect(fieldId(one, 'title')).not.toBe(fieldId(other, 'title'))
    expect(fieldId(one, 'title')).not.toBe(fieldId(one, 'slug'))
  })

  it('each has data, history and errors of its own', () => {
    const [one, other] = [open(), open()]
    one.setField('title', '')
    one.validate()
    expect(other.getField('title')).toMatchObject({ value: 'Kiruna', error: null })
    expect(other.getForm()).toMatchObject({ canUndo: false, invalid: [] })
  })

  it('how a form is looked at outlives it where somebody keeps that', () => {
    const kept = new Map<string, Json>()
    const opened = () =>
      createFormState({ fields, types: fieldTypes, data: stored, locale: 'en', view: createViewState(kept) })
    const first = opened()
    const listener = vi.fn<() => void>()
    first.view.subscribe('tab x', listener)
    first.view.set('tab x', '2')
    first.view.set('tab x', '2')
    expect(listener).toHaveBeenCalledTimes(1)
    expect(opened().view.get('tab x')).toBe('2')
    expect(open().view.get('tab x')).toBeUndefined()
  })
})

it('a collection’s slug begins its schema paths', () => {
  const { slug } = collection([])
  const form = createFormState({ fields, types: fieldTypes, data: stored, locale: 'en', root: slug })
  expect(form.resolve('meta.robots')?.schemaPath).toBe('posts.meta.robots')
  expect(form.resolve('nothing')).toBeNull()
})
