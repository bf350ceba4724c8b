import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { AccountProvider } from '../../../../renderer/data/account-context.tsx'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { parseUpload } from '../../../../shared/fields/file/upload-config.ts'
import { set } from '../../store/support/site.ts'
import { fileFields, pending } from '../../store/support/upload-site.ts'
import { entryOf } from '../form/form-fixtures.ts'
import { showFields } from './show-fields.tsx'

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const copied: number[] = []

/** Main, as far as a file needs it; made before the modules that ask it are imported. */
const main = vi.hoisted(() => {
  const heard: ((payload: unknown) => void)[] = []
  const bridge = {
    answer: (_name: string, _input: { bytes?: Uint8Array }): unknown => undefined,
    tell: (payload: unknown): void => heard.forEach((listener) => listener(payload)),
  }
  Object.assign(globalThis, {
    galley: {
      call: (name: string, input: { bytes?: Uint8Array }) => Promise.resolve(bridge.answer(name, input)),
      on: (_name: string, listener: (payload: unknown) => void) => {
        heard.push(listener)
        return () => void heard.splice(heard.indexOf(listener), 1)
      },
    },
  })
  return bridge
})
main.answer = (name, input) => {
  if (name === 'files.append') copied.push(input.bytes?.byteLength ?? 0)
  if (name === 'files.begin') return { id: ID }
  if (name === 'files.finish') return { size: copied.reduce((sum, size) => sum + size, 0) }
  return undefined
}

afterEach(() => {
  cleanup()
  copied.length = 0
})

const config = parseUpload({ mimeTypes: ['text/*'] }, { maxBytes: 3_000_000, clientUpload: null })
if (config === false) throw new Error('no upload')
const upload: Field[] = fileFields.map((field) =>
  field.type === 'file' ? { ...field, upload: config } : field,
)
const box = () => screen.getByRole('group', { name: /File to Upload/ })
const drop = (file: File) => fireEvent.drop(box(), { dataTransfer: { files: [file] } })

it('SY14 (part) a dropped file is copied in pieces before the form refers to it, and is one step for undo', async () => {
  const { form, document } = await showFields(upload)
  drop(new File([new Uint8Array(2_500_000)], 'notes.txt', { type: 'text/plain' }))
  await waitFor(() => expect(form.read('file')).toMatchObject({ name: 'notes.txt' }))
  expect(copied).toEqual([1_048_576, 1_048_576, 402_848])
  expect(form.read('file')).toMatchObject({ id: ID, name: 'notes.txt', mimeType: 'text/plain' })
  // S3.28: name, type and size.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'File Name' }).value).toBe('notes.txt')
  expect(screen.getByText('text/plain')).toBeTruthy()
  expect(screen.getByText('2MB')).toBeTruthy()
  act(() => void document.undo())
  expect(form.changes()).toEqual([])
  expect(screen.queryByRole('textbox', { name: 'File Name' })).toBeNull()
  act(() => void document.redo())
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(form.changes()).toEqual([])
})

it('U56 saves wait while a dropped file is being copied, and until it is stopped', async () => {
  const { form, document } = await showFields(upload)
  const isSaveable = vi.fn<(answer: string, file: unknown) => void>()
  drop(new File([new Uint8Array(2_500_000)], 'notes.txt', { type: 'text/plain' }))
  void document.saveable().then((answer) => isSaveable(answer, form.read('file')))
  expect(isSaveable).not.toHaveBeenCalled()
  await waitFor(() =>
    expect(isSaveable).toHaveBeenCalledWith('ready', expect.objectContaining({ name: 'notes.txt' })),
  )
  drop(new File([new Uint8Array(2_500_000)], 'more.txt', { type: 'text/plain' }))
  const stopped = document.saveable()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await stopped).toBe('failed')
  expect(form.read('file')).toMatchObject({ name: 'notes.txt' })
})

