import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  BulkUploadProvider,
  type OpenBulkUpload,
  type DocumentDrawers,
} from '../../../../renderer/data/document-drawers-context.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { relation, upload } from '../../shared/build-fields.ts'
import { set, viewOf } from '../form/form-fixtures.ts'
import { here, inSite, main, resetSite } from './relation-site.tsx'

const { showFields } = await import('./show-fields.tsx')

beforeEach(resetSite)
afterEach(cleanup)

const drawers = {
  edit: vi.fn<DocumentDrawers['edit']>(),
  create: vi.fn<DocumentDrawers['create']>(),
  readAhead: vi.fn<DocumentDrawers['readAhead']>(),
}
beforeEach(() => Object.values(drawers).forEach((mock) => mock.mockReset()))

const one = relation('to', { label: 'Place', relationTo: ['places'] })
const many = relation('to', { label: 'Places', relationTo: ['places'], hasMany: true })
const poly = relation('to', { label: 'Target', relationTo: ['places', 'pages'], polymorphic: true })

type Options = NonNullable<Parameters<typeof showFields>[1]>

async function show(field: Field, value: Json, more: Options = {}) {
  const shown = await showFields([field], { data: { to: value }, around: inSite(drawers), ...more })
  await waitFor(() => expect(document.querySelector('[id$="-to-label"]')).not.toBeNull())
  return shown
}

const input = () => screen.getByRole<HTMLInputElement>('combobox')
const rows = () => screen.getAllByRole('row').map((row) => row.textContent)
const key = (name: string, more = {}) => fireEvent.keyDown(input(), { key: name, ...more })
async function type(words: string) {
  input().focus()
  fireEvent.change(input(), { target: { value: words } })
  await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeNull())
}
const option = (name: string) => screen.findByRole('option', { name: new RegExp(`^${name}`) })

