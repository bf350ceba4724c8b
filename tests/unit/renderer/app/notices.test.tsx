import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Notice } from '../../../../shared/ipc.ts'
import { bootstrap } from '../connect/connect-bridge.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const main = bridgeOf({ 'app.bootstrap': () => bootstrap, 'app.dismissNotice': () => undefined })
vi.stubGlobal('galley', main.bridge)
const { Notices } = await import('../../../../renderer/app/notices/notices.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')

const at = '2026-11-20T10:00:00.000Z'
const setAside = {
  code: 'database-set-aside',
  path: '/x',
  at,
  edits: 3,
  complete: true,
  fromCopy: false,
} as const

async function hear(...notices: Notice[]): Promise<void> {
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <Suspense>
        <Notices />
      </Suspense>
    </QueryClientProvider>,
  )
  await act(async () => {
    for (const notice of notices) main.emit('app.notice', notice)
    await Promise.resolve()
  })
}
const words = async (): Promise<string> => (await screen.findByRole('alertdialog')).textContent ?? ''

afterEach(cleanup)

it('F16 says how many unsent edits were recovered, whether there may have been more, and how old they may be', async () => {
  await hear(setAside)
  expect(await words()).toContain('3 unsent edits were recovered.')
  expect(await words()).not.toContain('There may have been more')
  cleanup()
  await hear({ ...setAside, edits: 1, complete: false, fromCopy: true })
  expect(await words()).toContain('1 unsent edit was recovered. Parts of it could not be read')
  expect(await words()).toContain('came from a backup that may be older')
})

it('F15 says whose documents were set aside, and that nothing of them is sent', async () => {
  await hear({ code: 'database-other-user', at, name: 'nora@example.com', edits: 2 })
  expect(await words()).toContain('belong to nora@example.com, who had the same ID on the server before you')
  expect(await words()).toContain('They contain 2 unsent edits.')
})

it('F33 says that access was taken and what was kept, one notice after another', async () => {
  await hear({ code: 'access-removed', at, server: 'Nordlys', edits: 2, unreadable: 1 }, setAside)
  expect(await words()).toContain('Nordlys no longer lets you into its admin panel.')
  expect(await words()).toContain('2 unsent edits were kept')
  expect(await words()).toContain('1 file could not be read and was left in place')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await words()).toContain('3 unsent edits were recovered.')
  expect(main.named('app.dismissNotice')).toEqual([{ code: 'access-removed' }])
})

it('SY15 (part) says that a newer Galley made the database, and that nothing in it was changed', async () => {
  await hear({ code: 'database-newer' })
  expect(await words()).toContain('A newer version of Galley made the database on this computer.')
  expect(await words()).toContain('changed nothing in it, so unsent edits are still there')
})
