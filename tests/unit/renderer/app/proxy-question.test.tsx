import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ProxyQuestion as Question } from '../../../../shared/ipc.ts'
import { bootstrap } from '../connect/connect-bridge.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const question: Question = { id: 'a', proxy: 'proxy.example.com:3128', realm: 'Staff only', isWrong: false }
let earlier: Question[] = []
const main = bridgeOf({
  'app.bootstrap': () => ({ ...bootstrap, proxyQuestions: earlier }),
  'proxies.answer': () => undefined,
})
vi.stubGlobal('galley', main.bridge)
const { ProxyQuestion } = await import('../../../../renderer/app/proxy-login/proxy-question.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')

const open = () =>
  renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <Suspense>
        <ProxyQuestion />
      </Suspense>
    </QueryClientProvider>,
  )
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  earlier = []
})
afterEach(cleanup)

it('names proxy and realm, and sends what was typed', async () => {
  await open()
  act(() => main.emit('proxies.asked', question))
  const dialog = await screen.findByRole('dialog', { name: 'Log in to the proxy' })
  expect(dialog.textContent).toContain('The proxy proxy.example.com:3128 of your network')
  expect(dialog.textContent).toContain('It says: “Staff only”')
  expect(screen.queryByRole('alert')).toBeNull()
  type(/^Name/, ' ada ')
  type(/^Password/, ' right ')
  press('Login')
  expect(main.named('proxies.answer').at(-1)).toEqual({
    id: 'a',
    credentials: { name: 'ada', password: ' right ' },
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says that a log-in was wrong, and has kept the name alone of it', async () => {
  earlier = [question]
  await open()
  await screen.findByRole('dialog')
  type(/^Name/, 'ada')
  type(/^Password/, 'wrong')
  press('Login')
  act(() => main.emit('proxies.asked', { ...question, isWrong: true }))
  expect(screen.getByRole('alert').textContent).toContain('did not take this name and password')
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'ada')
  expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', '')
})

it('shows one question at a time, and Escape or Cancel is a no', async () => {
  earlier = [question, { ...question, id: 'b', proxy: 'other.example.com:80' }]
  await open()
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' })
  expect(main.named('proxies.answer').at(-1)).toEqual({ id: 'a', credentials: null })
  expect(screen.getByRole('dialog').textContent).toContain('other.example.com:80')
  press('Cancel')
  expect(main.named('proxies.answer').at(-1)).toEqual({ id: 'b', credentials: null })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('asks for a name before anything is sent', async () => {
  earlier = [{ ...question, id: 'c' }]
  await open()
  await screen.findByRole('dialog')
  press('Login')
  expect(screen.getByText('Enter your name for the proxy.')).toBeTruthy()
  expect(main.named('proxies.answer').map((answer) => JSON.stringify(answer))).not.toContain(
    expect.stringContaining('"c"'),
  )
})
