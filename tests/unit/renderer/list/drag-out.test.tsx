import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import type { ListRow } from '../../../../shared/ipc.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

let isOnline = true
let arrive: () => void = () => undefined
let isHere = false
const fake = bridgeOf({
  'connection.get': () => ({ status: isOnline ? 'online' : 'offline' }),
  'files.bring': async () => {
    await new Promise<void>((resolve) => (arrive = resolve))
    isHere = true
    return { outcome: 'here', id: 'f' }
  },
  'files.drag': () => ({ begun: isHere }),
})
vi.stubGlobal('galley', fake.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { useDragOut } = await import('../../../../renderer/screens/list/media/use-drag-out.ts')
const { toastQueue } = await import('../../../../renderer/ui/toast/toast-queue.ts')

afterEach(() => {
  // Nothing of a drag is left for what follows.
  fireEvent.pointerDown(window)
  cleanup()
  toastQueue.clear()
  fake.calls.length = 0
  isOnline = true
  isHere = false
})

const row = (updatedAt: string): ListRow => ({
  ref: { kind: 'collection', slug: 'media', id: '7' },
  data: {},
  updatedAt,
  isNew: false,
  status: null,
  state: { kind: 'saved' },
  complete: true,
})
const said = () => toastQueue.visibleToasts.map(({ content }) => content.text)

async function show() {
  await loadTranslator('en')
  const client = createQueryClient()
  const { result } = renderHook(() => useDragOut(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <LanguageProvider language="en">{children}</LanguageProvider>
      </QueryClientProvider>
    ),
  })
  await waitFor(() => expect(result.current).toBeTypeOf('function'))
  await waitFor(() => expect(fake.named('connection.get')).not.toEqual([]))
  await act(async () => undefined)
  return (of: ListRow) => act(async () => result.current(of))
}
const asked = () => fake.calls.map(({ name }) => name).filter((name) => name.startsWith('files.'))

it('a file is dragged out once it is here, while the pointer is pressed; the next time at once', async () => {
  const drag = await show()
  await drag(row('a'))
  await act(async () => arrive())
  expect(asked()).toEqual(['files.bring', 'files.drag'])
  await drag(row('a'))
  expect(asked()).toEqual(['files.bring', 'files.drag', 'files.drag'])
  // Another revision has another file.
  await drag(row('b'))
  expect(asked().at(-1)).toBe('files.bring')
  await act(async () => arrive())
})

it('a pointer that was let go before drags nothing, and is told to try again', async () => {
  const drag = await show()
  await drag(row('a'))
  fireEvent.pointerUp(document.body)
  const clicked = vi.fn<() => void>()
  document.body.addEventListener('click', clicked)
  fireEvent.click(document.body)
  expect(clicked).not.toHaveBeenCalled()
  fireEvent.pointerDown(document.body)
  fireEvent.click(document.body)
  expect(clicked).toHaveBeenCalledOnce()
  document.body.removeEventListener('click', clicked)
  await act(async () => arrive())
  expect(asked()).toEqual(['files.bring'])
  expect(said()).toEqual(['The file is on this computer now. Drag it again.'])
})

it('a file that is dropped on its own window is not brought in again, and another one after it is', async () => {
  const drag = await show()
  await drag(row('a'))
  await act(async () => arrive())
  const heard = vi.fn<() => void>()
  document.body.addEventListener('drop', heard)
  fireEvent.pointerMove(document.body, { buttons: 1 })
  fireEvent.drop(document.body)
  expect(heard).not.toHaveBeenCalled()
  fireEvent.pointerMove(document.body, { buttons: 0 })
  fireEvent.drop(document.body)
  expect(heard).toHaveBeenCalledOnce()
  document.body.removeEventListener('drop', heard)
})

it('without the server says that it is needed', async () => {
  isOnline = false
  const drag = await show()
  await drag(row('a'))
  expect(asked()).toEqual([])
  expect(said()).toEqual(['Needs the server'])
})
