import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from '../../../../renderer/ui/button/button.tsx'
import { Dialog } from '../../../../renderer/ui/dialog/dialog.tsx'
import { IconButton } from '../../../../renderer/ui/icon-button/icon-button.tsx'
import { Tooltip } from '../../../../renderer/ui/tooltip/tooltip.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (content: ReactNode) =>
  renderInEnglish(
    <>
      {content}
      <Tooltip />
    </>,
  )
const button = (name: string) => screen.getByRole('button', { name })
const tooltip = () => screen.queryByRole('tooltip')
const pass = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms))
}
const point = (element: Element) => {
  fireEvent.pointerOver(element, { pointerType: 'mouse' })
  fireEvent.pointerMove(element, { pointerType: 'mouse' })
}
const tabTo = (name: string) => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab' })
  act(() => button(name).focus())
  pass(0)
}
const nothing = () => undefined
const pair = (
  <>
    <IconButton label="Add" icon={Plus} shortcut="Mod+K" onPress={nothing} />
    <IconButton label="Remove" icon={X} onPress={nothing} />
  </>
)

describe('a tooltip', () => {
  it('comes once the pointer has rested for 600 ms, with name and shortcut, and goes with the pointer', async () => {
    await show(pair)
    point(button('Add'))
    pass(599)
    expect(tooltip()).toBeNull()
    pass(1)
    expect(tooltip()?.textContent).toBe('AddCtrl K')
    point(document.body)
    await waitFor(() => expect(tooltip()).toBeNull())
  })

  it('of the next control comes at once, and after half a second without one after 600 ms again', async () => {
    await show(pair)
    point(button('Add'))
    pass(600)
    point(button('Remove'))
    expect(tooltip()?.textContent).toBe('Remove')
    point(document.body)
    await waitFor(() => expect(tooltip()).toBeNull())
    pass(500)
    point(button('Add'))
    expect(tooltip()).toBeNull()
    pass(600)
    expect(tooltip()?.textContent).toBe('AddCtrl K')
  })

  it('comes at once with the focus of the keyboard, describes the control beside what does already, and goes with the focus', async () => {
    await show(
      <>
        <Button disabledReason="Needs the server" aria-describedby="why">
          Publish
        </Button>
        <p id="why">Sent to all</p>
        {pair}
      </>,
    )
    tabTo('Publish')
    expect(tooltip()?.textContent).toBe('Needs the server')
    expect(button('Publish').getAttribute('aria-describedby')).toBe(`why ${tooltip()?.id}`)
    tabTo('Remove')
    expect(tooltip()?.textContent).toBe('Remove')
    expect(button('Publish').getAttribute('aria-describedby')).toBe('why')
    expect(button('Remove').getAttribute('aria-describedby')).toBe(tooltip()?.id)
    act(() => button('Remove').blur())
    await waitFor(() => expect(tooltip()).toBeNull())
    expect(button('Remove').hasAttribute('aria-describedby')).toBe(false)
  })

  it('does not come with a focus that a press brought, nor of a finger, nor under a pointer that rests', async () => {
    await show(pair)
    fireEvent.pointerDown(button('Add'), { pointerType: 'mouse' })
    act(() => button('Add').focus())
    pass(1000)
    expect(tooltip()).toBeNull()
    fireEvent.pointerOver(button('Remove'), { pointerType: 'mouse' })
    fireEvent.pointerMove(button('Remove'), { pointerType: 'touch' })
    pass(1000)
    expect(tooltip()).toBeNull()
  })

  it('does not come with a modifier that is held alone, nor with the window that comes back', async () => {
    await show(pair)
    fireEvent.pointerDown(button('Add'), { pointerType: 'mouse' })
    fireEvent.keyDown(document.body, { key: 'Alt' })
    act(() => button('Add').focus())
    expect(tooltip()).toBeNull()
    fireEvent.keyDown(document.body, { key: 'ArrowDown' })
    act(() => button('Add').blur())
    fireEvent.focus(window)
    act(() => button('Add').focus())
    expect(tooltip()).toBeNull()
    pass(0)
    tabTo('Remove')
    expect(tooltip()?.textContent).toBe('Remove')
  })

  it('goes with a press, a key, Escape alone, and the control itself', async () => {
    const closed = vi.fn<() => void>()
    function InDialog() {
      const [isThere, setThere] = useState(true)
      return (
        <Dialog title="Links" onClose={closed}>
          {isThere && <IconButton label="Add" icon={Plus} onPress={nothing} />}
          <Button onPress={() => setThere(false)}>Take away</Button>
        </Dialog>
      )
    }
    await show(<InDialog />)
    tabTo('Add')
    expect(tooltip()?.textContent).toBe('Add')
    fireEvent.keyDown(button('Add'), { key: 'Escape' })
    await waitFor(() => expect(tooltip()).toBeNull())
    expect(closed).not.toHaveBeenCalled()
    fireEvent.keyDown(button('Add'), { key: 'Escape' })
    expect(closed).toHaveBeenCalledOnce()

    for (const end of [
      () => fireEvent.pointerDown(button('Add')),
      () => fireEvent.keyDown(button('Add'), { key: 'a' }),
      () => fireEvent.click(button('Take away')),
    ]) {
      point(document.body)
      point(button('Add'))
      pass(600)
      expect(tooltip()?.textContent).toBe('Add')
      end()
      await waitFor(() => expect(tooltip()).toBeNull())
    }
  })

  it('says what the control says now', async () => {
    function Saving() {
      const [reason, setReason] = useState<string | null>('Offline')
      return (
        <>
          <Button disabledReason={reason}>Save</Button>
          <button onClick={() => setReason('No access')}>other</button>
          <button onClick={() => setReason(null)}>none</button>
        </>
      )
    }
    await show(<Saving />)
    point(button('Save'))
    pass(600)
    expect(tooltip()?.textContent).toBe('Offline')
    fireEvent.click(button('other'))
    await waitFor(() => expect(tooltip()?.textContent).toBe('No access'))
    fireEvent.click(button('none'))
    await waitFor(() => expect(tooltip()).toBeNull())
  })
})
