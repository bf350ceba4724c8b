import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'

afterEach(() => document.head.replaceChildren())

it('bounds a text area as it grows with its text, and not as its corner is dragged', () => {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = readFileSync('renderer/ui/text-input/input-box.module.css', 'utf8')
  const box = document.body.appendChild(document.createElement('div'))
  box.className = 'box area'
  const area = box.appendChild(document.createElement('textarea'))
  area.className = 'input'
  const most = () => getComputedStyle(area).getPropertyValue('max-block-size')
  area.style.setProperty('min-block-size', '4lh')
  expect(Number.parseFloat(most())).toBeCloseTo(0.6 * innerHeight)
  // The browser sets it on each move.
  area.style.setProperty('height', '900px')
  expect(most()).toBe('none')
  box.remove()
})
