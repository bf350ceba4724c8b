import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useEndlessList } from '../../../../renderer/fields/relation/use-endless-list.ts'

afterEach(cleanup)

/** Returns an element with a layout from `top` to `bottom`. */
function laidOut(top: number, bottom: number): HTMLElement {
  const element = document.createElement('div')
  element.getBoundingClientRect = () => new DOMRect(0, top, 100, bottom - top)
  Object.defineProperty(element, 'clientHeight', { value: bottom - top })
  return element
}

const option = (key: string) => ({ key })
const places = { key: 'places', options: Array.from({ length: 20 }, (_, index) => option(`place ${index}`)) }
const create = { key: 'create', options: [option('create:places')] }

/** Returns the loaded groups if the group of places ends at `bottom` of a box of 320 pixels. */
function asked(bottom: number, chosen: string | null): string[][] {
  const onNear = vi.fn<(groups: string[]) => void>()
  renderHook(() =>
    useEndlessList({
      scroller: { current: laidOut(0, 320) },
      isOpen: true,
      groups: [places, create],
      chosen: chosen === null ? null : { key: chosen, id: 'chosen' },
      continued: new Set(['places']),
      elementOf: () => laidOut(bottom - 640, bottom),
      onNear,
    }),
  )
  return onNear.mock.calls.map(([groups]) => groups)
}

it('a group whose end comes near is asked for more', () => {
  expect(asked(400, null)).toEqual([['places']])
  expect(asked(900, null)).toEqual([])
  expect(asked(900, 'place 18')).toEqual([['places']])
})

it('a group is not asked for more while what is chosen stands behind it, or once it has been passed', () => {
  expect(asked(300, 'create:places')).toEqual([])
  expect(asked(-10, null)).toEqual([])
})
