import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetRowsWithAccount, rowsCopiedHere } from '../../../../renderer/fields/rows/rows-clipboard.ts'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import { compareDocuments } from '../../../../shared/document/compare/compare-documents.ts'
import type { ComparedPart } from '../../../../shared/document/compare/compared.ts'
import { copyRows } from '../../../../shared/document/copied-rows.ts'
import { fieldNodeAt } from '../../../../shared/document/path.ts'
import { withFreshRows } from '../../../../shared/document/row-operations.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { fieldModules } from '../../../../renderer/app/field-modules.ts'
import { offeredColumns } from '../../../../renderer/fields/document-columns/columns.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { array, block, blocks, number, tab, tabs, text } from '../../shared/build-fields.ts'
import { entryOf } from '../form/form-fixtures.ts'
import { showFields } from './show-fields.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const stops = (more: Parameters<typeof array>[2] = {}) =>
  array(
    'stops',
    [text('name', { label: 'Name' }), array('trains', [text('line', { label: 'Line' })], train)],
    {
      label: 'Stops',
      labels: { singular: 'Stop', plural: 'Stops' },
      ...more,
    },
  )
const train = { label: 'Trains', labels: { singular: 'Train', plural: 'Trains' } }
const three = { stops: ['Kiruna', 'Abisko', 'Narvik'].map((name, at) => ({ id: `r${at + 1}`, name })) }

const layout = (more: Parameters<typeof blocks>[2] = {}) =>
  blocks(
    'layout',
    [
      {
        ...block('hero', [text('heading', { label: 'Heading' })]),
        labels: { singular: 'Hero', plural: 'Heroes' },
      },
      {
        ...block('quote', [text('by', { label: 'Said by' })]),
        labels: { singular: 'Quote', plural: 'Quotes' },
        group: 'Words',
      },
    ],
    { label: 'Layout', labels: { singular: 'Block', plural: 'Blocks' }, ...more },
  )

const head = (name: RegExp | string) =>
  screen.getByRole('button', { name: typeof name === 'string' ? new RegExp(`^${name}`) : name })
const heads = () =>
  [...document.querySelectorAll<HTMLElement>('[data-part=toggle]')].map((one) =>
    one.textContent.replaceAll(/\s+/g, ' ').trim(),
  )
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
const rowsDrawn = (): Element[] => [...document.querySelectorAll('[data-row]')]
const grip = (row: string) => screen.getByRole('button', { name: `Move ${row}` })
const said = () => document.querySelector('[aria-live=polite]:not([data-live-announcer])')?.textContent

function openMenu(row: string) {
  press(`Actions for ${row}`)
  return within(screen.getByRole('menu'))
}

function choose(row: string, item: RegExp) {
  fireEvent.click(openMenu(row).getByRole('menuitem', { name: item }))
}

function ids(form: Awaited<ReturnType<typeof showFields>>['form'], path = 'stops') {
  return form.getRows(path).rows.map(({ id }) => id)
}

async function show(fields: Field[], data = {}, more = {}) {
  return showFields(fields, { data, ...more })
}

/** Returns the names of the fields in a comparison. */
function namesIn(parts: readonly ComparedPart[]): string[] {
  return parts.flatMap((part) =>
    part.kind === 'value'
      ? [part.name]
      : part.kind === 'group'
        ? namesIn(part.parts)
        : part.rows.flatMap((row) => namesIn(row.parts)),
  )
}