it('a file that is fetched from an address and given up does not come later, and holds no saves', async () => {
  const fetching = upload.map((field) =>
    field.type === 'file' ? { ...field, upload: { ...config, pasteURL: true } } : field,
  )
  const fetched = Promise.withResolvers<unknown>()
  const answer = main.answer
  onTestFinished(() => void (main.answer = answer))
  main.answer = (name, input) => {
    if (name === 'connection.get') return { status: 'online' }
    return name === 'files.fetch' ? fetched.promise : answer(name, input)
  }
  const { form, document } = await showFields(fetching, {
    around: (content) => <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>,
  })
  fireEvent.click(screen.getByRole('button', { name: 'Paste URL' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'https://example.com/notes.txt' } })
  const get = dialog.getByRole('button', { name: 'Download' })
  await waitFor(() => expect(get.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(get)
  const held = document.saveable()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await held).toBe('failed')
  fetched.resolve({ outcome: 'fetched', id: ID, name: 'notes.txt', mimeType: 'text/plain', size: 3 })
  await fetched.promise
  await act(() => Promise.resolve())
  expect(form.changes()).toEqual([])
})

it('a file that was not copied when the screen is left is not saved without', async () => {
  const { document } = await showFields(upload)
  drop(new File([new Uint8Array(2_500_000)], 'notes.txt', { type: 'text/plain' }))
  const held = document.saveable()
  cleanup()
  expect(await held).toBe('failed')
})

it('takes no other file while one is being copied', async () => {
  const { form } = await showFields(upload)
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')
  if (picker === null) throw new Error('no picker')
  drop(new File([new Uint8Array(2_500_000)], 'notes.txt', { type: 'text/plain' }))
  const button = screen.getByRole('button', { name: 'Select a file' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(picker, { target: { files: [new File(['x'], 'other.txt', { type: 'text/plain' })] } })
  await waitFor(() => expect(form.read('file')).toMatchObject({ name: 'notes.txt' }))
  expect(copied).toEqual([1_048_576, 1_048_576, 402_848])
  expect(screen.getByRole('button', { name: 'Replace…' }).getAttribute('aria-disabled')).not.toBe('true')
})

it('what is dropped that is no file is left to what is below it', async () => {
  await showFields(upload)
  const dataTransfer = { files: [], types: ['text/plain'] }
  // False: it was prevented.
  expect([fireEvent.dragOver(box(), { dataTransfer }), fireEvent.drop(box(), { dataTransfer })]).toEqual([
    true,
    true,
  ])
})

it('a folder that is dropped brings what is in it, but for what systems hide', async () => {
  const { form } = await showFields(upload)
  const file = new File(['x'], 'deep.txt', { type: 'text/plain' })
  const folder = (name: string, inside: object[]): object => ({
    name,
    isDirectory: true,
    createReader() {
      const parts = [inside, []]
      return { readEntries: (take: (part: object[]) => void) => take(parts.shift() ?? []) }
    },
  })
  const leaf = { name: 'deep.txt', isFile: true, file: (take: (one: File) => void) => take(file) }
  const hidden = { name: '.DS_Store', isFile: true, file: () => expect.unreachable() }
  const trip = folder('trip', [folder('day two', [leaf]), hidden])
  const dataTransfer = {
    files: [new File([], 'trip')],
    types: ['Files'],
    items: [{ webkitGetAsEntry: () => trip }],
  }
  await act(() => Promise.resolve(fireEvent.drop(box(), { dataTransfer })))
  await waitFor(() => expect(form.read('file')).toMatchObject({ name: 'deep.txt' }))
})

it('SY14 (part) what the site does not take is said and not copied', async () => {
  const { form } = await showFields(upload)
  drop(new File(['x'], 'movie.mp4', { type: 'video/mp4' }))
  expect(screen.getByText('Invalid file type: video/mp4')).toBeTruthy()
  drop(new File([new Uint8Array(3_000_001)], 'long.txt', { type: 'text/plain' }))
  expect(
    screen.getByText('The file is too large. The server accepts up to 3MB. Choose a smaller one.'),
  ).toBeTruthy()
  expect([copied, form.changes()]).toEqual([[], []])
})

it('S3.28 the file that the server has is shown with its name, type and size', async () => {
  await showFields(upload, { data: { filename: 'a.txt', mimeType: 'text/plain', filesize: 1536 } })
  for (const words of ['a.txt', 'text/plain', '2KB']) expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Replace…' })).toBeTruthy()
})

it('SY14 (part) a file on its way to the storage of the site is watched and can be stopped before its request leaves', async () => {
  const entry = entryOf([set('file', null, pending(ID, 'notes.txt'))])
  await showFields(upload, { view: { entries: [entry] } })
  const asked: string[] = []
  main.answer = (name) => {
    asked.push(name)
    return { stopped: true }
  }
  expect(screen.queryByRole('progressbar')).toBeNull()
  act(() => main.tell({ key: entry.key, sent: 3, total: 9 }))
  expect(screen.getByRole('progressbar', { name: 'Sending' }).getAttribute('value')).toBe('33')
  await act(() => Promise.resolve(fireEvent.click(screen.getByRole('button', { name: 'Stop sending' }))))
  expect(asked).toEqual(['outbox.stop'])
  act(() => main.tell({ key: entry.key, sent: null, total: 9 }))
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('a file that may not be written can only be seen', async () => {
  const { form } = await showFields(upload, {
    data: { filename: 'a.txt', mimeType: 'text/plain' },
    scope: { mayWrite: () => false },
  })
  drop(new File(['x'], 'b.txt', { type: 'text/plain' }))
  expect(screen.queryByRole('button')).toBeNull()
  expect([copied, form.changes()]).toEqual([[], []])
})

it('F69 (part) the focal point can be typed, also at the edge of the picture', async () => {
  const { form } = await showFields(upload, {
    data: { filename: 'a.png', mimeType: 'image/png', width: 100, height: 50, focalX: 50, focalY: 50 },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Edit Image' }))
  const dialog = within(await screen.findByRole('dialog'))
  const edge = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name })
  fireEvent.change(edge('X %'), { target: { value: '0' } })
  fireEvent.change(edge('Y %'), { target: { value: '100' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Apply Changes' }))
  expect([form.read('focalX'), form.read('focalY')]).toEqual([0, 100])
})

it('the address of a file on the server is copied whole, that of each of its sizes too', async () => {
  const written: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (words: string) => Promise.resolve(written.push(words)) },
  })
  const server = { id: 's', url: 'https://cms.example/base', name: 'S', waiting: 0, lastIdentifier: null }
  const account = { server, collection: 'users', userId: '1', label: 'Ines' }
  const url = '/api/media/file/a b.png'
  const small = { width: 10, height: 5, filesize: 9, url: 'https://cdn.example/small.png' }
  await showFields(upload, {
    data: { filename: 'a b.png', mimeType: 'image/png', width: 100, height: 50, url, sizes: { small } },
    around: (content) => <AccountProvider value={account}>{content}</AccountProvider>,
    scope: { mayWrite: () => false },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Copy address' }))
  fireEvent.click(screen.getByRole('button', { name: /Sizes/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy address of small' }))
  expect(written).toEqual(['https://cms.example/api/media/file/a%20b.png', 'https://cdn.example/small.png'])
  Reflect.deleteProperty(navigator, 'clipboard')
})
