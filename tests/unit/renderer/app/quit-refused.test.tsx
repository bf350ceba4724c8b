import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SaveFileResult } from '../../../../shared/ipc.ts'
import { bootstrap } from '../connect/connect-bridge.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

let saved: SaveFileResult
const main = bridgeOf({
  'app.bootstrap': () => bootstrap,
  'app.quit': () => undefined,
  'app.saveJson': () => saved,
})
vi.stubGlobal('galley', main.bridge)
const { QuitRefused } = await import('../../../../renderer/app/quit/quit-refused.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')

const unwritten = [
  {
    ref: { kind: 'collection' as const, slug: 'posts', id: '7' },
    changes: [],
    typed: [],
    document: { title: 'Typed' },
  },
]
const dialog = () => screen.getByRole('alertdialog')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(async () => {
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <Suspense>
        <QuitRefused documents={{ unwritten: () => unwritten }} />
      </Suspense>
    </QueryClientProvider>,
  )
  act(() => main.emit('app.quitRefused', undefined))
  await screen.findByRole('alertdialog')
})
afterEach(cleanup)

it('F8 says how much is only in this window, with the focus where nothing is lost', async () => {
  expect(dialog().textContent).toContain(
    'Your last changes in 1 document could not be saved on this computer.',
  )
  await expect.poll(() => document.activeElement?.textContent).toBe('Keep open')
})

it('F8 exports what is typed to a file of the person’s choice, and says where it is', async () => {
  saved = { outcome: 'saved', path: '/media/stick/edits.json' }
  press('Export…')
  await screen.findByText('Saved as /media/stick/edits.json')
  expect(main.named('app.saveJson')).toMatchObject([{ name: 'galley-unsaved-edits.json' }])
  expect(String(Reflect.get(Object(main.named('app.saveJson')[0]), 'text'))).toContain('"title": "Typed"')
})

it('F8 says why an export did not work', async () => {
  saved = { outcome: 'failed', message: 'no space left on device' }
  press('Export…')
  expect(
    await screen.findByText('The file was not written: no space left on device. Your edits are still here.'),
  ).toBeTruthy()
})

it('F8 tries again, and says it anew where it is refused again', async () => {
  press('Try again')
  expect(main.named('app.quit')).toContainEqual({ anyway: false })
  await screen.findByText('Saving…')
  act(() => main.emit('app.quitRefused', undefined))
  await screen.findByRole('button', { name: 'Try again' })
})

it('F8 leaves without it only after a second question', async () => {
  press('Quit anyway…')
  expect(main.named('app.quit')).not.toContainEqual({ anyway: true })
  await screen.findByText('You lose your last changes in 1 document.')
  await expect.poll(() => document.activeElement?.textContent).toBe('Cancel')
  press('Quit without saving')
  expect(main.named('app.quit')).toContainEqual({ anyway: true })
})
