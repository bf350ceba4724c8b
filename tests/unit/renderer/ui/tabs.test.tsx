import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Tabs } from '../../../../renderer/ui/tabs/tabs.tsx'
import { renderInEnglish } from '../support/render-in-english.tsx'

afterEach(cleanup)

const show = (content: ReactNode) =>
  renderInEnglish(
    <Tabs label="Parts" tabs={[{ id: 'a', label: 'A', content }]} selected="a" onSelect={() => undefined} />,
  )
const isStop = () => screen.getByRole('tabpanel').tabIndex === 0

/** An input that is disabled once it was left. */
function Title() {
  const [isLeft, setLeft] = useState(false)
  return <input aria-label="Title" disabled={isLeft} onBlur={() => setLeft(true)} />
}

describe('what a tab holds is a tab stop itself', () => {
  it('where nothing in it takes the focus by the Tab key', async () => {
    await show(
      <>
        <button type="button" tabIndex={-1} aria-label="Close" />
        <p contentEditable={false}>Words</p>
      </>,
    )
    expect(isStop()).toBe(true)
  })

  it('as soon as what took it is disabled', async () => {
    await show(<Title />)
    expect(isStop()).toBe(false)
    fireEvent.blur(screen.getByRole('textbox'))
    await waitFor(() => expect(isStop()).toBe(true))
  })
})
