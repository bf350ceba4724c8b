import { expect, test } from 'vitest'
import { goesToo } from '../../soak/judge-parked.ts'
import { buildEntry } from '../shared/build-entry.ts'

const problem = {
  code: 'conflict' as const,
  message: '',
  status: null,
  fields: [],
  conflicts: [{ path: 'layout.r1', locale: null, base: {}, mine: {}, theirs: null }],
}
const parked = buildEntry({ key: 'en', seq: 1, group: 'g', state: 'parked', problem })
const sibling = buildEntry({ key: 'de', seq: 2, group: 'g' })
const other = buildEntry({ key: 'later', seq: 3, group: null })

test('with a row that is given up goes what the same save wrote into it in other languages', () => {
  const judged = { entry: parked, action: 'retry' as const, choices: { 'layout.r1': 'theirs' as const } }
  expect(goesToo(judged, [parked, sibling, other])).toEqual([{ ...judged, entry: { ...sibling, problem } }])
  expect(goesToo({ ...judged, choices: { 'layout.r1': 'mine' } }, [parked, sibling, other])).toEqual([])
})

test('with what is discarded goes the rest of the save', () => {
  const judged = { entry: parked, action: 'discard' as const, choices: {} }
  expect(goesToo(judged, [parked, sibling, other])).toEqual([{ ...judged, entry: sibling }])
})
