// Files of a worker share the window and the packages, which are slow to create. Own modules are loaded again for
// each file, so that their state is separate, and leftovers in the window are removed after it.
import { cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

vi.resetModules()

keepDrawing()

const isObject = (value: unknown): value is object =>
  value !== null && (typeof value === 'object' || typeof value === 'function')
/** The window and its interfaces: tests add functions that jsdom lacks, and watch timers. */
const shared = [
  window,
  ...Object.values(Object.getOwnPropertyDescriptors(window))
    .map(({ value }): unknown => (isObject(value) ? Reflect.get(value, 'prototype') : null))
    .filter(isObject),
].map((target) => ({ target, before: functionsOf(target) }))

afterAll(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const { target, before } of shared) putBack(target, before)
  document.head.replaceChildren()
  document.body.replaceChildren()
  const html = document.documentElement
  for (const name of html.getAttributeNames()) html.removeAttribute(name)
  localStorage.clear()
})

/**
 * Keeps jsdom's drawing interval running. If started under a test's fake timers it would never fire again, so that
 * later files have no animation frames. Uses the window's own function.
 */
function keepDrawing(): void {
  if (Object.hasOwn(window, 'drawing')) return
  Object.defineProperty(window, 'drawing', { value: true })
  const draw = window.requestAnimationFrame.bind(window)
  const again = () => void draw(again)
  again()
}

/** Returns the properties that are functions or getters. */
function functionsOf(target: object): Map<string, PropertyDescriptor> {
  const all = Object.entries(Object.getOwnPropertyDescriptors(target))
  return new Map(
    all.filter(([, property]) => typeof property.value === 'function' || property.get !== undefined),
  )
}

function putBack(target: object, before: ReadonlyMap<string, PropertyDescriptor>): void {
  const now = functionsOf(target)
  for (const name of now.keys())
    if (target !== window && !before.has(name)) Reflect.deleteProperty(target, name)
  for (const [name, then] of before) {
    const found = now.get(name)
    if (found?.value !== then.value || found?.get !== then.get) Object.defineProperty(target, name, then)
  }
}
