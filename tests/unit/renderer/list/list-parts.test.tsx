import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps, ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CellContext } from '../../../../renderer/fields/document-columns/use-cell-context.ts'
import { ListEmpty } from '../../../../renderer/screens/list/list-empty.tsx'
import { ListTable } from '../../../../renderer/fields/document-table/list-table.tsx'
import type { RowSelection } from '../../../../renderer/fields/document-rows/use-selected-rows.ts'
import { SearchBox, type TypedFilter } from '../../../../renderer/fields/filter/search-box.tsx'
import { fieldModules } from '../../../../renderer/app/field-modules.ts'
import { listColumns } from '../../../../renderer/fields/document-columns/columns.ts'
import type { ListPage, ListRow, RefreshResult } from '../../../../shared/ipc.ts'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import type { MenuItemSpec } from '../../../../renderer/ui/menu-button/menu-button.tsx'
import type { DocState } from '../../../../shared/sync/entry.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { valueContext } from '../support/value-context.ts'
import { collection, text } from './fields.ts'

/** Each call is another page of the history, so none is returned to. */
const show = (children: ReactNode) =>
  renderInEnglish(
    <MemoryRouter initialEntries={[{ pathname: '/', key: crypto.randomUUID() }]}>{children}</MemoryRouter>,
  )

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Elements have no size here, and none changes. */
class NoResize implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => void vi.stubGlobal('ResizeObserver', NoResize))

const page = (over: Partial<ListPage>): ListPage => ({
  rows: [],
  totalDocs: 0,
  source: 'computer',
  fetchedAt: null,
  coverage: { here: 0, total: null },
  ...over,
})

