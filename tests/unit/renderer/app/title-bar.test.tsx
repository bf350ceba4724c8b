import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

let close: () => void = () => undefined
const main = bridgeOf({ 'menu.show': () => new Promise<void>((resolve) => (close = resolve)) })
vi.stubGlobal('galley', main.bridge)
const { TitleBar } = await import('../../../../renderer/app/shell/title-bar.tsx')
const { useShortcuts } = await import('../../../../renderer/commands/shortcuts.ts')

beforeEach(() => {
  vi.stubGlobal('navigation', Object.assign(new EventTarget(), { canGoBack: false, canGoForward: false }))
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(8, 4, 28, 28))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  main.calls.length = 0
})

const nothing = () => undefined
function Window() {
  useShortcuts()
  return (
    <MemoryRouter>
      <TitleBar sidebarOpen onToggleSidebar={nothing} onQuickOpen={nothing} />
      <div role="dialog">
        <input aria-label="Title" />
      </div>
    </MemoryRouter>
  )
}
const button = () => screen.getByRole('button', { name: 'Menu' })
const field = () => screen.getByRole('textbox')

it('U53 (without a bar) the menu opens below its button, and acts where the focus was', async () => {
  await renderInEnglish(<Window />)
  field().focus()
  fireEvent.mouseDown(button())
  fireEvent.click(button())
  expect(main.named('menu.show')).toEqual([{ x: 8, y: 32 }])
  expect(document.activeElement).toBe(field())
  expect(button().getAttribute('aria-expanded')).toBe('true')
  await act(async () => close())
  expect(button().getAttribute('aria-expanded')).toBe('false')
})

it('F10 opens it, in a dialog too, where it has the keys of editing', async () => {
  await renderInEnglish(<Window />)
  fireEvent.keyDown(field(), { key: 'F10' })
  expect(main.named('menu.show')).toHaveLength(1)
  expect(button().getAttribute('aria-haspopup')).toBe('menu')
})

it('macOS has the bar, and no button', async () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
  await renderInEnglish(<Window />)
  expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull()
})
