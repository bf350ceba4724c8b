import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { UiField, UnknownField } from '../../../../shared/cms/schema-model.ts'
import { fieldModules } from '../../../../renderer/app/field-modules.ts'
import { listColumns, offeredColumns } from '../../../../renderer/fields/document-columns/columns.ts'
import { compareDocuments } from '../../../../shared/document/compare/compare-documents.ts'
import { initialData } from '../../../../shared/document/defaults.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { filterFields } from '../../../../shared/lists/filter-fields.ts'
import {
  base,
  collection,
  email,
  named,
  number,
  point,
  radio,
  select,
  text,
  textarea,
} from '../../shared/build-fields.ts'
import { set } from '../form/form-fixtures.ts'
import { inOneBurst } from '../support/in-one-burst.ts'
import { showFields } from './show-fields.tsx'

afterEach(cleanup)

const line = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const type = (name: string, value: string) => fireEvent.change(line(name), { target: { value } })

describe('what the site says of an input of one line', () => {
  it('is its placeholder, what fills it in, its direction and the least of its lines', async () => {
    await showFields([
      text('a', {
        label: 'A',
        placeholder: { en: 'Name', de: 'Name' },
        autoComplete: 'given-name',
        rtl: true,
      }),
      email('b', { label: 'B', autoComplete: 'email' }),
      number('c', { label: 'C', autoComplete: 'postal-code' }),
      textarea('d', { label: 'D', rows: 4, rtl: false }),
      text('e', { label: 'E' }),
    ])
    expect(line('A').placeholder).toBe('Name')
    expect(line('A').autocomplete).toBe('given-name')
    expect(line('A').dir).toBe('rtl')
    expect(line('B').autocomplete).toBe('email')
    expect(line('C').autocomplete).toBe('postal-code')
    expect(line('D').style.minBlockSize).toContain('4lh')
    expect(line('D').dir).toBe('ltr')
    expect([line('E').autocomplete, line('E').dir]).toEqual(['off', 'auto'])
  })

  it('an input of the site’s own is the plain one of its type, and says so; Payload’s own parts are as there', async () => {
    await showFields([
      text('a', { label: 'A', component: '/components/rating#Rating' }),
      text('b', { label: 'B', component: '@payloadcms/plugin-seo/client#MetaTitleComponent' }),
    ])
    expect(screen.getAllByText(/has its own input on the server/)).toHaveLength(1)
    type('A', 'Five')
    expect(line('A').value).toBe('Five')
  })
})

it('several lines keep the line breaks of Windows where nothing was typed', async () => {
  const { form } = await showFields([textarea('a', { label: 'A' })], { data: { a: 'one\r\ntwo' } })
  expect(line('A').value).toBe('one\ntwo')
  type('A', 'one\ntwo!')
  expect(form.changes()).toEqual([set('a', 'one\r\ntwo', 'one\r\ntwo!')])
})

describe('a place', () => {
  const field = point('at', { label: 'At', step: 0.5 })

  it('is two numbers, longitude first, and one step back', async () => {
    const { form, document: opened } = await showFields([field], { data: { at: [18.8, 68.3] } })
    expect([line('Longitude').value, line('Latitude').value]).toEqual(['18.8', '68.3'])
    inOneBurst(() => {
      type('Longitude', '10,75')
      expect(form.changes()).toEqual([set('at', [18.8, 68.3], [10.75, 68.3])])
      expect(line('Longitude').value).toBe('10,75')
      fireEvent.keyDown(line('Latitude'), { key: 'ArrowUp' })
    })
    expect(form.read('at')).toEqual([10.75, 68.8])
    act(() => void opened.undo())
    expect(line('Longitude').value).toBe('18.8')
  })

  it('F50 (part) half of one is kept as it was typed, and keeps the form from being saved', async () => {
    const { form } = await showFields([field])
    type('Longitude', '10')
    expect(form.changes()).toEqual([])
    expect(form.validate()).toEqual(['at'])
    expect(screen.getByText('This field requires two numbers.')).toBeTruthy()
    expect(line('Longitude').value).toBe('10')
    type('Latitude', '59')
    expect(form.validate()).toEqual([])
    expect(form.changes()).toEqual([set('at', null, [10, 59])])
  })

  it('emptied it is none; out of bounds it is said', async () => {
    const { form } = await showFields([field], { data: { at: [18.8, 68.3] } })
    type('Latitude', '91')
    act(() => void form.validate())
    expect(screen.getByText('Latitude must be between -90 and 90.')).toBeTruthy()
    type('Latitude', '')
    type('Longitude', '')
    expect(form.changes()).toEqual([set('at', [18.8, 68.3], null)])
  })

  it('read-only it is shown and stays', async () => {
    await showFields([{ ...field, readOnly: true }], { data: { at: [18.8, 68.3] } })
    fireEvent.keyDown(line('Longitude'), { key: 'ArrowUp' })
    expect([line('Longitude').readOnly, line('Longitude').value]).toEqual([true, '18.8'])
  })
})

