import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const fake = bridgeOf({
  'session.active': () => undefined,
  'connection.check': () => ({ status: 'online' }),
  'session.logout': () => ({ waiting: 0 }),
})
vi.stubGlobal('galley', fake.bridge)
const { Inactivity } = await import('../../../../renderer/app/inactivity.tsx')

afterEach(() => {
  cleanup()
  fake.calls.length = 0
})
const told = () => fake.calls.map(({ name }) => name)
const near = (isNear: boolean) => act(async () => fake.emit('session.ending', { isNear }))

it('asks before a session ends, and renews it for whoever stays', async () => {
  await renderInEnglish(<Inactivity />)
  await near(true)
  const dialog = screen.getByRole('alertdialog', { name: 'Stay logged in' })
  expect(dialog.textContent).toContain('You haven’t been active in a little while'.replace('’', "'"))
  fireEvent.click(screen.getByRole('button', { name: 'Stay logged in' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(told()).toEqual(['session.active', 'connection.check']))
})

it('asks no more once the session was renewed, and logs out whoever wants to', async () => {
  await renderInEnglish(<Inactivity />)
  await near(true)
  await near(false)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await near(true)
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect(told()).toContain('session.logout')
})

it('tells of what is done with mouse and keys, not of each press', async () => {
  await renderInEnglish(<Inactivity />)
  fireEvent.keyDown(document.body, { key: 'a' })
  fireEvent.keyDown(document.body, { key: 'b' })
  fireEvent.pointerDown(document.body)
  expect(told()).toEqual(['session.active'])
})
