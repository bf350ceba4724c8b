import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RowSelection } from '../../../../renderer/fields/document-rows/use-selected-rows.ts'
import { MediaGrid } from '../../../../renderer/screens/list/media/media-grid.tsx'
import type { JsonObject } from '../../../../shared/json.ts'
import type { ListRow } from '../../../../shared/ipc.ts'
import type { DocState } from '../../../../shared/sync/entry.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { parseUpload } from '../../../../shared/fields/file/upload-config.ts'
import { collection, text } from './fields.ts'

/** The grid is so wide that four cards of 200 px stand beside each other, with 16 px between two. */
const WIDTH = 4 * 200 + 3 * 16

/** Says at once how large something is. */
class Sizes implements ResizeObserver {
  readonly #tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }
  observe() {
    this.#tell([], this)
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Sizes)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const media = collection([text('filename'), text('alt')], {
  slug: 'media',
  upload: parseUpload({}, { maxBytes: null, clientUpload: null }),
})

const file = (id: string, data: JsonObject = {}, state: DocState = { kind: 'saved' }): ListRow => ({
  ref: { kind: 'collection', slug: 'media', id },
  data: {
    filename: `picture-${id}.jpg`,
    mimeType: 'image/jpeg',
    alt: `What ${id} shows`,
    width: 1200,
    height: 800,
    filesize: 90_000,
    updatedAt: '2026-11-20T09:00:00.000Z',
    sizes: {
      thumbnail: { url: '/t.jpg', width: 180 },
      card: { url: '/c.jpg', width: 480 },
      wide: { url: '/w.jpg', width: 1200 },
    },
    ...data,
  },
  updatedAt: '2026-11-20T09:00:00.000Z',
  isNew: false,
  status: null,
  state,
  complete: true,
})

type Options = { width?: number; selection?: RowSelection; onLook?: (id: string) => void; offline?: boolean }

const show = (rows: ListRow[], { width = 200, selection, onLook, offline = false }: Options = {}) =>
  renderInEnglish(
    <MemoryRouter initialEntries={[{ pathname: '/', key: crypto.randomUUID() }]}>
      <MediaGrid
        label="Media"
        collection={media}
        locale={null}
        rows={rows}
        width={width}
        hrefOf={({ ref }) => `/collections/media/${ref.kind === 'collection' ? ref.id : ''}`}
        titleOf={({ data }) => (typeof data['filename'] === 'string' ? data['filename'] : '')}
        selection={selection ?? null}
        itemsOf={() => [{ id: 'open', label: 'Open', onAction() {} }]}
        order={null}
        onLook={onLook ?? null}
        onDragOut={onDragOut}
        offline={offline}
        locks={new Map()}
        schedules={new Map()}
      />
    </MemoryRouter>,
  )

const onDragOut = vi.fn<(row: ListRow) => void>()

const selectionOf = (ids: string[]) => ({
  ids: new Set(ids),
  onSelect: vi.fn<RowSelection['onSelect']>(),
  onExtend: vi.fn<RowSelection['onExtend']>(),
  onSelectPage: vi.fn<RowSelection['onSelectPage']>(),
})

const names = (count: number) => Array.from({ length: count }, (_, index) => file(String(index + 1)))
const links = () => screen.getAllByRole('link')
const focused = () => links().findIndex((link) => link === document.activeElement) + 1
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })

