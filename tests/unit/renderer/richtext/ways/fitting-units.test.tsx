import { act, cleanup, screen } from '@testing-library/react'
import { Bold } from 'lucide-react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ToolbarUnit } from '../../../../../renderer/richtext/toolbar/toolbar-units.ts'
import { useFittingUnits } from '../../../../../renderer/richtext/toolbar/use-fitting-units.ts'
import { renderInEnglish } from '../../support/render-in-english.tsx'

const UNIT = 100
let width = 0
let resized: (() => void)[] = []

beforeEach(() => {
  width = 250
  resized = []
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => width)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #fit: () => void
      constructor(fit: () => void) {
        this.#fit = fit
      }
      observe() {
        resized.push(this.#fit)
      }
      disconnect() {
        resized = resized.filter((one) => one !== this.#fit)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const unitsOf = (names: string[]): ToolbarUnit[] =>
  names.map((id) => ({
    kind: 'button',
    id,
    group: 'format',
    command: { id, label: id, group: 'format', icon: Bold, places: ['toolbar'], run: () => undefined },
  }))

function Bar({ units }: { units: readonly ToolbarUnit[] }) {
  const bar = useRef<HTMLDivElement>(null)
  const fitting = useFittingUnits(bar, units)
  return (
    <div ref={bar} data-testid="bar">
      {fitting.map(({ id }) => (
        <span key={id} data-unit={id}>
          {id}
        </span>
      ))}
    </div>
  )
}

const measured = () =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, UNIT, 20))
const shown = () => screen.getAllByTestId('bar').map(({ textContent }) => textContent)

it('a toolbar is measured once; the next one like it begins as that was, and follows its own width', async () => {
  const ask = measured()
  await renderInEnglish(<Bar units={unitsOf(['a', 'b', 'c'])} />)
  expect(shown()).toEqual(['ab'])
  expect(ask).toHaveBeenCalled()

  cleanup()
  ask.mockClear()
  await renderInEnglish(<Bar units={unitsOf(['a', 'b', 'c'])} />)
  expect(shown()).toEqual(['ab'])
  expect(ask).not.toHaveBeenCalled()
  width = 150
  act(() => resized.forEach((fit) => fit()))
  expect(shown()).toEqual(['a'])
  width = 350
  act(() => resized.forEach((fit) => fit()))
  expect(shown()).toEqual(['abc'])
})

it('a toolbar of other commands is measured for itself', async () => {
  const ask = measured()
  const { rerender } = await renderInEnglish(<Bar units={unitsOf(['d', 'e', 'f'])} />)
  expect(shown()).toEqual(['de'])
  ask.mockImplementation(() => new DOMRect(0, 0, UNIT * 2, 20))
  rerender(<Bar units={unitsOf(['g', 'h', 'i'])} />)
  expect(shown()).toEqual(['g'])
})
