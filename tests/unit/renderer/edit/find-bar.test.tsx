import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import {
  array,
  base,
  block,
  blocks,
  date,
  relation,
  select,
  tab,
  tabs,
  text,
  textarea,
} from '../../shared/build-fields.ts'
import { inSite, resetSite } from '../fields/relation-site.tsx'
import { showFields } from '../fields/show-fields.tsx'

const { useShortcuts } = await import('../../../../renderer/commands/shortcuts.ts')
const { FindInDocument } = await import('../../../../renderer/screens/edit/find/find-bar.tsx')
const { useLeadTo } = await import('../../../../renderer/screens/edit/use-lead-to.ts')

const ignore = () => undefined
const drawers = { edit: ignore, create: ignore, readAhead: ignore }

beforeEach(() => {
  resetSite()
  localStorage.clear()
  Element.prototype.scrollIntoView = ignore
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Finding() {
  const root = useRef(document.body)
  useShortcuts()
  useLeadTo(ignore)
  return <FindInDocument root={root} />
}

async function show(fields: Field[], data = {}, more: Parameters<typeof showFields>[1] = {}) {
  const shown = await showFields(fields, {
    data,
    above: <Finding />,
    around: (content: ReactNode) => inSite(drawers)(content),
    ...more,
  })
  await waitFor(() => expect(screen.getAllByText(/\w/).length).toBeGreaterThan(0))
  return shown
}

const openBar = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'f', ctrlKey: true })
const box = () => screen.getByRole('textbox', { name: 'Find in this document' })
const type = (typed: string) => fireEvent.change(box(), { target: { value: typed } })
const count = () => screen.getByRole('search').querySelector('[role=status]')?.textContent
const untilCount = (words: string) => waitFor(() => expect(count()).toBe(words))
const focused = () => document.activeElement
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

const stops = array('stops', [text('name', { label: 'Name' })], {
  label: 'Stops',
  labels: { singular: 'Stop', plural: 'Stops' },
  initCollapsed: true,
})

it('Ctrl F finds in labels and values, counts, goes on by Enter, F3 and Ctrl G, back with Shift, and round', async () => {
  await show([text('title', { label: 'Nordic title' }), textarea('body', { label: 'Body' })], {
    title: 'The far North',
    body: 'north and NORTH',
  })
  openBar()
  expect(focused()).toBe(box())
  type('nor')
  await untilCount('1 of 4')
  fireEvent.keyDown(box(), { key: 'Enter' })
  await untilCount('2 of 4')
  fireEvent.keyDown(box(), { key: 'F3' })
  await untilCount('3 of 4')
  fireEvent.keyDown(box(), { key: 'g', ctrlKey: true })
  await untilCount('4 of 4')
  fireEvent.keyDown(box(), { key: 'F3' })
  await untilCount('1 of 4')
  fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true })
  await untilCount('4 of 4')
  fireEvent.keyDown(box(), { key: 'F3', shiftKey: true })
  await untilCount('3 of 4')
  expect(focused()).toBe(box())
})

it('marks the type of a block as the current match, and then its name of the same word', async () => {
  const highlights = new Map<string, Set<Range>>()
  vi.stubGlobal('CSS', { highlights })
  vi.stubGlobal('Highlight', Set)
  const quote = { ...block('quote', [text('words')]), labels: { singular: 'Quote', plural: 'Quotes' } }
  await show([blocks('layout', [quote])], {
    layout: [{ id: 'b1', blockType: 'quote', blockName: 'Quote 1', words: 'One' }],
  })
  openBar()
  type('quote')
  const current = () =>
    [...(highlights.get('galley-found-current') ?? [])].map(
      ({ startContainer }) => startContainer.textContent,
    )
  await untilCount('1 of 2')
  await waitFor(() => expect(current()).toEqual(['Quote']))
  fireEvent.keyDown(box(), { key: 'F3' })
  await untilCount('2 of 2')
  expect(current()).toEqual(['Quote 1'])
})

