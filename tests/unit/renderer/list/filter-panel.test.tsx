import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FieldTypesProvider } from '../../../../renderer/data/field-types-context.ts'
import { readAddress, withState } from '../../../../renderer/data/list-address.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { filterFields, localFields } from '../../../../shared/lists/filter-fields.ts'
import { checkbox, collection, date, number, relation, select, text } from '../../shared/build-fields.ts'
import { here, inSite, resetSite } from '../fields/relation-site.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

const { FilterPanel } = await import('../../../../renderer/fields/filter/filter-panel.tsx')

const posts = collection(
  [
    text('title', { label: 'Title' }),
    number('length', { label: 'Length' }),
    select('season', ['winter', 'summer'], { label: 'Season' }),
    checkbox('featured'),
    date('day', { label: 'Day', appearance: 'dayOnly' }),
    relation('place', { label: 'Place', relationTo: ['places'] }),
    select('_status', ['draft', 'published']),
  ],
  { slug: 'posts' },
)

const asked = vi.fn<(where: JsonObject | null) => void>()
/** Shows another filter, as an address does that was changed elsewhere. */
let goTo: (where: JsonObject | null) => void = () => {}
/** The address follows when somebody says so, and not at once. */
let isLate = false

/** The list around the form is drawn. */
const drawn = vi.fn<() => void>()
function expose(set: typeof goTo): void {
  goTo = set
}

const fields = [...filterFields(fieldTypes, posts), ...localFields]

function Address({ first }: { first: JsonObject | null }) {
  drawn()
  const [where, setWhere] = useState(first)
  useEffect(() => expose(setWhere), [])
  return (
    <FilterPanel
      id="filter"
      fields={fields}
      example="updated:<7d"
      label="Posts"
      locale={null}
      where={where}
      hidden={false}
      onChange={(next) => {
        asked(next)
        if (!isLate) setWhere(readAddress(withState(new URLSearchParams(), { where: next })).state.where)
      }}
    />
  )
}

const drawers = { edit: () => {}, create: () => {}, readAhead: () => {} }
async function show(first: JsonObject | null = null): Promise<void> {
  await renderInEnglish(
    inSite(drawers)(
      <FieldTypesProvider value={fieldTypes}>
        <Address first={first} />
      </FieldTypesProvider>,
    ),
  )
  await screen.findByRole('region', { name: 'Filters' })
}

const of = (...groups: JsonObject[][]): JsonObject => ({ or: groups.map((and) => ({ and })) })
const quiet = () => act(() => vi.advanceTimersByTimeAsync(150))
const last = () => asked.mock.calls.at(-1)?.[0]
const press = (name: string | RegExp, at = 0) => {
  const found = screen.getAllByRole('button', { name })[at]
  if (found === undefined) throw new Error(`no button ${String(name)}`)
  fireEvent.click(found)
}
const lines = () =>
  screen
    .queryAllByRole('group')
    .map((group) => group.ariaLabel ?? group.getAttribute('aria-label'))
    .filter((name) => name !== null)
const line = (name: string, at = 0) => within(screen.getAllByRole('group', { name })[at] ?? document.body)
/** A choice in the list of a button; `at`: of several lines that are called the same. */
async function choose(name: string, button: RegExp, option: string, at = 0): Promise<void> {
  fireEvent.click(line(name, at).getByRole('button', { name: button }))
  fireEvent.click(screen.getByRole('option', { name: option }))
  await quiet()
}

