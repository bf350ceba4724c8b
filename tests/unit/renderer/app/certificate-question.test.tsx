import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bootstrap } from '../connect/connect-bridge.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const request = {
  origin: 'https://cms.example.com:8443',
  certificates: [
    { fingerprint: 'sha256/a', subject: 'Ada', issuer: 'Test CA', validUntil: '2027-03-04T12:00:00.000Z' },
    { fingerprint: 'sha256/b', subject: 'Bob', issuer: 'Test CA', validUntil: null },
  ],
}
let earlier: (typeof request)[] = []
const main = bridgeOf({
  'app.bootstrap': () => ({ ...bootstrap, certificateRequests: earlier }),
  'certificates.choose': () => undefined,
})
vi.stubGlobal('galley', main.bridge)
const { CertificateQuestion } = await import('../../../../renderer/app/certificates/certificate-question.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')

const open = () =>
  renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <Suspense>
        <CertificateQuestion />
      </Suspense>
    </QueryClientProvider>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const choices = () => main.named('certificates.choose').at(-1)

beforeEach(() => {
  earlier = []
})
afterEach(cleanup)

it('F73 names the server and each certificate, and shows none unless one is chosen', async () => {
  await open()
  act(() => main.emit('certificates.asked', request))
  const dialog = await screen.findByRole('alertdialog', { name: 'Show cms.example.com:8443 a certificate?' })
  expect(dialog.textContent).toContain('Ada, from Test CA, valid until ')
  expect(dialog.textContent).toContain('2027')
  expect(dialog.textContent).toContain('Bob, from Test CA')
  expect(screen.getByRole('radiogroup', { name: 'Certificates on this computer' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'No certificate' })).toHaveProperty('checked', true)
  press('Continue')
  expect(choices()).toEqual({ origin: request.origin, fingerprint: null })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('F73 hands over the chosen certificate, also where it was asked for before the window listened', async () => {
  earlier = [request]
  await open()
  fireEvent.click(await screen.findByRole('radio', { name: 'Bob, from Test CA' }))
  press('Continue')
  expect(choices()).toEqual({ origin: request.origin, fingerprint: 'sha256/b' })
})

it('F73 Escape shows no certificate', async () => {
  earlier = [request]
  await open()
  fireEvent.keyDown(await screen.findByRole('alertdialog'), { key: 'Escape' })
  expect(choices()).toEqual({ origin: request.origin, fingerprint: null })
})