it('Escape closes it and leaves one in the field, with what was found selected', async () => {
  await show([text('title', { label: 'Title' }), textarea('body', { label: 'Body' })], {
    title: 'One',
    body: 'two and two',
  })
  openBar()
  type('two')
  await untilCount('1 of 2')
  fireEvent.keyDown(box(), { key: 'Enter' })
  await untilCount('2 of 2')
  fireEvent.keyDown(box(), { key: 'Escape' })
  expect(screen.queryByRole('search')).toBeNull()
  expect(focused()).toBe(input('Body'))
  expect([input('Body').selectionStart, input('Body').selectionEnd]).toEqual([8, 11])
  expect(document.querySelector('[data-found]')).toBeNull()
})

it('where nothing is found it says so, and Escape goes back to where one was', async () => {
  await show([text('title', { label: 'Title' })], { title: 'One' })
  input('Title').focus()
  openBar()
  type('nowhere')
  await untilCount('Nothing found')
  expect(box().getAttribute('aria-invalid')).toBe('true')
  fireEvent.keyDown(box(), { key: 'Escape' })
  expect(focused()).toBe(input('Title'))
})

it('Escape leaves one in what can be used, where the text is also in an input that nobody sees', async () => {
  await show([date('taken', { label: 'Taken' })], {
    taken: '2026-01-14T12:00:00.000Z',
  })
  await waitFor(() => expect(document.querySelector('input[value*="2026-01-14"]')).not.toBeNull())
  openBar()
  type('14')
  await untilCount('1 of 1')
  expect(document.querySelector('input[data-found]')).toBeNull()
  fireEvent.keyDown(box(), { key: 'Escape' })
  expect(focused()).toBe(screen.getByRole('spinbutton', { name: /^month/ }))
})

const folded = (...all: Parameters<typeof tabs>) => ({ ...tabs(...all), schemaPath: 'posts._index-0' })

it('opens what is folded: rows, boxes and tabs, also in a read-only document', async () => {
  const fields: Field[] = [
    folded(
      { ...tab(null, [text('first', { label: 'First' })]), label: 'One' },
      {
        ...tab(null, [
          {
            ...base,
            type: 'collapsible',
            label: 'More',
            initCollapsed: true,
            schemaPath: 'posts._index-0-1-0',
            fields: [stops],
          },
        ]),
        label: 'Two',
      },
    ),
  ]
  const rows = Array.from({ length: 200 }, (_, at) => ({ id: `r${at + 1}`, name: `Stop number ${at + 1}` }))
  await show(fields, { stops: rows }, { scope: { mayWrite: () => false } })
  expect(screen.queryByRole('group', { name: /^Stops/ })).toBeNull()
  openBar()
  type('number 199')
  await untilCount('1 of 1')
  await waitFor(() => expect(input('Name').value).toBe('Stop number 199'))
  expect(screen.getByRole('tab', { name: 'Two' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-expanded')).toBe('true')
  await waitFor(() => expect(input('Name').getAttribute('data-found')).toBe('current'))
  fireEvent.keyDown(box(), { key: 'Escape' })
  expect(focused()).toBe(input('Name'))
})

it('finds the words on the screen: labels of options and titles of related documents, offline', async () => {
  await show(
    [
      select('kind', ['a'], { label: 'Kind', options: [{ value: 'a', label: 'Long journey' }] }),
      relation('place', { label: 'Place', relationTo: ['places'] }),
    ],
    { kind: 'a', place: 1 },
  )
  openBar()
  type('journey')
  await untilCount('1 of 1')
  type('ABISKO')
  await untilCount('1 of 1')
  expect(screen.getByRole('combobox', { name: 'Place' })).toHaveProperty('value', 'Abisko')
})

it('follows what is typed in the document meanwhile, and stays where it is', async () => {
  const { form } = await show([text('a', { label: 'A' }), text('b', { label: 'B' })], { a: 'x', b: 'north' })
  openBar()
  type('north')
  await untilCount('1 of 1')
  act(() => form.setField('a', 'to the north'))
  await untilCount('2 of 2')
  expect(focused()).toBe(box())
})

it('begins where one is in the form', async () => {
  await show(
    ['a', 'b', 'c'].map((name) => text(name, { label: name.toUpperCase() })),
    { a: 'same', b: 'same', c: 'same' },
  )
  input('B').focus()
  openBar()
  type('same')
  await untilCount('2 of 3')
  fireEvent.keyDown(box(), { key: 'Escape' })
  expect(focused()).toBe(input('B'))
})
