import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CallOutput } from '../../../../shared/ipc.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

type Result = CallOutput<'session.browserLogin'>

let answers: ((result: Result) => void)[] = []
const fake = bridgeOf({
  'session.browserLogin': () => new Promise<Result>((resolve) => answers.push(resolve)),
  'session.cancelBrowserLogin': () => undefined,
})
vi.stubGlobal('galley', fake.bridge)
const { BrowserLogin } = await import('../../../../renderer/sign-in/browser-login.tsx')

const onDone = vi.fn<() => void>()
const onOtherUser = vi.fn<(label: string | null) => void>()
beforeEach(() => {
  answers = []
  fake.calls.length = 0
  onDone.mockClear()
  onOtherUser.mockClear()
})
afterEach(cleanup)

const show = () =>
  renderInEnglish(
    <BrowserLogin url="https://cms.test" inPlace isOnly onDone={onDone} onOtherUser={onOtherUser} />,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const account = {
  server: { id: 's', url: 'https://cms.test', name: 'S', waiting: null, lastIdentifier: null },
  collection: 'users',
  userId: '1',
  label: 'Ines',
}

it('waits for the browser, and is done when somebody has confirmed there', async () => {
  await show()
  press('Log in with the browser')
  expect(screen.getByRole('status').textContent).toMatch(/^Galley has opened your browser/)
  answers[0]?.({ outcome: 'ok', account })
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
})

it('says what the site refused, and who else logged in', async () => {
  await show()
  press('Log in with the browser')
  answers[0]?.({ outcome: 'refused', message: 'Unauthorized, you must be logged in.', fields: [] })
  expect((await screen.findByRole('alert')).textContent).toBe('Unauthorized, you must be logged in.')
  press('Log in with the browser')
  answers[1]?.({ outcome: 'other-user', label: 'Otto' })
  await waitFor(() => expect(onOtherUser).toHaveBeenLastCalledWith('Otto'))
  expect(onDone).not.toHaveBeenCalled()
})

it('hears no answer to a try that was given up, or begun anew', async () => {
  await show()
  press('Log in with the browser')
  press('Open the browser again')
  answers[0]?.({ outcome: 'cancelled' })
  await Promise.resolve()
  expect(screen.getByRole('status')).toBeTruthy()
  press('Cancel')
  expect(fake.named('session.cancelBrowserLogin')).toHaveLength(1)
  answers[1]?.({ outcome: 'ok', account })
  await Promise.resolve()
  expect(onDone).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Log in with the browser' })).toBeTruthy()
})

it('is given up with the form that it stands in', async () => {
  await show()
  press('Log in with the browser')
  cleanup()
  expect(fake.named('session.cancelBrowserLogin')).toHaveLength(1)
})
