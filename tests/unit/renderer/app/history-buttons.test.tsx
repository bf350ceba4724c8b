import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useHistory } from '../../../../renderer/app/navigation/use-history.ts'
import { Dialog } from '../../../../renderer/ui/dialog/dialog.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

const navigation = Object.assign(new EventTarget(), { canGoBack: true, canGoForward: false })
beforeEach(() => void vi.stubGlobal('navigation', navigation))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page({ isAsking }: { isAsking: boolean }) {
  useHistory()
  return (
    <>
      <output>{useLocation().pathname}</output>
      {isAsking && (
        <Dialog title="Discard?" onClose={() => undefined} actions={null}>
          <p>Not saved</p>
        </Dialog>
      )}
    </>
  )
}

async function pressBack(isAsking: boolean): Promise<string | null> {
  await renderInEnglish(
    <MemoryRouter initialEntries={['/first', '/second']} initialIndex={1}>
      <Page isAsking={isAsking} />
    </MemoryRouter>,
  )
  act(() => void fireEvent.mouseUp(document.body, { button: 3 }))
  return screen.getByRole('status', { hidden: true }).textContent
}

it('U27 (part) the mouse’s button for back goes back, and leaves alone what is open over the page', async () => {
  expect(await pressBack(false)).toBe('/first')
  cleanup()
  expect(await pressBack(true)).toBe('/second')
})
