import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('has no token that nothing uses', () => {
  const tokens = readFileSync('renderer/ui/tokens.css', 'utf8').matchAll(/^\s*(--[\w-]+):/gm)
  const files = globSync('renderer/**/*.{css,ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const used = new Set(files.flatMap((text) => text.match(/var\(--[\w-]+/g) ?? []))
  const unused = [...tokens].flatMap(([, name]) => (used.has(`var(${name}`) ? [] : [name]))
  expect(unused).toEqual([])
})