describe('the grid of an upload collection', () => {
  it('a card says what a file is called, how large it is, of what kind, and what it shows', async () => {
    await show([
      file('1'),
      file('2', { alt: ' ' }),
      file('3', { filename: 'menu.pdf', mimeType: 'application/pdf', alt: null, width: null, height: null }),
    ])
    const cards = await screen.findAllByRole('listitem')
    expect(cards.map((card) => card.textContent)).toEqual([
      'picture-1.jpg1200 × 800 · JPGWhat 1 shows',
      'picture-2.jpg1200 × 800 · JPGMissing alt text',
      // Only a picture needs words in its place.
      'menu.pdfPDF',
    ])
    expect(links().map((link) => link.getAttribute('href'))).toEqual(
      ['1', '2', '3'].map((id) => `/collections/media/${id}`),
    )
  })

  it('S3.26 (grid) a card has the size of its picture that fits it best, at the screen’s own pixels', async () => {
    const sizeAt = async (width: number, ratio: number) => {
      vi.stubGlobal('devicePixelRatio', ratio)
      const { container, unmount } = await show([file('1')], { width })
      const source = container.querySelector('img')?.getAttribute('src') ?? ''
      unmount()
      return new URL(source).searchParams.get('size')
    }
    expect(await sizeAt(120, 1)).toBe('thumbnail')
    expect(await sizeAt(200, 1)).toBe('card')
    expect(await sizeAt(360, 2)).toBe('wide')
  })

  it('a size that cannot be had gives way to the one of lists, and that to what kind of file it is', async () => {
    const { container } = await show([file('1')])
    const picture = () => container.querySelector('img')
    fireEvent.error(picture() ?? container)
    expect(picture()?.getAttribute('src')).toContain('size=thumbnail')
    fireEvent.error(picture() ?? container)
    expect(picture()).toBeNull()
    expect(container.querySelector('[data-thumbnail] svg')).not.toBeNull()
  })

  it('arrows go in two dimensions, from the edge nowhere, and Home and End to the first and the last', async () => {
    await show(names(10))
    await screen.findAllByRole('link')
    act(() => links()[0]?.focus())
    const way: [key: string, at: number][] = [
      ['ArrowRight', 2],
      ['ArrowDown', 6],
      ['ArrowDown', 10],
      ['ArrowDown', 10],
      ['ArrowLeft', 9],
      ['ArrowDown', 9],
      ['ArrowUp', 5],
      ['ArrowUp', 1],
      ['ArrowUp', 1],
      ['ArrowLeft', 1],
      ['End', 10],
      ['ArrowRight', 10],
      ['Home', 1],
      ['ArrowRight', 2],
      ['ArrowRight', 3],
      // Nothing lies below the third of the second line: the last one is the nearest.
      ['ArrowDown', 7],
      ['ArrowDown', 10],
    ]
    for (const [key, at] of way) {
      press(key)
      expect([key, focused()]).toEqual([key, at])
    }
    expect(links().filter((link) => link.tabIndex === 0)).toEqual([document.activeElement])
  })

  it('Space shows a file, X and Control with Space choose it, Shift chooses what lies between', async () => {
    const selection = selectionOf(['2'])
    const onLook = vi.fn<(id: string) => void>()
    await show(names(10), { selection, onLook })
    await screen.findAllByRole('link')
    act(() => links()[0]?.focus())
    press(' ')
    expect(onLook.mock.calls.map(([id]) => id)).toEqual(['1'])
    expect(selection.onSelect).not.toHaveBeenCalled()
    press('x')
    press(' ', { ctrlKey: true })
    expect(selection.onSelect.mock.calls).toEqual([
      ['1', true],
      ['1', true],
    ])
    press('ArrowDown', { shiftKey: true })
    press('ArrowRight', { shiftKey: true })
    expect(selection.onExtend.mock.calls.map(([id]) => id)).toEqual(['5', '6'])
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select picture-2.jpg' })
    expect(box.checked).toBe(true)
  })

  it('a screen reader hears which keys there are', async () => {
    await show(names(2), { selection: selectionOf([]), onLook: () => undefined })
    const list = await screen.findByRole('list', { name: 'Media' })
    expect(document.getElementById(list.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter opens a row, Shift F10 its menu. Space shows it large. X selects one, Shift with an arrow key several.',
    )
  })

  it('a click with Control chooses a card and opens nothing, one with Shift all up to it', async () => {
    const selection = selectionOf([])
    await show(names(3), { selection })
    const [first, , third] = await screen.findAllByRole('link')
    expect(fireEvent.click(first ?? document.body, { ctrlKey: true })).toBe(false)
    expect(selection.onSelect.mock.calls).toEqual([['1', true]])
    fireEvent.click(third ?? document.body, { shiftKey: true })
    expect(selection.onExtend.mock.calls.map(([id]) => id)).toEqual(['3'])
  })

  it('says what became of edits, and offline what is not on this computer', async () => {
    await show([file('1', {}, { kind: 'waiting', count: 1 }), file('2'), { ...file('3'), complete: false }], {
      offline: true,
    })
    const cards = await screen.findAllByRole('listitem')
    const says = (words: string) => cards.map((card) => within(card).queryByText(words) !== null)
    expect(says('Waiting (1)')).toEqual([true, false, false])
    expect(says('Needs the server')).toEqual([false, false, true])
  })

  it('of many cards those are drawn that can be seen, and each says which of how many it is', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
    await show(names(400))
    const cards = await screen.findAllByRole('listitem')
    expect(cards.length).toBeGreaterThan(8)
    expect(cards.length).toBeLessThan(120)
    expect(cards[0]?.getAttribute('aria-posinset')).toBe('1')
    expect(cards[0]?.getAttribute('aria-setsize')).toBe('400')
    act(() => links()[0]?.focus())
    press('End')
    expect(document.activeElement?.textContent).toBe('picture-400.jpg')
    expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('400')
  })
})

it('a card that is dragged is its file, and not the address of its document', async () => {
  onDragOut.mockClear()
  await show([file('1'), file('2')])
  const isNative = fireEvent.dragStart(screen.getByRole('link', { name: /picture-2/ }))
  expect(isNative).toBe(false)
  expect(onDragOut.mock.calls.map(([row]) => row.ref)).toEqual([file('2').ref])
})