beforeEach(() => {
  resetSite()
  asked.mockClear()
  isLate = false
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the form of a filter', () => {
  it('S3.39 (part) is made of groups of lines, and asks once it is quiet and something was put in', async () => {
    await show()
    expect(screen.getByText('No filters set')).toBeTruthy()
    press('Add Filter')
    expect(screen.getByText('Filter Posts where')).toBeTruthy()
    expect(document.activeElement?.id).toMatch(/-field$/)
    await quiet()
    expect(asked).not.toHaveBeenCalled()
    const box = screen.getByRole('textbox', { name: 'Title equals' })
    vi.useFakeTimers()
    drawn.mockClear()
    for (const value of ['n', 'na', 'nar']) {
      fireEvent.change(box, { target: { value } })
      await act(() => vi.advanceTimersByTimeAsync(149))
    }
    expect(asked).not.toHaveBeenCalled()
    // The list around it is drawn anew for what is asked, not for each key.
    expect(drawn).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(asked.mock.calls).toEqual([[of([{ title: { equals: 'nar' } }])]])

    press('And')
    await choose('Title equals', /Field$/, 'Length', 1)
    press('Or')
    expect(screen.getByText('Or', { selector: 'p' })).toBeTruthy()
    expect(lines()).toEqual(['Title equals', 'Length equals', 'Title equals'])
    fireEvent.change(screen.getAllByRole('textbox').at(-1) ?? box, { target: { value: 'oslo' } })
    await quiet()
    expect(last()).toEqual(of([{ title: { equals: 'nar' } }], [{ title: { equals: 'oslo' } }]))
  })

  it('shows the filter of the address, and follows it where it changes by other means', async () => {
    await show(of([{ title: { like: 'a' } }, { length: { greater_than: '5' } }]))
    expect(lines()).toEqual(['Title is like', 'Length is greater than'])
    expect(screen.getByRole('textbox', { name: 'Length is greater than' })).toHaveProperty('value', '5')
    act(() => goTo(of([{ season: { in: ['winter'] } }])))
    expect(lines()).toEqual(['Season is in'])
    act(() => goTo(null))
    expect(screen.getByText('No filters set')).toBeTruthy()
    await quiet()
    expect(asked).not.toHaveBeenCalled()
  })

  it('keeps what is typed on while the address only follows', async () => {
    await show(of([{ title: { like: 'a' } }]))
    const box = screen.getByRole('textbox')
    isLate = true
    for (const value of ['ab', 'abc']) {
      fireEvent.change(box, { target: { value } })
      await quiet()
    }
    for (const value of ['ab', 'abc']) {
      act(() => goTo(of([{ title: { like: value } }])))
      expect(screen.getByRole('textbox')).toHaveProperty('value', 'abc')
    }
    isLate = false
    fireEvent.change(box, { target: { value: '' } })
    await quiet()
    expect(last()).toBeNull()
    expect(lines()).toEqual(['Title is like'])
  })

  it('another comparison keeps the value where it can, and the line in any case', async () => {
    await show(of([{ title: { equals: 'a' } }]))
    await choose('Title equals', /Comparison$/, 'is in')
    expect(last()).toEqual(of([{ title: { in: ['a'] } }]))
    await choose('Title is in', /Comparison$/, 'exists')
    expect(last()).toBeNull()
    expect(lines()).toEqual(['Title exists'])
    await choose('Title exists', /Title exists$/, 'True')
    expect(last()).toEqual(of([{ title: { exists: 'true' } }]))
    await choose('Title exists', /Field$/, 'Length')
    expect(last()).toEqual(of([{ length: { exists: 'true' } }]))
  })

  it('reads numbers as the window does, and says what is none', async () => {
    await show(of([{ length: { equals: '5' } }]))
    const box = screen.getByRole('textbox', { name: 'Length equals' })
    fireEvent.change(box, { target: { value: '1,250.5' } })
    await quiet()
    expect(last()).toEqual(of([{ length: { equals: '1250.5' } }]))
    fireEvent.change(box, { target: { value: '12x' } })
    await quiet()
    expect(last()).toBeNull()
    expect(box).toHaveProperty('value', '12x')
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Please enter a valid number.')).toBeTruthy()
  })

  it('offers options, ticks and documents by their names', async () => {
    await show(
      of([
        { season: { equals: 'winter' } },
        { featured: { equals: 'true' } },
        { place: { equals: '2' } },
        { place: { in: ['1', '3'] } },
      ]),
    )
    await choose('Season equals', /Season equals$/, 'summer')
    expect(last()).toMatchObject({ or: [{ and: [{ season: { equals: 'summer' } }, {}, {}, {}] }] })
    await choose('featured equals', /featured equals$/, 'False')
    expect(last()).toMatchObject({ or: [{ and: [{}, { featured: { equals: 'false' } }, {}, {}] }] })
    const place = line('Place equals').getByRole('combobox', { name: 'Place equals' })
    await vi.waitFor(() => expect(place).toHaveProperty('value', 'Narvik'))
    fireEvent.change(place, { target: { value: 'Os' } })
    fireEvent.click(await screen.findByRole('option', { name: 'Oslo' }))
    await quiet()
    expect(last()).toMatchObject({ or: [{ and: [{}, {}, { place: { equals: '3' } }, {}] }] })
    await vi.waitFor(() =>
      expect(
        line('Place is in')
          .getAllByRole('listitem')
          .map((one) => one.textContent),
      ).toEqual(['Abisko', 'Oslo']),
    )
    const more = line('Place is in').getByRole('combobox')
    fireEvent.change(more, { target: { value: 'Nar' } })
    fireEvent.click(await screen.findByRole('option', { name: 'Narvik' }))
    await quiet()
    expect(last()).toMatchObject({ or: [{ and: [{}, {}, {}, { place: { in: ['1', '3', '2'] } }] }] })
    expect(here.status).toBe('offline')
  })

  it('offers the statuses by the words of the rows', async () => {
    await show(of([{ _status: { equals: 'published' } }]))
    await choose('Status equals', /Status equals$/, 'Draft or Changed')
    expect(last()).toEqual(of([{ _status: { equals: 'draft' } }]))
  })

  it('shows the moment of a date that moves on, and says that it does', async () => {
    await show(of([{ day: { greater_than: 'now-7d' } }]))
    expect(lines()).toEqual(['Day is greater than'])
    expect(line('Day is greater than').getByText('Always 7 days ago')).toBeTruthy()
    await choose('Day is greater than', /Comparison$/, 'is less than')
    expect(last()).toEqual(of([{ day: { less_than: 'now-7d' } }]))
    await choose('Day is less than', /Comparison$/, 'equals')
    expect(last()).toBeNull()
  })

  it('a line that goes leaves the focus on the next one, then the one before, then on what adds one', async () => {
    await show(of([{ title: { like: 'a' } }, { title: { like: 'b' } }], [{ title: { like: 'c' } }]))
    const focused = () =>
      document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    const values = () => screen.getAllByRole('textbox').map((one) => (one as HTMLInputElement).value)
    press(/^Remove/, 1)
    expect(values()).toEqual(['a', 'c'])
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: /^Remove/ })[1])
    press(/^Remove/, 1)
    expect(values()).toEqual(['a'])
    expect(focused()).toBe('Remove “Title is like”')
    press(/^Remove/)
    expect(focused()).toBe('Add Filter')
    await quiet()
    expect(asked.mock.calls).toEqual([[null]])
  })

  it('what no line can show stands as it is, stays with the rest, and can go', async () => {
    const odd = { 'layout.heading': { like: 'ferry' } }
    await show(of([odd, { title: { like: 'a' } }]))
    expect(screen.getByText('layout.heading like ferry')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'b' } })
    await quiet()
    expect(last()).toEqual(of([odd, { title: { like: 'b' } }]))
    press('Remove “layout.heading like ferry”')
    await quiet()
    expect(last()).toEqual(of([{ title: { like: 'b' } }]))
  })

  it('all of it is cleared at once', async () => {
    await show(of([{ title: { like: 'a' } }], [{ title: { like: 'b' } }]))
    press('Clear filter')
    await quiet()
    expect(last()).toBeNull()
    expect(document.activeElement?.textContent).toBe('Add Filter')
  })
})