describe('an array', () => {
  it('S3.01 rows of its fields are added, duplicated, removed, put in another order and folded, as many as it may have', async () => {
    const rows = { stops: three.stops.map((row) => ({ ...row, id: `a${row.id}` })) }
    const { form } = await show([stops({ minRows: 2, maxRows: 4 })], rows)
    expect(
      screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Name' }).map(({ value }) => value),
    ).toEqual(['Kiruna', 'Abisko', 'Narvik'])
    press('Add Stop')
    const [, , , added] = ids(form)
    expect(ids(form)).toEqual(['ar1', 'ar2', 'ar3', expect.stringMatching(/^[0-9a-f]{24}$/)])
    // maxRows is the limit, with a reason.
    expect(screen.getByRole('button', { name: 'Add Stop' }).getAttribute('aria-disabled')).toBe('true')
    press('Add Stop')
    expect(ids(form)).toHaveLength(4)
    choose('Stop 04', /^Remove/)
    choose('Stop 01', /^Duplicate/)
    const [, copy] = ids(form)
    expect(ids(form)).toEqual(['ar1', copy, 'ar2', 'ar3'])
    expect([copy === added, form.read(`stops.${copy}.name`)]).toEqual([false, 'Kiruna'])
    choose('Stop 04', /^Move Up/)
    expect(ids(form)).toEqual(['ar1', copy, 'ar3', 'ar2'])
    fireEvent.keyDown(head('Stop 01'), { key: 'ArrowDown', altKey: true })
    expect(ids(form)).toEqual([copy, 'ar1', 'ar3', 'ar2'])
    const open = screen.getAllByRole('textbox', { name: 'Name' }).length
    fireEvent.click(head('Stop 02'))
    expect(head('Stop 02').getAttribute('aria-expanded')).toBe('false')
    expect(screen.getAllByRole('textbox', { name: 'Name' })).toHaveLength(open - 1)
    for (let row = 0; row < 3; row += 1) choose('Stop 01', /^Remove/)
    // Too few rows for minRows are an error that prevents a save.
    let wrong: string[] = []
    act(() => void (wrong = form.validate()))
    expect(wrong).toEqual(['stops'])
    expect(screen.getByText('This field requires at least 2 Rows.')).toBeTruthy()
  })

  it('S3.01 (part) all rows of a long list are there after its first frame, and at once where one of them is shown', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ id: `r${at + 1}`, name: `Stop ${at + 1}` }))
    await showFields([stops()], { data: { stops: rows } })
    await waitFor(() => expect(heads()).toHaveLength(100))
    expect(heads()[99]).toContain('Stop 100')
    cleanup()

    const again = await showFields([stops()], { data: { stops: rows } })
    act(() => again.form.show('stops.r90.name'))
    expect(heads()).toHaveLength(100)
    expect(head('Stop 90').getAttribute('aria-expanded')).toBe('true')
  })

  it('S3.01 (part) shows its rows by number and first text, each with its fields', async () => {
    await show([stops()], three)
    expect(heads()).toEqual(['Stop 01 Kiruna', 'Stop 02 Abisko', 'Stop 03 Narvik'])
    expect(screen.getByRole('group', { name: /^Stops ?3 Stops$/ })).toBeTruthy()
    expect(screen.getAllByRole('textbox', { name: 'Name' })).toHaveLength(3)
  })

  it('S3.01 (part) says that it has no rows', async () => {
    await show([stops()])
    expect(screen.getByText('No Stops')).toBeTruthy()
  })

  it('S3.12 rows of arrays and blocks have an id as a hidden text field: 24 hex digits for a new one, new ones for a copy; no comparison and no column has it', async () => {
    // As in Payload's client config.
    const id = { name: 'id', type: 'text', label: 'ID', admin: { hidden: true } }
    const name = { name: 'name', type: 'text', label: 'Name' }
    const trains = {
      name: 'trains',
      type: 'array',
      label: 'Trains',
      fields: [{ ...name, label: 'Train' }, id],
    }
    const hero = { slug: 'hero', fields: [name, id] }
    const raw = [
      { name: 'title', type: 'text' },
      { name: 'stops', type: 'array', label: 'Stops', fields: [name, trains, id] },
      { name: 'layout', type: 'blocks', label: 'Layout', blocks: [hero] },
    ]
    const parsed = parseSiteConfig(fieldTypes, { config: { collections: [{ slug: 'posts', fields: raw }] } })
    const [of] = parsed.ok ? parsed.schema.collections : []
    const fields = of?.fields ?? []
    const idOf = (data: JsonObject, path: string) => fieldNodeAt(fields, data, path, null)
    const oldest = { id: 'r1', name: 'Kiruna', trains: [{ id: 't1', name: 'Night' }] }
    const data = { stops: [oldest], layout: [{ id: 'h1', blockType: 'hero', name: 'Top' }] }
    for (const path of ['stops.r1.id', 'stops.r1.trains.t1.id', 'layout.h1.id'])
      expect(idOf(data, path)).toMatchObject({ name: 'id', type: 'text', hidden: true, label: 'ID' })

    const { form } = await show(fields, data)
    expect(screen.queryByRole('textbox', { name: 'ID' })).toBeNull()
    press('Add Stop')
    choose('Stop 01', /^Duplicate/)
    choose('Block 01', /^Duplicate/)
    const shape = /^[0-9a-f]{24}$/
    const [first, copy = '', added] = ids(form)
    expect([first, copy, added]).toEqual(['r1', expect.stringMatching(shape), expect.stringMatching(shape)])
    expect(copy).not.toBe(added)
    expect(form.read(`stops.${copy}.name`)).toBe('Kiruna')
    expect(ids(form, `stops.${copy}.trains`)).toEqual([expect.stringMatching(shape)])
    expect(ids(form, 'layout')).toEqual(['h1', expect.stringMatching(shape)])
    // The same for a copy of the whole document.
    const whole = withFreshRows(fields, data)
    expect(whole).toEqual({
      stops: [
        {
          ...oldest,
          id: expect.stringMatching(shape) as unknown,
          trains: [{ id: expect.stringMatching(shape) as unknown, name: 'Night' }],
        },
      ],
      layout: [{ ...data.layout[0], id: expect.stringMatching(shape) as unknown }],
    })

    const locales = { all: [], shown: [] }
    const compared = compareDocuments({ fields, locales, mayRead: () => true }, data, whole)
    expect(JSON.stringify(compared)).toContain('"name":"name"')
    expect(namesIn(compared)).not.toContain('id')
    const columns = of === undefined ? [] : offeredColumns(fieldModules, of, null).map(({ column }) => column)
    const paths = columns.filter(({ kind }) => kind === 'field').map(({ path }) => path)
    expect(paths).toContain('title')
    expect(paths.filter((path) => /\bid$/.test(path))).toEqual([])
  })

  it('S3.01 (part) U25 (part) a row is added at the end with an id of its own, open, its first field focused', async () => {
    const { form } = await show([stops()], three)
    press('Add Stop')
    const [, , , added] = ids(form)
    expect(added).toMatch(/^[0-9a-f]{24}$/)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Name' })[3]),
    )
    expect(head('Stop 04').getAttribute('aria-expanded')).toBe('true')
    expect(said()).toBe('Stop 04 added')
  })

  it('S3.01 (part) rows are added below, duplicated, moved and removed by the menu of a row', async () => {
    const { form } = await show([stops()], three)
    choose('Stop 01', /^Add Below/)
    expect(ids(form)).toEqual(['r1', expect.any(String), 'r2', 'r3'])
    choose('Stop 02', /^Remove/)
    expect(ids(form)).toEqual(['r1', 'r2', 'r3'])
    choose('Stop 01', /^Move Down/)
    expect(ids(form)).toEqual(['r2', 'r1', 'r3'])
    choose('Stop 02', /^Move Up/)
    expect(ids(form)).toEqual(['r1', 'r2', 'r3'])
    choose('Stop 02', /^Duplicate/)
    expect(ids(form)).toEqual(['r1', 'r2', expect.any(String), 'r3'])
    expect(heads()).toEqual(['Stop 01 Kiruna', 'Stop 02 Abisko', 'Stop 03 Abisko Edited', 'Stop 04 Narvik'])
  })

  it('S3.01 (part) a row follows Alt and the arrows, keeps the focus, and says where it is', async () => {
    const { form } = await show([stops()], three)
    head('Stop 03').focus()
    fireEvent.keyDown(head('Stop 03'), { key: 'ArrowUp', altKey: true })
    expect(ids(form)).toEqual(['r1', 'r3', 'r2'])
    expect(document.activeElement).toBe(head('Stop 02 Narvik'))
    expect(said()).toBe('Stop 03 moved to 2 of 3')
    fireEvent.keyDown(head('Stop 02'), { key: 'ArrowDown', altKey: true })
    fireEvent.keyDown(head('Stop 03'), { key: 'ArrowDown', altKey: true })
    expect(ids(form)).toEqual(['r1', 'r2', 'r3'])
  })

  it('S9.12 (part) a row that is moved by the keyboard draws the form along in steps of 25 px, and comes to its place in 250 ms', async () => {
    const scrolled: number[] = []
    const moved: unknown[] = []
    const place = (top: number, height: number) => new DOMRect(0, top, 100, height)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const index = rowsDrawn().indexOf(this)
      return index === -1 ? place(0, 60) : place(index * 40, 40)
    })
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1000)
    Object.assign(Element.prototype, {
      scrollBy: ({ top }: { top: number }) => scrolled.push(top),
      animate: (frames: unknown, options: { duration: number }) => moved.push([frames, options.duration]),
    })
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    const { form } = await show([stops()], three)
    const handle = grip('Stop 01')
    fireEvent.click(handle)
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
    expect(scrolled).toEqual([100, 100])
    expect(scrolled.every((way) => way % 25 === 0)).toBe(true)
    fireEvent.keyDown(handle, { key: ' ' })
    expect(ids(form)).toEqual(['r2', 'r3', 'r1'])
    expect(moved).toEqual([[[{ transform: 'translateY(-80px)' }, { transform: 'none' }], 250]])
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('S9.12 (part) a row is lifted at its handle, moved by the arrows, dropped, or left where it was', async () => {
    const { form } = await show([stops()], three)
    const handle = grip('Stop 01')
    handle.focus()
    fireEvent.click(handle)
    expect(said()).toBe('Stop 01 lifted, at 1 of 3')
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
    fireEvent.keyDown(handle, { key: 'ArrowDown' })
    expect(said()).toBe('Stop 01 at 3 of 3')
    expect(ids(form)).toEqual(['r1', 'r2', 'r3'])
    fireEvent.keyDown(handle, { key: ' ' })
    expect(ids(form)).toEqual(['r2', 'r3', 'r1'])
    expect(said()).toBe('Stop 01 moved to 3 of 3')

    fireEvent.click(grip('Stop 03'))
    fireEvent.keyDown(grip('Stop 03'), { key: 'ArrowUp' })
    fireEvent.keyDown(grip('Stop 03'), { key: 'Escape' })
    expect(ids(form)).toEqual(['r2', 'r3', 'r1'])
    expect(said()).toBe('Stop 03 stays at 3 of 3')
  })

  it('rows within rows are lists of their own', async () => {
    const { form } = await show([stops()], three)
    const inner = within(screen.getAllByRole('group', { name: /^Trains/ })[1] ?? document.body)
    fireEvent.click(inner.getByRole('button', { name: 'Add Train' }))
    fireEvent.change(inner.getByRole('textbox', { name: 'Line' }), { target: { value: 'Ofoten' } })
    expect(form.read('stops.r2.trains')).toEqual([{ id: expect.any(String), line: 'Ofoten' }])
    fireEvent.keyDown(inner.getByRole('button', { name: /^Train 01/ }), { key: 'Delete' })
    expect(form.read('stops.r2.trains')).toEqual([])
    expect(ids(form)).toEqual(['r1', 'r2', 'r3'])
  })

  it('the label of a row follows what is typed in it', async () => {
    await show([stops()], three)
    const [name] = screen.getAllByRole('textbox', { name: 'Name' })
    if (name) fireEvent.change(name, { target: { value: 'Gällivare' } })
    expect(heads()[0]).toContain('Gällivare')
  })

  it('S3.01 (part) several rows are selected and removed, moved and duplicated together', async () => {
    const { form } = await show([stops()], three)
    fireEvent.click(head('Stop 01'), { ctrlKey: true })
    fireEvent.click(head('Stop 02'), { shiftKey: true })
    expect(screen.getByText('2 selected')).toBeTruthy()
    fireEvent.keyDown(head('Stop 02'), { key: 'ArrowDown', altKey: true })
    expect(ids(form)).toEqual(['r3', 'r1', 'r2'])
    fireEvent.keyDown(head('Stop 02'), { key: 'd', ctrlKey: true })
    expect(ids(form)).toHaveLength(5)
    fireEvent.keyDown(head('Stop 01'), { key: 'Escape' })
    head('Stop 01').focus()
    fireEvent.keyDown(head('Stop 01'), { key: 'a', ctrlKey: true })
    expect(screen.getByText('5 selected')).toBeTruthy()
    fireEvent.keyDown(head('Stop 01'), { key: 'Delete' })
    expect(ids(form)).toEqual([])
    expect(document.activeElement?.textContent).toBe('Add Stop')
  })

  it('Shift and the arrows select on from a row', async () => {
    await show([stops()], three)
    head('Stop 02').focus()
    fireEvent.keyDown(head('Stop 02'), { key: 'ArrowDown', shiftKey: true })
    expect(screen.getByText('2 selected')).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('03')
  })

  it('S3.01 (part) at the most rows none is added, and the reason is there', async () => {
    const { form } = await show([stops({ maxRows: 3 })], three)
    const add = screen.getByRole('button', { name: 'Add Stop' })
    expect(add.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(add)
    expect(ids(form)).toHaveLength(3)
    const menu = openMenu('Stop 01')
    expect(
      menu.getByRole('menuitem', { name: /^Add Below.*No more than 3/ }).getAttribute('aria-disabled'),
    ).toBe('true')
  })

  it('S3.01 (part) S5.12 (part) too few rows are said at the list, and errors in a row at its head', async () => {
    const field = stops({ minRows: 4 })
    const { form } = await show([{ ...field, fields: [text('name', { label: 'Name', required: true })] }], {
      stops: [...three.stops.slice(0, 2), { id: 'r3' }],
    })
    press('Collapse All')
    act(() => void form.validate())
    expect(screen.getByText(/at least 4 Rows/)).toBeTruthy()
    expect(heads()[2]).toContain('1 error')
    act(() => form.show('stops.r3.name'))
    expect(head('Stop 03').getAttribute('aria-expanded')).toBe('true')
  })

  it('a row that was opened to show a field in it is folded again in the next session', async () => {
    const { form } = await show([stops()], three)
    press('Collapse All')
    act(() => form.show('stops.r3.name'))
    expect(head('Stop 03').getAttribute('aria-expanded')).toBe('true')
    cleanup()
    await show([stops()], three)
    expect(head('Stop 03').getAttribute('aria-expanded')).toBe('false')
  })

  it('what the server refused is counted at its folded row and at its tab', async () => {
    const edit = { kind: 'set', locale: null, path: 'stops.r1.name', from: 'Oslo', to: 'Kiruna' } as const
    const refused = entryOf([edit], {
      state: 'parked',
      problem: {
        code: 'validation',
        message: '',
        status: 400,
        fields: [{ path: 'stops.0.name', message: 'Too plain' }],
        conflicts: [],
      },
    })
    const route = tabs({ ...tab(null, [stops()]), label: 'Route' })
    await show([{ ...route, schemaPath: 'posts._index-0' }], three, { view: { entries: [refused] } })
    press('Collapse All')
    expect(heads()[0]).toContain('1 error')
    expect(heads()[1]).not.toContain('error')
    expect(screen.getByRole('tab', { name: /Route.*1 error/ })).toBeTruthy()
  })

  it('S3.01 (part) rows fold one by one and all together, and are as they were left the next time', async () => {
    // Rows folded by hand are remembered by id.
    const rows = { stops: three.stops.map((row) => ({ ...row, id: `k${row.id}` })) }
    await show([stops()], rows)
    fireEvent.click(head('Stop 01'))
    expect(screen.getAllByRole('textbox', { name: 'Name' })).toHaveLength(2)
    cleanup()
    await show([stops()], rows)
    expect(head('Stop 01').getAttribute('aria-expanded')).toBe('false')
    expect(head('Stop 02').getAttribute('aria-expanded')).toBe('true')
    press('Collapse All')
    expect(screen.queryByRole('textbox')).toBeNull()
    press('Show All')
    expect(screen.getAllByRole('textbox', { name: 'Name' })).toHaveLength(3)
  })

  it('S3.01 (part) rows begin folded where the site says so', async () => {
    await show([stops({ initCollapsed: true })], {
      stops: three.stops.map((row) => ({ ...row, id: `f${row.id}` })),
    })
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('S5.27 (part) who may not write sees rows and can open them, and nothing else', async () => {
    const rows = { stops: three.stops.map((row) => ({ ...row, id: `w${row.id}` })) }
    await show([stops()], rows, { scope: { mayWrite: () => false } })
    expect(screen.queryByRole('button', { name: /Add|Actions|Move/ })).toBeNull()
    fireEvent.keyDown(head('Stop 01'), { key: 'Delete' })
    expect(heads()).toHaveLength(3)
    fireEvent.click(head('Stop 01'))
    expect(head('Stop 01').getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(head('Stop 01'))
    const [name] = screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect(name?.readOnly).toBe(true)
  })

  it('rows that are not sortable have no handle', async () => {
    const { form } = await show([stops({ isSortable: false })], three)
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
    fireEvent.keyDown(head('Stop 01'), { key: 'ArrowDown', altKey: true })
    expect(ids(form)).toEqual(['r1', 'r2', 'r3'])
  })

  it('a removed row comes back with undo', async () => {
    const { form, document: opened } = await show([stops()], three)
    choose('Stop 02', /^Remove/)
    act(() => void opened.undo())
    expect(ids(form)).toEqual(['r1', 'r2', 'r3'])
    expect(heads()[1]).toContain('Abisko')
  })
})

/** Returns the clipboard of an event. */
function clipboard() {
  const held = new Map<string, string>()
  return {
    held,
    setData: (type: string, value: string) => void held.set(type, value),
    getData: (type: string) => held.get(type) ?? '',
  }
}

describe('copied rows', () => {
  it('are pasted below the row with the focus, as new rows', async () => {
    const { form } = await show([stops()], three)
    const clipboardData = clipboard()
    fireEvent.copy(head('Stop 01'), { clipboardData })
    expect(clipboardData.held.get('text/plain')).toBe('Kiruna')
    fireEvent.paste(head('Stop 03'), { clipboardData })
    expect(ids(form)).toEqual(['r1', 'r2', 'r3', expect.stringMatching(/^[0-9a-f]{24}$/)])
    expect(heads()[3]).toContain('Kiruna')
  })

  it('that do not fit are listed before anything happens', async () => {
    const { form } = await show([stops()], three)
    const other = array('other', [text('name'), number('nights')])
    const copied = copyRows(other, [{ id: 'x', name: 'Boden', nights: 2 }], () => 'Boden', 'nordlys')
    const clipboardData = clipboard()
    clipboardData.setData('application/x-galley-rows+json', JSON.stringify(copied))
    fireEvent.paste(head('Stop 01'), { clipboardData })
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(/there is no field “nights” here/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(ids(form)).toHaveLength(3)
    fireEvent.paste(head('Stop 01'), { clipboardData })
    fireEvent.click(screen.getByRole('button', { name: 'Paste 1 row' }))
    expect(heads()[1]).toContain('Boden')
  })

  it('fill a list to its limit, and the rest is said', async () => {
    const { form } = await show([stops({ maxRows: 5 })], three)
    const clipboardData = clipboard()
    const pasted = (names: string[]) => {
      const rows = names.map((name) => ({ id: name, name }))
      const copied = copyRows(stops(), rows, () => 'A stop', 'nordlys')
      clipboardData.setData('application/x-galley-rows+json', JSON.stringify(copied))
      fireEvent.paste(head('Stop 03'), { clipboardData })
    }
    pasted(['Boden', 'Luleå', 'Umeå'])
    expect(screen.getByRole('dialog').textContent).toContain('the list is full')
    press('Paste 2 rows')
    expect(heads().slice(3)).toEqual([expect.stringContaining('Boden'), expect.stringContaining('Luleå')])
    // Pasted rows are selected.
    choose('Stop 04', /^Remove/)
    pasted(['Boden', 'Luleå'])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(ids(form)).toHaveLength(5)
  })

  it('of a list of other rows are none of which anything fits', async () => {
    const { form } = await show([layout()])
    const clipboardData = clipboard()
    const copied = copyRows(stops(), three.stops, () => 'Kiruna', 'nordlys')
    clipboardData.setData('application/x-galley-rows+json', JSON.stringify(copied))
    fireEvent.paste(screen.getByRole('button', { name: 'Add Block' }), { clipboardData })
    expect(screen.getByRole('dialog').textContent).toContain('None of the copied rows fit here')
    expect(ids(form, 'layout')).toEqual([])
  })

  it('SY2 are forgotten when the account changes, also where the clipboard still has their text', async () => {
    const { form } = await show([stops()], three)
    let change = () => undefined as unknown
    forgetRowsWithAccount({
      on: (_name, listener) => {
        change = listener as () => unknown
        return () => undefined
      },
    })
    const clipboardData = clipboard()
    fireEvent.copy(head('Stop 01'), { clipboardData })
    clipboardData.held.delete('application/x-galley-rows+json')
    expect(rowsCopiedHere()).not.toBeNull()
    change()
    expect(rowsCopiedHere()).toBeNull()
    fireEvent.paste(head('Stop 03'), { clipboardData })
    expect(ids(form)).toHaveLength(3)
  })

  it('text that is pasted into a field is left alone', async () => {
    // Row ids that no other test has folded.
    const rows = { stops: three.stops.map((row) => ({ ...row, id: `t${row.id}` })) }
    const { form } = await show([stops()], rows)
    const clipboardData = clipboard()
    fireEvent.copy(head('Stop 01'), { clipboardData })
    const [name] = screen.getAllByRole('textbox', { name: 'Name' })
    if (name) fireEvent.paste(name, { clipboardData })
    expect(ids(form)).toHaveLength(3)
  })

  it('of another locale come into a localized list as new rows', async () => {
    const { form } = await show(
      [stops({ localized: true })],
      { stops: { de: [{ id: 'd1', name: 'Kiruna (de)' }] } },
      {
        scope: {
          locales: [
            { code: 'en', label: 'English' },
            { code: 'de', label: 'German' },
          ],
        },
      },
    )
    press('More actions')
    fireEvent.click(screen.getByRole('menuitem', { name: /Copy the rows from German/ }))
    expect(heads()[0]).toContain('Kiruna (de)')
    expect(ids(form)).not.toEqual(['d1'])
  })
})

describe('blocks', () => {
  it('U18 (part) that the site has no word for are called blocks, also where there are none', async () => {
    await show([layout({ labels: { singular: 'Layout', plural: 'Layouts' } })], { layout: [] })
    expect(screen.getByText('No blocks')).toBeTruthy()
    expect(screen.queryByText(/Layouts/)).toBeNull()
  })

  const two = {
    layout: [
      { id: 'b1', blockType: 'hero', heading: 'Dawn' },
      { id: 'b2', blockType: 'gone', text: 'kept' },
    ],
  }

  it('S3.02 are defined inline or named by slug, are told by blockType, and one that is unknown is said', async () => {
    const named = (slug: string, label: string) => ({
      slug,
      labels: { singular: label, plural: label },
      fields: [{ name: 'words', type: 'text', label: 'Words' }],
    })
    const config = {
      blocksMap: { quote: named('quote', 'Quote') },
      collections: [
        {
          slug: 'posts',
          fields: [
            {
              name: 'inline',
              type: 'blocks',
              label: 'Inline',
              labels: { singular: 'Part', plural: 'Parts' },
              blocks: [named('hero', 'Hero')],
            },
            {
              name: 'named',
              type: 'blocks',
              label: 'Named',
              labels: { singular: 'Piece', plural: 'Pieces' },
              blockReferences: ['quote'],
              blocks: [],
            },
          ],
        },
      ],
    }
    const parsed = parseSiteConfig(fieldTypes, { config })
    if (!parsed.ok) throw new Error(parsed.reason.code)
    const { form } = await show(parsed.schema.collections[0]?.fields ?? [], {
      inline: [{ id: 'gone1', blockType: 'gone', kept: 'as it is' }],
    })
    expect(screen.getByText("Error: Block 'gone' not found")).toBeTruthy()
    // Its content in all locales is one value, which cannot be sent as that of one locale.
    const copy = openMenu('Block 01').getByRole('menuitem', { name: /^Duplicate/ })
    expect(copy.getAttribute('aria-disabled')).toBe('true')
    expect(copy.textContent).toContain('It contains a block that the server does not have')
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
    fireEvent.keyDown(head('Block 01'), { key: 'd', ctrlKey: true })
    expect(said()).toBe('It contains a block that the server does not have')
    expect(ids(form, 'inline')).toEqual(['gone1'])
    press('Add Part')
    press('Add Piece')
    expect(heads()).toEqual([
      "Block 01 gone Error: Block 'gone' not found",
      'Block 02 Hero Edited',
      'Block 01 Quote Edited',
    ])
    for (const words of screen.getAllByRole('textbox', { name: 'Words' }))
      fireEvent.change(words, { target: { value: 'Said' } })
    expect([form.read('inline'), form.read('named')]).toEqual([
      [
        { id: 'gone1', blockType: 'gone', kept: 'as it is' },
        { id: expect.any(String), blockType: 'hero', words: 'Said' },
      ],
      [{ id: expect.any(String), blockType: 'quote', words: 'Said' }],
    ])
  })

  it('S3.02 (part) are chosen by name, with the keyboard or the pointer', async () => {
    const { form } = await show([layout()])
    press('Add Block')
    const search = screen.getByRole('combobox', { name: 'Search for a block' })
    expect(screen.getByText('Words')).toBeTruthy()
    fireEvent.change(search, { target: { value: 'quo' } })
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['Quote'])
    fireEvent.keyDown(search, { key: 'Enter' })
    expect(form.getRows('layout').rows).toEqual([{ id: expect.any(String), type: 'quote' }])
    press('Add Block')
    fireEvent.click(screen.getByRole('option', { name: 'Hero' }))
    expect(heads()).toEqual(['Block 01 Quote Edited', 'Block 02 Hero Edited'])
  })

  it('F60 only those that the site offers, by its config or by a function, may be chosen', async () => {
    const { form } = await show([layout({ offered: ['quote'] })])
    press('Add Block')
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['Quote'])
    const says = { visible: true, choices: ['hero'], filters: null, error: null }
    act(() => form.setOverlay(new Map([['layout', says]])))
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['Hero'])
    fireEvent.click(screen.getByRole('option', { name: 'Hero' }))
    expect(form.getRows('layout').rows.map(({ type }) => type)).toEqual(['hero'])
  })

  it('S3.02 (part) the only block there is needs no choice', async () => {
    const field = layout()
    const { form } = await show([{ ...field, blocks: field.blocks.slice(0, 1) }])
    press('Add Block')
    expect(form.getRows('layout').rows.map(({ type }) => type)).toEqual(['hero'])
  })

  it('S3.02 (part) one that the site does not have is kept, said, and can be removed', async () => {
    const { form } = await show([layout()], two)
    expect(screen.getByText("Error: Block 'gone' not found")).toBeTruthy()
    expect(screen.getByText('Content')).toBeTruthy()
    expect(
      openMenu('Block 02')
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^Duplicate.*a block that the server does not have/),
      expect.stringMatching(/^Remove/),
    ])
    fireEvent.click(screen.getByRole('menuitem', { name: /^Remove/ }))
    expect(form.read('layout')).toEqual([{ id: 'b1', blockType: 'hero', heading: 'Dawn' }])
  })

  it('S3.02 (part) a block is given a name, which stands in its head', async () => {
    const { form } = await show([layout()], two)
    fireEvent.keyDown(head('Block 01'), { key: 'F2' })
    const name = screen.getByRole('textbox', { name: 'Name of Block 01' })
    fireEvent.change(name, { target: { value: 'Opening' } })
    fireEvent.keyDown(name, { key: 'Enter' })
    expect(heads()[0]).toContain('Opening')
    expect(form.read('layout.b1.blockName')).toBe('Opening')
  })

  it('F83 what is typed of a name is an edit before it is taken, and Escape takes it back', async () => {
    const { form, document: opened } = await show([layout()], two)
    fireEvent.keyDown(head('Block 01'), { key: 'F2' })
    const name = screen.getByRole('textbox', { name: 'Name of Block 01' })
    fireEvent.change(name, { target: { value: 'Open' } })
    expect(opened.changes()).toMatchObject([{ path: 'layout.b1.blockName', to: 'Open' }])
    fireEvent.keyDown(name, { key: 'Escape' })
    expect(form.read('layout.b1.blockName')).toBeNull()
    expect(opened.changes()).toEqual([])
  })
})
