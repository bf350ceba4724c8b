import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from '../../../../renderer/ui/button/button.tsx'
import { MenuButton } from '../../../../renderer/ui/menu-button/menu-button.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

const around = vi.fn<(type: string) => void>()
const done = vi.fn<() => void>()
const say = ({ type }: { type: string }): void => around(type)

beforeEach(async () => {
  vi.resetAllMocks()
  await renderInEnglish(
    <div role="presentation" onClick={say} onKeyDown={say} onMouseDown={say} onPointerDown={say}>
      <MenuButton label="More" items={[{ id: 'copy', label: 'Copy', onAction: done }]} />
      <Button onPress={done}>Send</Button>
    </div>,
  )
})
afterEach(cleanup)

const trigger = () => screen.getByRole('button', { name: 'More', hidden: true })
const item = () => screen.queryByRole('menuitem', { name: 'Copy' })

describe('the button of a menu', () => {
  it('opens when the mouse goes down, with the focus on the first item, and only by its main button', async () => {
    fireEvent.mouseDown(trigger(), { button: 2 })
    expect(item()).toBeNull()
    expect(trigger().getAttribute('aria-expanded')).toBe('false')
    fireEvent.mouseDown(trigger())
    expect(trigger().getAttribute('aria-expanded')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(item()))
  })

  it('opens by a press of a key or a screen reader, and by an arrow key without a modifier', async () => {
    fireEvent.keyDown(trigger(), { key: 'ArrowDown', altKey: true })
    expect(item()).toBeNull()
    fireEvent.keyDown(trigger(), { key: 'ArrowDown' })
    fireEvent.keyDown(item() ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(document.activeElement).toBe(trigger()))
    fireEvent.click(trigger())
    await waitFor(() => expect(document.activeElement).toBe(item()))
  })

  it('has the focus when what is chosen is done, with the menu closed', () => {
    done.mockImplementation(() => {
      expect(item()).toBeNull()
      expect(document.activeElement).toBe(trigger())
    })
    fireEvent.click(trigger())
    fireEvent.click(item() ?? document.body)
    expect(done).toHaveBeenCalledOnce()
  })
})

describe('a button', () => {
  it('and that of a menu keep their presses from what is around them', () => {
    for (const button of [trigger(), screen.getByRole('button', { name: 'Send' })]) {
      fireEvent.pointerDown(button)
      fireEvent.mouseDown(button, { button: 2 })
      fireEvent.keyDown(button, { key: 'Enter' })
    }
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(done).toHaveBeenCalledOnce()
    expect(around).not.toHaveBeenCalled()
    fireEvent.keyDown(trigger(), { key: 'x' })
    expect(around).toHaveBeenCalledOnce()
  })

  it('is pressed once by a key that is held', () => {
    const button = screen.getByRole('button', { name: 'Send' })
    const held = createEvent.keyDown(button, { key: 'Enter', repeat: true })
    fireEvent(button, held)
    expect(held.defaultPrevented).toBe(true)
  })
})