describe('a list without rows', () => {
  const onClearFilter = vi.fn<() => void>()
  const empty = (
    over: Partial<ListPage>,
    options: {
      result?: RefreshResult
      asking?: boolean
      search?: string
      isFiltered?: boolean
      isMissingAlt?: boolean
      isKnownHere?: boolean
    } = {},
  ) =>
    show(
      <ListEmpty
        page={page(over)}
        refresh={{ asking: options.asking ?? false, result: options.result ?? null, again: () => {} }}
        plural="Posts"
        search={options.search ?? ''}
        searched={['Title', 'Kicker']}
        onClearSearch={() => {}}
        isFiltered={options.isFiltered ?? false}
        isMissingAlt={options.isMissingAlt ?? false}
        isKnownHere={options.isKnownHere ?? false}
        onClearFilter={onClearFilter}
        createHref="/collections/posts/create"
      />,
    )

  it('SY16 is called empty only where the server said so', async () => {
    await empty({ fetchedAt: '2026-11-20T09:00:00.000Z' })
    expect(await screen.findByText('No Posts yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create New' }).getAttribute('href')).toBe(
      '/collections/posts/create',
    )
  })

  it('SY16 is called unknown where the server was never asked', async () => {
    await empty({}, { result: { outcome: 'offline' } })
    expect(await screen.findByText('Posts are not on this computer yet')).toBeTruthy()
    expect(screen.queryByText('No Posts yet')).toBeNull()
  })

  it('says that nobody is signed in where that is why, and not that there is no connection', async () => {
    await empty({}, { result: { outcome: 'offline' } })
    expect(await screen.findByText(/^No connection\./)).toBeTruthy()
    cleanup()
    await empty({}, { result: { outcome: 'signed-out' } })
    expect(await screen.findByText('You are signed out. The Posts appear here once you log in.')).toBeTruthy()
    expect(screen.queryByText(/No connection/)).toBeNull()
  })

  it('SY16 a search on this computer does not speak for the server', async () => {
    await empty({ coverage: { here: 25, total: 60 } }, { search: 'narvik' })
    expect(await screen.findByText('Nothing on this computer matches “narvik”')).toBeTruthy()
  })

  it('SY16 a search where everything is on this computer is definite', async () => {
    await empty({ coverage: { here: 60, total: 60 } }, { search: 'narvik' })
    expect(await screen.findByText('No Posts match “narvik”')).toBeTruthy()
  })

  it('U35 (empty) a search that finds nothing says in which fields it looked, with a filter and without', async () => {
    const whole = { coverage: { here: 60, total: 60 } }
    await empty(whole, { search: 'cities' })
    const said = await screen.findByText(/^Searched in/)
    expect(said.textContent).toBe('Searched in Title, Kicker. For other fields, use a filter.')
    cleanup()
    await empty(whole, { search: 'cities', isFiltered: true })
    expect((await screen.findByText(/^Searched in/)).textContent).toBe(
      'Searched in Title, Kicker. For other fields, use a filter. The search and the filter apply together.',
    )
    cleanup()
    await empty(whole, { isFiltered: true })
    await screen.findByText('No Posts match this filter')
    expect(screen.queryByText(/Searched in/)).toBeNull()
  })

  it('SY16 says that a filter may be why, and offers to clear it', async () => {
    await empty({ coverage: { here: 60, total: 60 } }, { isFiltered: true })
    expect(await screen.findByText('No Posts match this filter')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filter' }))
    expect(onClearFilter).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
    cleanup()
    await empty({ coverage: { here: 60, total: 60 } }, { isFiltered: true, search: 'narvik' })
    expect(await screen.findByText('No Posts match “narvik”')).toBeTruthy()
    expect(screen.getByText(/The search and the filter apply together\.$/)).toBeTruthy()
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Clear filter',
      'Clear search',
    ])
    cleanup()
    await empty({ coverage: { here: 25, total: 60 } }, { isFiltered: true })
    expect(await screen.findByText('Nothing on this computer matches this filter')).toBeTruthy()
  })

  it('says that each picture has its alternative text where none lacks it', async () => {
    const asked = { isFiltered: true, isMissingAlt: true }
    await empty({ coverage: { here: 60, total: 60 } }, asked)
    expect(await screen.findByText('Every picture here has its alternative text')).toBeTruthy()
    expect(screen.getByText('Clear the filter to see all Posts.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Clear filter' })).toBeTruthy()
    cleanup()
    await empty({ coverage: { here: 25, total: 60 } }, asked)
    expect(await screen.findByText('Every picture on this computer has its alternative text')).toBeTruthy()
    cleanup()
    await empty({ coverage: { here: 60, total: 60 } }, { ...asked, search: 'narvik' })
    expect(await screen.findByText('No Posts match “narvik”')).toBeTruthy()
  })

  it('a filter that only this computer can answer is definite without the server', async () => {
    await empty(
      { coverage: { here: 25, total: 60 } },
      { isFiltered: true, isKnownHere: true, result: { outcome: 'offline' } },
    )
    expect(await screen.findByText('No Posts match this filter')).toBeTruthy()
  })

  it('SY16 says the server’s words where it refused, and waits in silence while it is asked', async () => {
    await empty({}, { result: { outcome: 'failed', message: '503 Service Unavailable' } })
    expect((await screen.findByRole('alert')).textContent).toContain('503 Service Unavailable')
    cleanup()
    await empty({}, { asking: true })
    expect(await screen.findByText('Loading')).toBeTruthy()
    expect(screen.queryByText(/not on this computer/)).toBeNull()
  })
})

/** A search without filters. */
const noFilter: TypedFilter = {
  read: (typed) => ({ words: typed.trim(), tokens: [] }),
  take: async () => Promise.resolve([]),
  takeBack: () => null,
}
/** A search in which `status:…` is a filter; `nonsense` is no value. */
function statusFilter(back: string | null = null) {
  const taken: string[] = []
  const read: TypedFilter['read'] = (typed) => {
    const tokens = [...typed.matchAll(/status:(\S+)/g)].map(([whole, value = '']) => ({
      text: whole,
      isNegated: false,
      name: 'status',
      comparison: '' as const,
      values: [value],
    }))
    return { words: typed.replaceAll(/status:\S+/g, '').trim(), tokens }
  }
  const filter: TypedFilter = {
    read,
    take: async (tokens) => {
      const untaken = tokens.filter(({ values }) => values.includes('nonsense'))
      taken.push(...tokens.filter((token) => !untaken.includes(token)).map((token) => token.text))
      return Promise.resolve(untaken.map(({ text: typed }) => ({ text: typed, problem: 'value' as const })))
    },
    takeBack: () => back,
  }
  return { filter, taken }
}

