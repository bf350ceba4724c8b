import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { STEPS, type ComputerFacts, type ConnectionStep } from '../../../../shared/diagnostics.ts'
import type { CallOutput } from '../../../../shared/ipc.ts'
import { bootstrap } from '../connect/connect-bridge.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const facts: ComputerFacts = {
  versions: { galley: '0.1.0', electron: '45.3.4', chromium: '150.1', node: '24.1.0', system: 'linux 6 x64' },
  store: { bytes: 4096, schemaVersion: 31, keptDocuments: 1284, unsentEntries: 3, conflicts: 1 },
  folders: { all: 10_000, accounts: 8000, logs: 500, crashes: 0 },
  crashes: { count: 0, newest: null },
  log: { folder: '~/.config/Galley/logs', lines: ['2027-01-01T00:00:00.000Z warn first'] },
  policy: [],
}
const steps = (failed: ConnectionStep['step'] | null): ConnectionStep[] =>
  STEPS.map((step, index) => {
    const at = failed === null ? STEPS.length : STEPS.indexOf(failed)
    const state = index < at ? 'ok' : index === at ? 'failed' : 'not-reached'
    return { step, state, detail: step === 'proxy' && state === 'ok' ? 'DIRECT' : '' }
  })
const online: CallOutput<'diagnostics.connect'> = {
  host: 'cms.example.com',
  problem: null,
  steps: steps(null),
}
let computer = facts
let connection = online
let checked: CallOutput<'diagnostics.checkStore'> = 'sound'
let saved: CallOutput<'app.saveJson'> = { outcome: 'saved', path: '/tmp/galley-report.json' }

const main = bridgeOf({
  'app.bootstrap': () => bootstrap,
  'connection.get': () => ({ status: 'signed-out', since: '', lastContact: null, problem: null }),
  'diagnostics.read': () => computer,
  'diagnostics.connect': () => connection,
  'diagnostics.checkStore': () => checked,
  'diagnostics.showLog': () => undefined,
  'proxies.askAgain': () => undefined,
  'app.saveJson': () => saved,
})
vi.stubGlobal('galley', main.bridge)
const { DiagnosticsPanel } = await import('../../../../renderer/diagnostics/diagnostics-panel.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { ToastRegion } = await import('../../../../renderer/ui/toast/toast-region.tsx')

const open = (url: string | null = null) =>
  renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <Suspense>
        <DiagnosticsPanel url={url} />
        <ToastRegion />
      </Suspense>
    </QueryClientProvider>,
  )
const stepTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  computer = facts
  connection = online
  checked = 'sound'
  saved = { outcome: 'saved', path: '/tmp/galley-report.json' }
})
afterEach(cleanup)

it('shows each step of the way, versions, the database and the log', async () => {
  await open('https://cms.example.com')
  await screen.findByRole('heading', { name: 'Connection to cms.example.com' })
  expect(main.named('diagnostics.connect').at(-1)).toEqual({ url: 'https://cms.example.com' })
  expect(stepTexts()).toHaveLength(STEPS.length)
  expect(stepTexts()[0]).toBe('ProxyOKNone, directly')
  expect(stepTexts()[4]).toBe('Payload CMSOK')
  for (const words of ['45.3.4', '1,284', '~/.config/Galley/logs', 'No crash reports.'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Last lines of the log' }).textContent).toContain('warn first')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says at which step the way ends and in words why, and tries again', async () => {
  connection = {
    host: 'cms.example.com',
    problem: { code: 'certificate-date', detail: 'net::ERR_CERT_DATE_INVALID' },
    steps: steps('connect'),
  }
  await open('https://cms.example.com')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Check the date and time of this computer first.')
  expect(stepTexts()[2]).toBe('Connection to the serverFailed')
  expect(stepTexts()[6]).toBe('Signed inNot reached')
  connection = online
  await press('Try again')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(stepTexts()[6]).toBe('Signed inOK')
  expect(main.named('proxies.askAgain')).toHaveLength(1)
})

it('checks the database only when asked, and says what came of it', async () => {
  await open()
  await press('Check for damage')
  expect(await screen.findByText('No damage found.')).toBeTruthy()
  cleanup()
  checked = 'damaged'
  await open()
  await screen.findByRole('button', { name: 'Check for damage' })
  expect(screen.queryByText(/No damage|is damaged/)).toBeNull()
  await press('Check for damage')
  expect(await screen.findByText(/^The database is damaged. Restart Galley/)).toBeTruthy()
})

it('offers no check where no database is open', async () => {
  computer = { ...facts, store: null }
  await open()
  expect(await screen.findByText('Nobody is signed in, so no database is open.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Check for damage' })).toBeNull()
})

it('shows the whole report before it is saved, and saves what it showed', async () => {
  computer = {
    ...facts,
    policy: [{ key: 'keepDocuments', value: 'all', source: 'policy.json', problem: null }],
  }
  await open()
  await press('Save a report…')
  expect(main.named('app.saveJson')).toEqual([])
  const shown = within(screen.getByRole('region', { name: 'The whole report' })).getByText(
    /madeAt/,
  ).textContent
  expect(JSON.parse(shown)).toMatchObject({
    connection: { host: 'cms.example.com' },
    storeCheck: 'not-checked',
    policy: [{ key: 'keepDocuments' }],
    log: { lines: facts.log.lines },
  })
  await press('Save')
  expect(main.named('app.saveJson')).toEqual([{ name: 'galley-report', text: shown }])
  expect(await screen.findByText('Report saved: /tmp/galley-report.json')).toBeTruthy()
})

it('says why a report is not saved, and keeps it in sight', async () => {
  saved = { outcome: 'failed', message: 'ENOSPC' }
  await open()
  await press('Save a report…')
  await press('Save')
  expect(await screen.findByText('The report could not be saved: ENOSPC')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'The whole report' })).toBeTruthy()
})
