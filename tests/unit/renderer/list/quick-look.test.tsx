import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useQuickLook } from '../../../../renderer/screens/list/media/use-quick-look.tsx'
import { refId } from '../../../../shared/cms/doc-ref.ts'
import { parseUpload } from '../../../../shared/fields/file/upload-config.ts'
import type { ListRow } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { collection, text } from './fields.ts'

/* Space shows a file of a list large, whatever it is. */

vi.hoisted(() =>
  vi.stubGlobal('galley', {
    call: async () => Promise.resolve({ status: 'online' }),
    on: () => () => undefined,
  }),
)

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const media = collection([text('filename'), text('alt')], {
  slug: 'media',
  upload: parseUpload({}, { maxBytes: null, clientUpload: null }),
})

const file = (id: string, data: JsonObject): ListRow => ({
  ref: { kind: 'collection', slug: 'media', id },
  data: { updatedAt: '2026-11-20T09:00:00.000Z', ...data },
  updatedAt: '2026-11-20T09:00:00.000Z',
  isNew: false,
  status: null,
  state: { kind: 'saved' },
  complete: true,
})

const ROWS = [
  file('1', {
    filename: 'fjord.jpg',
    mimeType: 'image/jpeg',
    alt: 'A fjord at dawn',
    width: 3000,
    height: 2000,
    filesize: 2_048_000,
    sizes: { card: { url: '/c.jpg', width: 480 } },
  }),
  file('2', { filename: 'talk.mp3', mimeType: 'audio/mpeg' }),
  file('3', { filename: 'film.mp4', mimeType: 'video/mp4' }),
  file('4', { filename: 'menu.pdf', mimeType: 'application/pdf', thumbnailURL: '/menu.png' }),
  file('5', { filename: 'list.txt', mimeType: 'text/plain', filesize: 90 }),
]

const onOpen = vi.fn<(row: ListRow) => void>()
const focused = vi.fn<(id: string) => void>()

type PageProps = { rows?: ListRow[]; offline?: boolean }
const client = new QueryClient()
const Page = (props: PageProps) => (
  <QueryClientProvider client={client}>
    <Rows {...props} />
  </QueryClientProvider>
)

function Rows({ rows = ROWS, offline = false }: PageProps) {
  const [from, setFrom] = useState('1')
  const { look, layer } = useQuickLook({
    collection: media,
    locale: null,
    rows,
    titleOf: ({ data }) => (typeof data['filename'] === 'string' ? data['filename'] : ''),
    offline,
    onOpen,
  })
  return (
    <>
      {rows.map(({ ref }) => (
        <button
          key={refId(ref)}
          onClick={() => {
            setFrom(refId(ref))
            look?.(refId(ref), focused)
          }}
        >{`Look at ${refId(ref)}`}</button>
      ))}
      <p>{`From ${from}`}</p>
      {layer}
    </>
  )
}

async function lookAt(id: string, offline = false): Promise<void> {
  await renderInEnglish(<Page offline={offline} />)
  const button = await screen.findByRole('button', { name: `Look at ${id}` })
  act(() => button.focus())
  fireEvent.click(button)
  await screen.findByRole('dialog')
}

const title = () => screen.getByRole('dialog').getAttribute('aria-labelledby')
const name = () => document.getElementById(title() ?? '')?.textContent
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

it('shows a picture as large as there is room, with what it shows, and its own pixels on demand', async () => {
  await lookAt('1')
  expect(name()).toBe('fjord.jpg')
  expect(screen.getByText('3000 × 2000 · JPG · 2MB')).toBeTruthy()
  expect(screen.getByText('1 of 5')).toBeTruthy()
  const picture = screen.getByRole<HTMLImageElement>('img', { name: 'A fjord at dawn' })
  expect(picture.getAttribute('src')).not.toContain('size=')
  expect(picture.style.inlineSize).toBe('')
  const actual = screen.getByRole('button', { name: 'Actual size' })
  fireEvent.click(actual)
  expect(actual.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole<HTMLImageElement>('img', { name: 'A fjord at dawn' }).style.inlineSize).toBe(
    '3000px',
  )
  fireEvent.click(actual)
  expect(screen.getByRole<HTMLImageElement>('img', { name: 'A fjord at dawn' }).style.inlineSize).toBe('')
})

it('a picture whose whole cannot be had is shown smaller, and where none can, what is known of it', async () => {
  await lookAt('1', true)
  const picture = () => screen.queryByRole('img', { name: 'A fjord at dawn' })
  fireEvent.error(picture() ?? document.body)
  expect(picture()?.getAttribute('src')).toContain('size=card')
  fireEvent.error(picture() ?? document.body)
  expect(picture()).toBeNull()
  expect(screen.getByText('Needs the server')).toBeTruthy()
})

