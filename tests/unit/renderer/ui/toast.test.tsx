import { act, cleanup, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useLeaveToasts } from '../../../../renderer/app/navigation/use-address-changes.ts'
import { toast, toastQueue } from '../../../../renderer/ui/toast/toast-queue.ts'
import { ToastRegion } from '../../../../renderer/ui/toast/toast-region.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(() => {
  act(() => toastQueue.clear())
  cleanup()
})

const said = () => screen.queryAllByRole('alertdialog').map(({ textContent }) => textContent)

it('U24 an error stands once for a cause, and goes when the same is done or over', async () => {
  await renderInEnglish(<ToastRegion />)
  act(() => toast.error('Not saved: disk full', { cause: 'export' }))
  act(() => toast.error('Not saved: no folder', { cause: 'export' }))
  act(() => toast.error('Couldn’t copy', { cause: 'copy' }))
  act(() => toast.error('Couldn’t copy', { cause: 'copy' }))
  expect(said()).toHaveLength(2)
  expect(said().join()).toContain('Not saved: no folder')
  act(() => toast.success('Saved', { cause: 'export' }))
  expect(said().join()).not.toContain('Not saved')
  act(() => toast.over('copy'))
  expect(said()).toEqual([expect.stringContaining('Saved')])
})

it('U24 an error without a cause of its own stands once for its words', async () => {
  await renderInEnglish(<ToastRegion />)
  act(() => toast.error('That did not work'))
  act(() => toast.error('That did not work'))
  expect(said()).toHaveLength(1)
})

it('U24 errors are not carried to another screen; what was done is', async () => {
  function Screens() {
    useLeaveToasts()
    return <Link to="/posts/2">Another</Link>
  }
  await renderInEnglish(
    <MemoryRouter initialEntries={['/posts/1']}>
      <Screens />
      <ToastRegion />
    </MemoryRouter>,
  )
  act(() => toast.error('That did not work'))
  act(() => toast.success('Copied'))
  act(() => screen.getByRole('link').click())
  expect(said()).toEqual([expect.stringContaining('Copied')])
})

it('U24 (part) an error stays where a document only gets its real address', async () => {
  function Screens() {
    useLeaveToasts()
    return (
      <Link to="/posts/7" replace>
        The same
      </Link>
    )
  }
  await renderInEnglish(
    <MemoryRouter initialEntries={['/posts/new']}>
      <Screens />
      <ToastRegion />
    </MemoryRouter>,
  )
  act(() => toast.error('That did not work'))
  act(() => screen.getByRole('link').click())
  expect(said()).toHaveLength(1)
})