describe('a relationship to one document', () => {
  it('shows its title, never its id, and offline finds others as they are typed', async () => {
    const { form } = await show(one, 2)
    await waitFor(() => expect(input().value).toBe('Narvik'))
    await type('osl')
    await option('Oslo')
    expect(screen.queryByRole('option', { name: /^Abisko/ })).toBeNull()
    key('Enter')
    expect(form.changes()).toEqual([set('to', 2, 3)])
    await waitFor(() => expect(input().value).toBe('Oslo'))
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('F63 (part) a document that is called by a date is shown and offered in the site’s format, in its zone', async () => {
    await show({ ...one, relationTo: ['visits'] }, 1)
    await waitFor(() => expect(input().value).toBe('20 Nov 2026, 10:00'))
    await type('20')
    await option('20 Nov 2026, 10:00')
  })

  it('by the keyboard: arrows open the list and walk through it, Escape leaves everything as it was', async () => {
    const { form } = await show(one, null)
    input().focus()
    key('ArrowDown')
    await option('Abisko')
    expect(input().getAttribute('aria-expanded')).toBe('true')
    key('ArrowDown')
    const active = document.getElementById(input().getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toBe('Narvik')
    key('Escape')
    expect(input().getAttribute('aria-expanded')).toBe('false')
    expect(form.changes()).toEqual([])
  })

  it('by the mouse: is chosen by a click, and cleared by its button', async () => {
    const { form } = await show(one, null)
    fireEvent.click(input())
    fireEvent.click(await option('Narvik'))
    expect(form.getField('to').value).toBe(2)
    fireEvent.click(await screen.findByRole('button', { name: 'Clear Place' }))
    expect(form.changes()).toEqual([])
    expect(input().value).toBe('')
  })

  it('SY8 a document that is only on this computer is chosen by its title and kept by its temporary id', async () => {
    const { form } = await show(one, null)
    await type('trom')
    fireEvent.click(await option('Tromsø'))
    expect(form.getField('to').value).toBe('tmp_4')
    await waitFor(() => expect(input().value).toBe('Tromsø'))
    expect(screen.getByText('Not sent yet')).toBeTruthy()
  })

  it('says what became of a document that the server does not give', async () => {
    here.status = 'online'
    here.says = {
      'places:8': { outcome: 'gone', message: '' },
      'places:9': { outcome: 'denied', message: '' },
    }
    await show({ ...many, label: 'Places' }, [8, 9, 1])
    await waitFor(() => expect(rows()).toEqual(['Deleted', 'No access', 'Abisko']))
  })

  it('of one that was there when the server was asked and is gone now, the server is asked again', async () => {
    here.status = 'online'
    const bergen = { slug: 'places', id: '8', data: { name: 'Bergen' } }
    await show(many, [8])
    const asked = () => main.calls.filter(({ name }) => name === 'documents.refresh').length
    await waitFor(() => expect(asked()).toBeGreaterThan(0))
    const changed = () => act(() => main.emit('documents.listChanged', { slug: 'places' }))
    here.rows.push(bergen)
    changed()
    await waitFor(() => expect(rows()).toEqual(['Bergen']))
    here.rows.pop()
    here.says = { 'places:8': { outcome: 'gone', message: '' } }
    changed()
    await waitFor(() => expect(rows()).toEqual(['Deleted']))
  })

  it('says that a document is not known here, and of a collection that may not be read that there is no access', async () => {
    await show(many, [8])
    await waitFor(() => expect(rows()).toEqual(['Not on this computer']))
    cleanup()
    here.readable = ['pages']
    await show(many, [1])
    await waitFor(() => expect(rows()).toEqual(['No access']))
  })

  it('says of a new document that was discarded here that it is gone, and not that the server could name it', async () => {
    await show(one, 'tmp_8')
    await waitFor(() => expect(input().value).toBe('Discarded'))
    expect(screen.getByText(/This new document was discarded on this computer · ID: tmp_8/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Edit / })).toBeNull()
    expect(screen.getByRole('button', { name: 'Clear Place' })).toBeTruthy()
  })

  it('read-only: the title stands there, and nothing can be done but to open it', async () => {
    const { form } = await show({ ...one, readOnly: true }, 2)
    await waitFor(() => expect(input().value).toBe('Narvik'))
    expect(input().readOnly).toBe(true)
    fireEvent.click(input())
    key('ArrowDown')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clear Place' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Edit Narvik' }))
    expect(drawers.edit).toHaveBeenCalledWith({ kind: 'collection', slug: 'places', id: '2' })
    expect(form.changes()).toEqual([])
  })

  it('a duplicate made in its drawer takes its place, and what is deleted there is taken out, each one step of undo', async () => {
    const { form, document } = await show(one, 2)
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Narvik' }))
    const [, asker] = drawers.edit.mock.calls[0] ?? []
    act(() => asker?.onDuplicated?.({ kind: 'collection', slug: 'places', id: 'tmp_4' }))
    expect(form.getField('to').value).toBe('tmp_4')
    act(() => void document.undo())
    expect(form.getField('to').value).toBe(2)
    act(() => asker?.onDeleted?.({ kind: 'collection', slug: 'places', id: '2' }))
    expect(form.getField('to').value).toBeNull()
    act(() => void document.undo())
    expect(form.changes()).toEqual([])
  })

  it('a required one says so when the form is checked, until it points at something', async () => {
    const { form } = await show({ ...one, required: true }, null)
    act(() => void form.validate())
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('This field is required.')).toBeTruthy()
    await type('osl')
    fireEvent.click(await option('Oslo'))
    await waitFor(() => expect(screen.queryByText('This field is required.')).toBeNull())
  })

  it('holds another document in each locale', async () => {
    const { form, german } = await show({ ...one, localized: true }, { en: 1, de: 2 })
    await waitFor(() => expect(input().value).toBe('Abisko'))
    expect(screen.getByText('en')).toBeTruthy()
    await type('osl')
    fireEvent.click(await option('Oslo'))
    expect(form.getField('to').value).toBe(3)
    expect(german.getField('to').value).toBe(2)
  })

  it('right to left and left to right, each title tells its direction by itself', async () => {
    here.rows.push({ slug: 'places', id: '6', data: { name: 'القاهرة' } })
    await show(one, 6)
    await waitFor(() => expect(input().value).toBe('القاهرة'))
    expect(input().dir).toBe('auto')
  })
})

