import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import core from '../../core.json' with { type: 'json' }
import { inRoot } from './run-script.ts'

const pathOf = (part: string, name: string): string => inRoot(`tests/${part}/${name}.test.ts`)

it('every file of the core exists', () => {
  const missing = Object.entries(core).flatMap(([part, names]) =>
    names.filter((name) => !existsSync(pathOf(part, name))),
  )
  expect(missing).toEqual([])
})

it('the core of e2e is at most 15 files and 80 tests', () => {
  // A table of cases counts once.
  const texts = core.e2e.map((name) => readFileSync(pathOf('e2e', name), 'utf8'))
  const tests = texts.flatMap((text) => text.match(/^\s*(test|it)(\.\w+)?\(/gm) ?? [])
  expect(core.e2e.length).toBeLessThanOrEqual(15)
  expect(tests.length).toBeLessThanOrEqual(80)
})
