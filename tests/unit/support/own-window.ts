// The files of a worker share what takes long to make: the window and the packages. Our own modules are loaded anew for
// each file, so that their state is its own, and what a file has left in the window is taken away after it.
import { cleanup } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

vi.resetModules()

keepDrawing()

const isObject = (value: unknown): value is object =>
  value !== null && (typeof value === 'object' || typeof value === 'function')
/** The window and its interfaces: tests put functions there that jsdom lacks, and watch timers. */
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
 * jsdom starts an interval when something is first to be drawn, and stops it when there is nothing more. Started while a
 * test had timers of its own it never fired again: no later file of the worker had an animation frame, and React Aria
 * gave no focus back. The window always draws, by its own function also where a test has put another one there, so that
 * the interval is the one of before any test.
 */
function keepDrawing(): void {
  if (Object.hasOwn(window, 'drawing')) return
  Object.defineProperty(window, 'drawing', { value: true })
  const draw = window.requestAnimationFrame.bind(window)
  const again = () => void draw(again)
  again()
}

/** What is a function, or read by one. */
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