describe('what may be chosen', () => {
  it('the filter of the config counts, and what the server works out counts for it', async () => {
    here.rows.push({ slug: 'places', id: '7', data: { name: 'Hidden', hidden: 'yes' } })
    const { form } = await show({ ...one, filterOptions: { hidden: { equals: 'yes' } } }, null)
    fireEvent.click(input())
    await option('Hidden')
    expect(screen.getAllByRole('option').map((found) => found.textContent)).not.toContain('Oslo')
    key('Escape')
    act(() =>
      form.setOverlay(
        new Map([
          [
            'to',
            { visible: true, choices: null, filters: { places: { name: { equals: 'Oslo' } } }, error: null },
          ],
        ]),
      ),
    )
    fireEvent.click(input())
    await option('Oslo')
    expect(screen.queryByRole('option', { name: /^Hidden/ })).toBeNull()
  })

  it('where only a function of the site knows, it says that the server checks it', async () => {
    await show({ ...one, hasFilterFunction: true }, null)
    fireEvent.click(input())
    await option('Oslo')
    expect(screen.getByText(/Only the server knows/)).toBeTruthy()
  })

  it('S3.07 (polymorphic) of several collections each stands under its name, and is kept with its collection', async () => {
    const { form } = await show(poly, { relationTo: 'places', value: 1 })
    await waitFor(() => expect(input().value).toBe('Abisko'))
    fireEvent.click(input())
    const group = await screen.findByRole('group', { name: 'Pages' })
    fireEvent.click(within(group).getByRole('option', { name: /^About/ }))
    expect(form.getField('to').value).toEqual({ relationTo: 'pages', value: 1 })
  })

  it('offers to make a document where that is allowed, and points at what was made', async () => {
    const { form } = await show(one, null)
    await type('Bodø')
    fireEvent.click(await option('Create new Place'))
    expect(drawers.create).toHaveBeenCalledWith('places', expect.anything())
    const [slug, options] = drawers.create.mock.calls[0] ?? []
    expect(slug).toBe('places')
    act(() => options?.onMade?.({ kind: 'collection', slug: 'places', id: 'tmp_4' }))
    expect(form.getField('to').value).toBe('tmp_4')
    cleanup()
    await show({ ...one, allowCreate: false }, null)
    fireEvent.click(input())
    await option('Oslo')
    expect(screen.queryByRole('option', { name: /^Create new/ })).toBeNull()
  })

  it('of many documents the arrows reach all, page by page, each collection under its own name', async () => {
    const named = (slug: string, of: string, count: number) =>
      Array.from({ length: count }, (_, at) => {
        const name = `${of} ${String(at + 1).padStart(2, '0')}`
        return { slug, id: String(at + 1), data: slug === 'places' ? { name } : { title: name } }
      })
    here.rows = [...named('places', 'Lake', 50), ...named('pages', 'Chapter', 30)]
    await show(poly, null)
    fireEvent.click(input())
    await option('Lake 01')
    const active = () =>
      document.getElementById(input().getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''
    const passed = [active()]
    const step = async () => {
      const before = active()
      key('ArrowDown')
      await waitFor(() => expect(active()).not.toBe(before))
      passed.push(active())
      // The next page is here before the end of this one is passed.
      await act(async () => {})
    }
    while (!active().startsWith('Create') && passed.length < 100) await step()
    const all = [...named('pages', 'Chapter', 30), ...named('places', 'Lake', 50)]
    expect(passed.slice(0, -1)).toEqual(all.map(({ data }) => Object.values(data)[0]))
    const listbox = screen.getByRole('listbox')
    expect(within(listbox).getAllByRole('group')).toHaveLength(3)
    expect(within(within(listbox).getByRole('group', { name: 'Pages' })).getAllByRole('option')).toHaveLength(
      30,
    )
  })

  it('nothing more is asked for once this computer has given all that it has of a longer list', async () => {
    here.rows = Array.from({ length: 45 }, (_, at) => ({
      slug: 'places',
      id: String(at + 1),
      data: { name: `Lake ${String(at + 1).padStart(2, '0')}` },
    }))
    here.onServer = 4000
    await show(one, null)
    fireEvent.click(input())
    await option('Lake 01')
    const lists = () => main.named('documents.list').length
    for (let at = 0; at < 50; at += 1) {
      key('ArrowDown')
      await act(async () => {})
    }
    await option('Lake 45')
    const asked = lists()
    for (let at = 0; at < 5; at += 1) await act(async () => {})
    expect(lists()).toBe(asked)
  })

  it('a page that arrives above leaves the option that is pointed at', async () => {
    const chapters = Array.from({ length: 30 }, (_, at) => ({
      slug: 'pages',
      id: String(at + 1),
      data: { title: `Chapter ${String(at + 1).padStart(2, '0')}` },
    }))
    const place = { slug: 'places', id: '1', data: { name: 'Abisko' } }
    here.rows = [...chapters.slice(0, 3), place]
    await show(poly, null)
    fireEvent.click(input())
    await option('Chapter 01')
    fireEvent.mouseMove(screen.getByRole('option', { name: /^Abisko/ }))
    const pointed = input().getAttribute('aria-activedescendant')
    here.rows = [...chapters, place]
    act(() => main.emit('documents.listChanged', { slug: 'pages' }))
    await option('Chapter 20')
    expect(input().getAttribute('aria-activedescendant')).toBe(pointed)
  })

  it('an answer of the server that comes while the list is open moves nothing', async () => {
    const { inSteadyOrder } = await import('../../../../renderer/fields/relation/use-choices.ts')
    const merged = inSteadyOrder(['b', 'c', 'gone'], ['a', 'b', 'c', 'd'], (item) => item)
    expect(merged).toEqual(['b', 'c', 'a', 'd'])
  })
})

describe('a relationship to many documents', () => {
  it('keeps their order: Alt and an arrow moves one, Delete removes it', async () => {
    const { form } = await show(many, [1, 2, 3])
    await waitFor(() => expect(rows()).toEqual(['Abisko', 'Narvik', 'Oslo']))
    const [, , third] = screen.getAllByRole('row')
    if (third === undefined) throw new Error('no third row')
    fireEvent.keyDown(third, { key: 'ArrowUp', altKey: true })
    expect(form.getField('to').value).toEqual([1, 3, 2])
    const [first] = screen.getAllByRole('row')
    if (first === undefined) throw new Error('no first row')
    fireEvent.keyDown(first, { key: 'Delete' })
    expect(form.getField('to').value).toEqual([3, 2])
    expect(form.changes()).toEqual([set('to', [1, 2, 3], [3, 2])])
  })

  it('a duplicate made in the drawer of one is added, and what is deleted there is taken out', async () => {
    const { form } = await show(many, [1, 2])
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Abisko' }))
    const [, asker] = drawers.edit.mock.calls[0] ?? []
    act(() => asker?.onDuplicated?.({ kind: 'collection', slug: 'places', id: '3' }))
    expect(form.getField('to').value).toEqual([1, 2, 3])
    act(() => asker?.onDeleted?.({ kind: 'collection', slug: 'places', id: '1' }))
    expect(form.getField('to').value).toEqual([2, 3])
  })

  it('one that is there is not offered again; Backspace in the empty input removes the last', async () => {
    const { form } = await show(many, [1, 2])
    await waitFor(() => expect(rows()).toHaveLength(2))
    fireEvent.click(input())
    await option('Oslo')
    expect(screen.queryByRole('option', { name: /^Abisko/ })).toBeNull()
    key('Escape')
    key('Backspace')
    expect(form.getField('to').value).toEqual([1])
  })

  it('takes no more than it may hold, and says what is wrong with the number', async () => {
    const { form } = await show({ ...many, minRows: 2, maxRows: 3 }, [1])
    act(() => void form.validate())
    expect(screen.getByText(/less than the min allowed Rows of 2/i)).toBeTruthy()
    await type('nar')
    fireEvent.click(await option('Narvik'))
    await type('osl')
    fireEvent.click(await option('Oslo'))
    await waitFor(() => expect(input().placeholder).toBe('No more than 3 allowed'))
    expect(input().readOnly).toBe(true)
    expect(screen.queryByText(/less than the min/i)).toBeNull()
  })

  it('where the site keeps the order, it cannot be changed', async () => {
    const { form } = await show({ ...many, isSortable: false }, [1, 2])
    await waitFor(() => expect(rows()).toHaveLength(2))
    const [, second] = screen.getAllByRole('row')
    if (second === undefined) throw new Error('no second row')
    fireEvent.keyDown(second, { key: 'ArrowUp', altKey: true })
    expect(form.changes()).toEqual([])
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
  })

  it('SY5 a newer version of the document shows the documents that it holds now', async () => {
    const { document: opened } = await show(many, [1])
    await waitFor(() => expect(rows()).toEqual(['Abisko']))
    act(() => opened.receive(viewOf({ id: 7, to: [3, 1] })))
    await waitFor(() => expect(rows()).toEqual(['Oslo', 'Abisko']))
  })
})

describe('files', () => {
  const file = upload('to', { label: 'Picture', relationTo: ['media'] })

  it('S3.28 (reference) a file stands there with its name, size and type', async () => {
    await show(file, 5)
    await waitFor(() => expect(rows()).toEqual(['fire.png19KB · image/pngEdit fire.png']))
  })

  it('is chosen in a drawer, where it is searched; the focus goes back to the button', async () => {
    const { form } = await show(file, null)
    const button = await screen.findByRole('button', { name: 'Choose from existing' })
    button.focus()
    fireEvent.click(button)
    const drawer = await screen.findByRole('dialog', { name: 'Choose Picture' })
    fireEvent.click(await within(drawer).findByRole('option', { name: /^fire\.png/ }))
    expect(form.getField('to').value).toBe(5)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is chosen in a drawer that filters them as their list does', async () => {
    here.rows.push({ slug: 'media', id: '6', data: { filename: 'snow.svg', mimeType: 'image/svg+xml' } })
    await show(file, null)
    fireEvent.click(await screen.findByRole('button', { name: 'Choose from existing' }))
    const drawer = await screen.findByRole('dialog', { name: 'Choose Picture' })
    const names = () =>
      within(drawer)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    await waitFor(() => expect(names()).toHaveLength(2))
    fireEvent.click(within(drawer).getByRole('button', { name: 'Filters' }))
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Add Filter' }))
    fireEvent.change(await within(drawer).findByRole('textbox'), {
      target: { value: 'snow.svg' },
    })
    await waitFor(() => expect(names()).toEqual([expect.stringContaining('snow.svg')]))
    expect(within(drawer).getByRole('button', { name: /^Filters/ }).textContent).toMatch(/1$/)
    fireEvent.change(within(drawer).getByRole('textbox'), { target: { value: 'ice.svg' } })
    await within(drawer).findByText('No Pictures match this filter')
  })

  it('U31 (part) what can be done with the one file is said in words; the focus stays in the field', async () => {
    const { form } = await show(file, null)
    const choose = await screen.findByRole('button', { name: 'Choose from existing' })
    choose.focus()
    act(() => form.setField('to', 5))
    await screen.findByRole('button', { name: 'Edit fire.png' })
    expect(document.activeElement?.textContent).toBe('Replace…')
    expect(screen.queryByRole('button', { name: /Create new/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Replace…' }))
    await screen.findByRole('dialog', { name: 'Choose Picture' })
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Remove fire.png' }))
    expect(form.getField('to').value).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Choose from existing'))
  })

  describe('F69 (part) takes files that are brought in', () => {
    const pictures = upload('to', { label: 'Pictures', relationTo: ['media'], hasMany: true, maxRows: 3 })
    const fileOf = (name: string) => new File(['x'], name, { type: 'image/png' })
    const names = (files: readonly File[] | undefined) => files?.map(({ name }) => name)
    async function showWithBulk(field: Field, value: Json, more: Options = {}) {
      const bulk = vi.fn<OpenBulkUpload>()
      const around = inSite(drawers)
      const shown = await show(field, value, {
        around: (content) => <BulkUploadProvider value={bulk}>{around(content)}</BulkUploadProvider>,
        ...more,
      })
      const box = (await screen.findAllByRole('group', { name: /^Picture/ })).at(-1)
      if (box === undefined) throw new Error('no box')
      return { ...shown, bulk, box }
    }

    it('dropped: each becomes a document in the bulk upload, which knows how much room there is, and the field points at it', async () => {
      const { form, bulk, box } = await showWithBulk(pictures, [5])
      fireEvent.drop(box, { dataTransfer: { files: ['a.png', 'b.png', 'c.png'].map(fileOf) } })
      const [slug, options] = bulk.mock.calls[0] ?? []
      expect([slug, names(options?.files), options?.room]).toEqual(['media', ['a.png', 'b.png', 'c.png'], 2])
      act(() => options?.onMade?.({ kind: 'collection', slug: 'media', id: 'tmp_9' }))
      expect(form.read('to')).toEqual([5, 'tmp_9'])
    })

    it('pasted: one, into a field of one; by its button none at first, into one of many', async () => {
      const { bulk, box } = await showWithBulk(file, null)
      fireEvent.paste(box, { clipboardData: { files: [fileOf('a.png'), fileOf('b.png')] } })
      expect(bulk.mock.calls[0]?.[1]).toMatchObject({ room: 1 })
      cleanup()
      const empty = await showWithBulk(pictures, null)
      fireEvent.click(screen.getByRole('button', { name: 'Bulk Upload' }))
      expect(empty.bulk.mock.calls[0]?.[1]?.files).toEqual([])
    })

    it('in a place of its own: another document or language is another one', async () => {
      const places: unknown[] = []
      for (const [field, more] of [
        [pictures, {}],
        [pictures, { view: { ref: { kind: 'collection', slug: 'pages', id: '8' } } }],
        [{ ...pictures, localized: true }, {}],
        [
          { ...pictures, localized: true },
          { locale: 'de', scope: { locale: 'de' } },
        ],
      ] as const) {
        const { bulk, box } = await showWithBulk(field, null, more)
        fireEvent.drop(box, { dataTransfer: { files: [fileOf('a.png')] } })
        places.push(bulk.mock.calls[0]?.[1]?.place)
        cleanup()
      }
      expect(new Set(places).size).toBe(4)
    })

    it('with what the field takes, for the files to be judged by (F103)', async () => {
      const drop = async (filterOptions: JsonObject | null) => {
        const { bulk, box } = await showWithBulk({ ...pictures, filterOptions }, null)
        fireEvent.drop(box, { dataTransfer: { files: [fileOf('a.png')] } })
        cleanup()
        return bulk.mock.calls[0]?.[1]?.filter
      }
      expect(await drop(null)).toBeNull()
      const rule = { mimeType: { contains: 'image' } }
      expect(await drop(rule)).toEqual({ or: [{ and: [rule] }] })
    })

    it('not where nothing may be made or written, or there is no room', async () => {
      for (const [field, more] of [
        [{ ...file, allowCreate: false }, {}],
        [{ ...pictures, maxRows: 0 }, {}],
      ] as const) {
        const { bulk, box } = await showWithBulk(field, null, more)
        fireEvent.drop(box, { dataTransfer: { files: [fileOf('a.png')] } })
        expect(bulk).not.toHaveBeenCalled()
        cleanup()
      }
    })
  })

  it('read-only and empty it says that nothing is chosen', async () => {
    await show({ ...file, readOnly: true }, null)
    expect(await screen.findByText('Nothing chosen')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

it('a list of one document, or of a read-only field, has no place to drag it by and warns of nothing', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { form } = await show(many, [1])
  await waitFor(() => expect(rows()).toEqual(['Abisko']))
  act(() => form.setField('to', [1, 2]))
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Move / })).toHaveLength(2))
  act(() => form.setField('to', [2]))
  await waitFor(() => expect(rows()).toEqual(['Narvik']))
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull()
  cleanup()
  await show({ ...many, readOnly: true }, [1, 2])
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(warn.mock.calls).toEqual([])
  warn.mockRestore()
})
