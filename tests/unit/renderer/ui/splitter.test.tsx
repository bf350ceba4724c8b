import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Splitter } from '../../../../renderer/ui/splitter/splitter.tsx'

afterEach(cleanup)

function show(dir: 'ltr' | 'rtl') {
  const widths: number[] = []
  render(
    <div style={{ direction: dir }}>
      <Splitter
        label="Width"
        controls="part"
        value={400}
        min={300}
        max={410}
        onChange={(width) => widths.push(width)}
      />
    </div>,
  )
  const splitter = screen.getByRole('separator', { name: 'Width' })
  return { widths, press: (key: string) => fireEvent.keyDown(splitter, { key }) }
}

describe('what lies between two parts', () => {
  it('moves by the arrows within its bounds, and to them by Home and End', () => {
    const { widths, press } = show('ltr')
    for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'a']) press(key)
    expect(widths).toEqual([376, 410, 300, 410])
  })

  it('from right to left the part at the end is at the left', () => {
    const { widths, press } = show('rtl')
    for (const key of ['ArrowRight', 'ArrowLeft']) press(key)
    expect(widths).toEqual([410, 376])
  })

  it('says where it is and what it moves', () => {
    show('ltr')
    const splitter = screen.getByRole('separator')
    const said = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax', 'aria-controls'].map((name) =>
      splitter.getAttribute(name),
    )
    expect(said).toEqual(['400', '300', '410', 'part'])
  })
})
