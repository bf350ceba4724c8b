import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS as COMPANION } from '../../../server/plugin/limits.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { READERS } from '../../support/hostile/readers.ts'

const inRoot = (path: string): URL => new URL(`../../../${path}`, import.meta.url)

/** The rows of the table in docs/security.md. */
const rows = readFileSync(inRoot('docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [, place = '', limit = '', code = ''] = line.split('|').map((cell) => cell.trim())
    const isOfCompanion = limit.startsWith('companion ')
    const constants = [...limit.matchAll(/`(\w+)` = (\d+)/g)].map(
      ([, name = '', value = '']) => [name, Number(value)] as const,
    )
    return { place, isOfCompanion, constants, file: code.replaceAll('`', '') }
  })

test.each(rows)(
  'F72 the row “$place” names limits that hold in its code',
  ({ isOfCompanion, constants, file }) => {
    const code = readFileSync(inRoot(file), 'utf8')
    const known: Record<string, number> = isOfCompanion ? COMPANION : LIMITS
    for (const [name, value] of constants) {
      expect(known[name]).toBe(value)
      expect(code).toContain(`LIMITS.${name}`)
    }
  },
)

test('F72 each limit and each reader has its row', () => {
  const named = (ofCompanion: boolean) =>
    rows.flatMap(({ isOfCompanion, constants }) =>
      isOfCompanion === ofCompanion ? constants.map(([name]) => name) : [],
    )
  expect(named(false).toSorted()).toEqual(Object.keys(LIMITS).toSorted())
  expect(named(true).toSorted()).toEqual(Object.keys(COMPANION).toSorted())
  const places = rows.map(({ place }) => place)
  for (const { row } of READERS) expect(places).toContain(row)
})

test('F72 each limit of a reader that is no more than what is tried stands in its row, and is tried', () => {
  const tried = READERS.flatMap(({ row, limit }) => (limit ? [`${row}: ${limit.name} = ${limit.most}`] : []))
  const said = rows
    .filter(({ place }) => READERS.some(({ row }) => row === place))
    .flatMap(({ place, constants }) =>
      constants.flatMap(([name, value]) => (value <= 8_388_608 ? [`${place}: ${name} = ${value}`] : [])),
    )
  expect(tried.toSorted()).toEqual(said.toSorted())
})