it('arrows go on through sound, video, a file with a picture and one without, and end at the last', async () => {
  await lookAt('1')
  press('ArrowRight')
  expect(name()).toBe('talk.mp3')
  const sound = screen.getByLabelText('talk.mp3', { selector: 'audio' })
  expect(sound.getAttribute('src')).toBe('app://play/media/2?v=2026-11-20T09%3A00%3A00.000Z')
  press('ArrowDown')
  expect(screen.getByLabelText('film.mp4', { selector: 'video' }).getAttribute('src')).toContain(
    'app://play/media/3',
  )
  press('ArrowRight')
  expect(screen.getByRole('img', { name: 'menu.pdf' }).getAttribute('src')).toContain('size=%3AthumbnailURL')
  press('ArrowRight')
  expect(name()).toBe('list.txt')
  expect(screen.getByText('There is no picture of this file')).toBeTruthy()
  press('ArrowRight')
  expect(name()).toBe('list.txt')
  expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
  press('ArrowLeft')
  expect(name()).toBe('menu.pdf')
})

it('keys of a player are its own, and at its own pixels a picture is moved by arrows', async () => {
  await lookAt('2')
  fireEvent.keyDown(screen.getByLabelText('talk.mp3', { selector: 'audio' }), { key: 'ArrowRight' })
  expect(name()).toBe('talk.mp3')
  cleanup()
  await lookAt('1')
  const moved: unknown[] = []
  Element.prototype.scrollBy = (by?: unknown) => void moved.push(by)
  fireEvent.click(screen.getByRole('button', { name: 'Actual size' }))
  press('ArrowRight')
  expect(name()).toBe('fjord.jpg')
  expect(moved).toEqual([{ left: 80, top: 0 }])
})

it('sound that plays ends with its place, also what is still to come of it', async () => {
  focused.mockClear()
  const ended: unknown[] = []
  const note = (what: string) =>
    function of(this: HTMLMediaElement): void {
      ended.push([what, this.getAttribute('src') === null])
    }
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(note('pause'))
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(note('load'))
  await lookAt('2')
  ended.length = 0
  press('ArrowRight')
  expect(name()).toBe('film.mp4')
  expect(ended).toEqual([
    ['pause', false],
    ['load', true],
  ])
  ended.length = 0
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(ended).toEqual([
    ['pause', false],
    ['load', true],
  ])
  await expect.poll(() => focused.mock.calls).toEqual([['3']])
})

it('Escape and Space close it, and the focus is on the file that was shown last', async () => {
  focused.mockClear()
  await lookAt('1')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  press('Escape')
  expect(screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => document.activeElement?.textContent).toBe('Look at 1')
  expect(focused).not.toHaveBeenCalled()

  fireEvent.click(screen.getByRole('button', { name: 'Look at 1' }))
  await screen.findByRole('dialog')
  press('ArrowRight')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await expect.poll(() => focused.mock.calls).toEqual([['2']])
})

it('a file that the list has no more while it is shown stays', async () => {
  const { rerender } = await renderInEnglish(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: 'Look at 1' }))
  await screen.findByRole('dialog')
  press('ArrowRight')
  rerender(<Page rows={ROWS.filter(({ ref }) => refId(ref) !== '2')} />)
  expect(name()).toBe('talk.mp3')
  expect(screen.getByText('2 of 5')).toBeTruthy()
})

it('a file that goes before one goes on stays, does not come back by itself, and the next one is in its place', async () => {
  const { rerender } = await renderInEnglish(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: 'Look at 2' }))
  await screen.findByRole('dialog')
  const without = ROWS.filter(({ ref }) => refId(ref) !== '2')
  rerender(<Page rows={without} />)
  expect(name()).toBe('talk.mp3')
  press('ArrowLeft')
  expect(name()).toBe('fjord.jpg')
  press('ArrowRight')
  expect(name()).toBe('film.mp4')
  rerender(<Page rows={without.filter(({ ref }) => refId(ref) !== '3')} />)
  expect(name()).toBe('film.mp4')
  press('ArrowRight')
  expect(name()).toBe('menu.pdf')
  focused.mockClear()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await expect.poll(() => focused.mock.calls).toEqual([['4']])
  rerender(<Page />)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('opens the document of the file that is shown', async () => {
  onOpen.mockClear()
  await lookAt('4')
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(onOpen.mock.calls.map(([row]) => refId(row.ref))).toEqual(['4'])
})