describe('the search box', () => {
  it.each([' ', 'Enter'])(
    'what asks for a field becomes a part of the filter with %j, and is not searched for',
    async (end) => {
      const onSearch = vi.fn<(text: string) => void>()
      const { filter, taken } = statusFilter()
      await show(<SearchBox label="Search" value="" onSearch={onSearch} filter={filter} />)
      const box = await screen.findByRole('searchbox')
      fireEvent.change(box, { target: { value: 'night status:draft' } })
      expect(taken).toEqual([])
      if (end === 'Enter') fireEvent.keyDown(box, { key: 'Enter' })
      else fireEvent.change(box, { target: { value: 'night status:draft ' } })
      expect(taken).toEqual(['status:draft'])
      await waitFor(() => expect(onSearch.mock.calls).toEqual([['night']]))
      expect(box).toHaveProperty('value', end === 'Enter' ? 'night' : 'night ')
    },
  )

  it('what asks for nothing stays where it was typed, and says why', async () => {
    const { filter, taken } = statusFilter()
    await show(<SearchBox label="Search" value="" onSearch={() => {}} filter={filter} />)
    const box = await screen.findByRole('searchbox')
    fireEvent.change(box, { target: { value: 'status:nonsense status:draft ' } })
    const why = await screen.findByRole('status')
    expect(why.textContent).toBe('“status:nonsense” names no value of that field.')
    expect(box.getAttribute('aria-describedby')).toBe(why.id)
    expect([taken, box]).toMatchObject([['status:draft'], { value: 'status:nonsense' }])
    fireEvent.change(box, { target: { value: 'status:n' } })
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('Backspace before everything brings the last part of the filter back as it was typed', async () => {
    await show(
      <SearchBox label="Search" value="" onSearch={() => {}} filter={statusFilter('status:draft').filter} />,
    )
    const box = await screen.findByRole('searchbox')
    fireEvent.keyDown(box, { key: 'Backspace' })
    expect(box).toHaveProperty('value', 'status:draft')
  })

  it('Backspace that is held down, or with a modifier, takes nothing of the filter', async () => {
    await show(
      <SearchBox label="Search" value="" onSearch={() => {}} filter={statusFilter('status:draft').filter} />,
    )
    const box = await screen.findByRole('searchbox')
    for (const held of [{ repeat: true }, { ctrlKey: true }, { altKey: true }, { metaKey: true }])
      fireEvent.keyDown(box, { key: 'Backspace', ...held })
    expect(box).toHaveProperty('value', '')
  })

  it('a search of the address that looks like a filter is searched for as it is', async () => {
    const onSearch = vi.fn<(text: string) => void>()
    const { filter, taken } = statusFilter()
    await show(<SearchBox label="Search" value="status:draft" onSearch={onSearch} filter={filter} />)
    const box = await screen.findByRole('searchbox')
    vi.useFakeTimers()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect([onSearch.mock.calls, taken, box]).toMatchObject([[], [], { value: 'status:draft' }])
  })

  it('what is typed in front of words is no filter before it is ended there, nor is what a composition ends', async () => {
    const { filter, taken } = statusFilter()
    await show(<SearchBox label="Search" value="" onSearch={() => {}} filter={filter} />)
    const box = await screen.findByRole<HTMLInputElement>('searchbox')
    const caretAt = (at: number) =>
      vi.spyOn(HTMLInputElement.prototype, 'selectionStart', 'get').mockReturnValue(at)
    const caret = caretAt(7)
    fireEvent.change(box, { target: { value: 'status:night ' } })
    caret.mockRestore()
    fireEvent.change(box, { target: { value: 'status:draft' } })
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
    expect(taken).toEqual([])
    expect(box.value).toBe('status:draft')
  })

  it('A.4 (part) searches 150 ms after the last key, once', async () => {
    const onSearch = vi.fn<(text: string) => void>()
    await show(<SearchBox label="Search by Title" value="" onSearch={onSearch} filter={noFilter} />)
    const box = await screen.findByRole('searchbox', { name: 'Search by Title' })
    vi.useFakeTimers()
    for (const value of ['n', 'na', 'nar ']) {
      fireEvent.change(box, { target: { value } })
      await act(() => vi.advanceTimersByTimeAsync(149))
    }
    expect(onSearch).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(onSearch.mock.calls).toEqual([['nar']])
  })

  it('A.4 (part) Enter searches at once and Escape clears', async () => {
    const onSearch = vi.fn<(text: string) => void>()
    await show(<SearchBox label="Search" value="" onSearch={onSearch} filter={noFilter} />)
    const box = await screen.findByRole('searchbox')
    fireEvent.change(box, { target: { value: 'nar' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    fireEvent.keyDown(box, { key: 'Escape' })
    expect(onSearch.mock.calls).toEqual([['nar'], ['']])
    expect(box).toHaveProperty('value', '')
  })

  it('A.4 (part) follows the address where it changes by other means, and keeps what is being typed otherwise', async () => {
    const at = (value: string) => (
      <SearchBox label="Search" value={value} onSearch={() => {}} filter={noFilter} />
    )
    const { rerender } = await renderInEnglish(at('a'))
    const box = await screen.findByRole('searchbox')
    fireEvent.change(box, { target: { value: 'ab' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    fireEvent.change(box, { target: { value: 'abc' } })
    rerender(at('ab'))
    expect(box).toHaveProperty('value', 'abc')
    rerender(at('from elsewhere'))
    expect(box).toHaveProperty('value', 'from elsewhere')
  })
})

describe('the table', () => {
  const posts = collection([text('title'), text('kicker')])
  const row = (id: string, state: DocState, complete = true): ListRow => ({
    ref: { kind: 'collection', slug: 'posts', id },
    data: { title: `Post ${id}`, kicker: null, updatedAt: '2026-11-20T09:00:00.000Z' },
    updatedAt: '2026-11-20T09:00:00.000Z',
    isNew: false,
    status: 'changed',
    state,
    complete,
  })
  const context: CellContext = {
    ...valueContext({
      t: (key, vars = {}) => (key === 'general:noLabel' ? `<No ${String(vars['label'])}>` : key),
    }),
    collection: posts,
    locale: null,
    fallbacks: [],
    columnLabel: (column) => column.path,
    picture: null,
    isReading: false,
  }
  const table = (
    rows: ListRow[],
    offline = false,
    onSort = () => {},
    selection: RowSelection | null = null,
    locks: ReadonlyMap<string, string> = new Map(),
    itemsOf: (row: ListRow) => MenuItemSpec[] = () => [],
    groups: ComponentProps<typeof ListTable>['groups'] = null,
    hrefOf: ComponentProps<typeof ListTable>['hrefOf'] = ({ ref }) => `/collections/posts/${refId(ref)}`,
  ) =>
    show(
      <ListTable
        label="Posts"
        columns={listColumns(fieldModules, posts)}
        areChosen={false}
        rows={rows}
        sort="-updatedAt"
        onSort={onSort}
        hrefOf={hrefOf}
        context={context}
        offline={offline}
        locks={locks}
        schedules={new Map([['2', 'Publishes May 17, 8:30 AM']])}
        ownOrder={null}
        order={null}
        titleOf={({ ref }) => `Post ${ref.kind === 'collection' ? ref.id : ''}`}
        selection={selection}
        itemsOf={itemsOf}
        groups={groups}
      />,
    )

  it('groups have heads that say how many documents they have, and lead to the rest; folding one is asked for', async () => {
    const onToggle = vi.fn<(key: string | null) => void>()
    const head = (key: string | null, label: string, count: number, at: number, shown: number) => ({
      key,
      label,
      count,
      at,
      shown,
      isOpen: shown > 0,
      where: { or: [] },
    })
    const rows = ['1', '2', '3'].map((id) => row(id, { kind: 'saved' }))
    const heads = [
      head('news', 'News', 12, 0, 2),
      head('essay', 'Essay', 1, 2, 1),
      head(null, 'None', 4, 3, 0),
    ]
    await table(rows, false, undefined, null, undefined, undefined, {
      heads,
      onToggle,
      hrefOf: ({ label }) => `?only=${label}`,
    })
    const lines = screen.getAllByRole('row').slice(1)
    expect(lines.map((line) => line.textContent?.replaceAll(/\s+/g, ' ').slice(0, 9))).toEqual([
      'News 12',
      expect.any(String),
      expect.any(String),
      expect.stringMatching(/^Show all/),
      'Essay 1',
      expect.any(String),
      'None 4',
    ])
    expect(lines.map((line) => line.getAttribute('aria-rowindex'))).toEqual([
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
    ])
    const none = screen.getByRole('button', { name: 'None 4' })
    expect(none.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(none)
    expect(onToggle.mock.calls).toEqual([[null]])
    expect(screen.getByRole('link', { name: /^Show all 12/ }).getAttribute('href')).toContain('only=News')
  })

  it('U29 a row whose document is published later says so with words, and others say nothing', async () => {
    await table([row('1', { kind: 'saved' }), row('2', { kind: 'saved' })])
    const marks = await screen.findAllByRole('img')
    expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual(['Publishes May 17, 8:30 AM'])
    expect(marks[0]?.closest('tr')?.dataset['row']).toBe('2')
  })

  it('U32 (part) each row has a button for its menu, in the tab order behind the row that is', async () => {
    await table(
      [row('1', { kind: 'saved' }), row('2', { kind: 'saved' })],
      false,
      undefined,
      null,
      new Map(),
      ({ ref }) => [{ id: 'open', label: `Open ${refId(ref)}`, onAction() {} }],
    )
    const buttons = await screen.findAllByRole('button', { name: /^Actions for Post/ })
    expect(buttons.map((button) => [button.tabIndex, button.ariaHasPopup])).toEqual([
      [0, 'menu'],
      [-1, 'menu'],
    ])
    const [, second] = buttons
    act(() => second?.focus())
    expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0])
    fireEvent.click(second ?? document.body)
    const menu = await screen.findByRole('menu', { name: 'Actions for Post 2' })
    expect(within(menu).getByRole('menuitem').textContent).toBe('Open 2')
  })

  it('has one row in the tab order; arrows, Home and End move the focus', async () => {
    await table([row('1', { kind: 'saved' }), row('2', { kind: 'saved' }), row('3', { kind: 'saved' })])
    const links = await screen.findAllByRole('link')
    const tabbable = () => links.map((link) => link.tabIndex)
    expect(tabbable()).toEqual([0, -1, -1])
    act(() => links[0]?.focus())
    for (const [key, at] of [
      ['ArrowDown', 1],
      ['End', 2],
      ['ArrowDown', 2],
      ['Home', 0],
      ['ArrowUp', 0],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
      expect(document.activeElement).toBe(links[at])
      expect(tabbable().indexOf(0)).toBe(at)
    }
    expect(links[1]?.getAttribute('href')).toBe('/collections/posts/2')
  })

  it('of rows that lead nowhere the check box of one is in the tab order', async () => {
    const selection = { ids: new Set<string>(), onSelect() {}, onExtend() {}, onSelectPage() {} }
    const rows = [row('1', { kind: 'saved' }), row('2', { kind: 'saved' })]
    await table(rows, false, undefined, selection, undefined, undefined, null, () => null)
    const boxes = await screen.findAllByRole('checkbox', { name: /^Select Post/ })
    expect(boxes.map(({ tabIndex }) => tabIndex)).toEqual([0, -1])
  })

  it('a document that somebody else edits has a lock, with their name', async () => {
    const rows = [row('1', { kind: 'saved' }), row('2', { kind: 'saved' })]
    await table(rows, false, () => {}, null, new Map([['collection:posts:2', 'Erika Example']]))
    const locks = await screen.findAllByRole('img', { name: 'Erika Example is editing it' })
    expect(locks.map((lock) => lock.closest('tr')?.textContent)).toEqual([expect.stringContaining('Post 2')])
  })

  it('rows are chosen by their check boxes, all of a page at once, and by Space with and without Shift', async () => {
    const onSelect = vi.fn<RowSelection['onSelect']>()
    const onExtend = vi.fn<RowSelection['onExtend']>()
    const onSelectPage = vi.fn<RowSelection['onSelectPage']>()
    const rows = [row('1', { kind: 'saved' }), row('2', { kind: 'saved' })]
    await table(rows, false, () => {}, {
      ids: new Set(['2']),
      onSelect,
      onExtend,
      onSelectPage,
    })
    const one = await screen.findByRole('checkbox', { name: 'Select Post 1' })
    fireEvent.click(one)
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows of this page' })
    expect(all.indeterminate).toBe(true)
    fireEvent.click(all)
    const [first, second] = screen.getAllByRole('link')
    fireEvent.keyDown(first ?? document.body, { key: ' ' })
    fireEvent.keyDown(second ?? document.body, { key: ' ', shiftKey: true })
    expect(onSelect.mock.calls).toEqual([
      ['1', true],
      ['1', true],
    ])
    expect(onExtend.mock.calls).toEqual([['2', null]])
    expect(onSelectPage.mock.calls).toEqual([[true]])
    // The columns' names and the Tab order are as without check boxes.
    expect(screen.getByRole('columnheader', { name: 'title' })).toBeTruthy()
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select Post/ })
    expect(boxes.map((box) => box.tabIndex)).toEqual([-1, -1])
    expect(screen.getAllByRole('row').map((tr) => tr.getAttribute('aria-selected'))).toEqual([
      null,
      'false',
      'true',
    ])
  })

  it('F43 of many rows draws those that can be seen, and says which of how many they are', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
    const rows = Array.from({ length: 200 }, (_, index) => row(String(index + 1), { kind: 'saved' }))
    await table(rows)
    expect((await screen.findByRole('table')).getAttribute('aria-rowcount')).toBe('201')
    const drawn = screen.getAllByRole('row')
    expect(drawn.length).toBeGreaterThan(10)
    expect(drawn.length).toBeLessThan(60)
    expect(drawn.slice(0, 3).map((one) => one.getAttribute('aria-rowindex'))).toEqual(['1', '2', '3'])

    act(() => screen.getByRole('link', { name: 'Post 1' }).focus())
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    press('End')
    expect(document.activeElement?.textContent).toBe('Post 200')
    expect(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')).toBe('201')
    press('ArrowUp')
    expect(document.activeElement?.textContent).toBe('Post 199')
    press('Home')
    expect(document.activeElement?.textContent).toBe('Post 1')
    expect(screen.getAllByRole('link').filter((link) => link.tabIndex === 0)).toEqual([
      document.activeElement,
    ])
  })

  it('says how it is sorted, and a press on a head sorts', async () => {
    const onSort = vi.fn<() => void>()
    await table([row('1', { kind: 'saved' })], false, onSort)
    const head = await screen.findByRole('columnheader', { name: 'updatedAt' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByRole('columnheader', { name: 'title' }).getAttribute('aria-sort')).toBe('none')
    fireEvent.click(screen.getByRole('button', { name: 'title' }))
    expect(onSort).toHaveBeenCalledTimes(1)
  })

  it('SY16 says what became of edits and is silent where the server has everything', async () => {
    await table([
      row('1', { kind: 'saved' }),
      row('2', { kind: 'waiting', count: 2 }),
      row('3', { kind: 'conflict', fields: 1 }),
    ])
    const cells = (await screen.findAllByRole('row')).slice(1).map((one) => one.lastElementChild?.textContent)
    expect(cells).toEqual(['', 'Waiting (2)', 'Conflict'])
  })

  it('SY16 offline, a document that is not on this computer says so in its row', async () => {
    await table([row('1', { kind: 'saved' }, false), row('2', { kind: 'saved' })], true)
    const cells = (await screen.findAllByRole('row')).slice(1).map((one) => one.lastElementChild?.textContent)
    expect(cells).toEqual(['Needs the server', ''])
  })

  it('A.4 (part) an empty value names its field', async () => {
    await table([row('1', { kind: 'saved' })])
    expect(await screen.findByText('<No Kicker>')).toBeTruthy()
  })
})