describe('part of an address', () => {
  const fields = [text('title', { label: 'Title' }), text('slug', { label: 'Slug', slugSource: 'title' })]
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  it('is locked until it is unlocked, and locked again', async () => {
    await showFields(fields, { data: { title: 'Night train', slug: 'night-train' } })
    expect(line('Slug').readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: 'Generate' })).toBeNull()
    press('Unlock')
    expect(line('Slug').readOnly).toBe(false)
    type('Slug', 'sleeper')
    press('Lock')
    expect([line('Slug').value, line('Slug').readOnly]).toEqual(['sleeper', true])
  })

  it('is made from the other field as it is at that moment', async () => {
    const { form } = await showFields(fields, { data: { title: 'Night train', slug: 'old' } })
    type('Title', 'Über Night & Day: 2')
    press('Unlock')
    press('Generate')
    await waitFor(() => expect(line('Slug').value).toBe('ber-night--day-2'))
    expect(form.read('slug')).toBe('ber-night--day-2')
  })

  it('cannot be unlocked where it may not be written', async () => {
    await showFields(fields, { data: { slug: 'old' }, scope: { mayWrite: () => false } })
    expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull()
  })
})

it('S3.10 a part of the site’s own is named where it stands and says why it is not there; it is in no data, comparison, column or filter', async () => {
  const field: UiField = { ...base, seo: null, type: 'ui', name: 'map', label: 'Map of the line' }
  const fields = [text('title', { label: 'Title' }), field, text('slug', { label: 'Slug' })]
  const { form } = await showFields(fields, { data: { title: 'A', slug: 'a' } })
  const note = screen.getByRole('note')
  expect(note.textContent).toContain('Map of the line')
  expect(note.textContent).toContain('cannot run in Galley')
  // Between the two that it stands between.
  const after = Node.DOCUMENT_POSITION_FOLLOWING
  expect(line('Title').compareDocumentPosition(note) & after).toBe(after)
  expect(note.compareDocumentPosition(line('Slug')) & after).toBe(after)
  type('Title', 'B')
  expect(form.data()).not.toHaveProperty('map')
  expect(initialData(fieldTypes, fields, 'en')).not.toHaveProperty('map')
  expect(form.changes().map(({ path }) => path)).toEqual(['title'])
  const locales = { all: ['en'], shown: ['en'] }
  const compared = compareDocuments({ fields, locales, mayRead: () => true }, { slug: 'a' }, { slug: 'b' })
  expect(compared.map(({ path }) => path)).toEqual(['title', 'slug'])
  const of = collection(fields)
  const offered = offeredColumns(fieldModules, of, null).map(({ column }) => column.path)
  expect([...offered, ...listColumns(fieldModules, of).map(({ path }) => path)]).not.toContain('map')
  expect(offered).toContain('slug')
  expect(filterFields(fieldTypes, of).map(({ path }) => path)).toEqual(['title', 'slug'])
  cleanup()
  await showFields([{ ...field, hidden: true }])
  expect(screen.queryByRole('note')).toBeNull()
})

it('a value of an unknown type is shown raw, with the name of the type, and stays as it is', async () => {
  const field: UnknownField = {
    ...named,
    type: 'unknown',
    rawType: 'hologram',
    name: 'depth',
    label: 'Depth',
  }
  const { form } = await showFields([field], { data: { depth: { near: 1 } } })
  expect(screen.getByText(/field type “hologram”/)).toBeTruthy()
  expect(screen.getByText(/"near": 1/)).toBeTruthy()
  expect(form.changes()).toEqual([])
})

it('radio buttons stand as the site says', async () => {
  await showFields([
    radio('a', ['x', 'y'], { label: 'A', layout: 'vertical' }),
    radio('b', ['x', 'y'], { label: 'B' }),
  ])
  const way = (name: string) => screen.getByRole('radiogroup', { name }).getAttribute('aria-orientation')
  expect([way('A'), way('B')]).toEqual(['vertical', 'horizontal'])
})

it('chooses options whose values are numbers, as numbers, and names those that are stored (F103)', async () => {
  const options = [1, 2].map((one) => ({ value: String(one), label: `Of ${one}`, number: one }))
  const { form } = await showFields(
    [
      select('stars', [], { label: 'Stars', options }),
      select('marks', [], { label: 'Marks', options, hasMany: true }),
      radio('rank', [], { label: 'Rank', options }),
    ],
    { data: { stars: 1, marks: [1], rank: 1 } },
  )
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Of 1' }).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Of 2' }))
  const stars = screen.getByRole('button', { name: /Stars/ })
  expect(stars.textContent).toContain('Of 1')
  fireEvent.click(stars)
  fireEvent.click(await screen.findByRole('option', { name: 'Of 2' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove Of 1' }))
  expect(form.changes()).toMatchObject([
    { path: 'rank', from: 1, to: 2 },
    { path: 'stars', from: 1, to: 2 },
    { path: 'marks', from: [1] },
  ])
  form.blur()
  expect(form.isValid()).toBe(true)
})
