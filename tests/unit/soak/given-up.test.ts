import { expect, test } from 'vitest'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import { givenUpIds, refersTo } from '../../soak/given-up.ts'
import { buildEntry } from '../shared/build-entry.ts'

const [GIVEN_UP, OTHER] = [
  'tmp_0f8fad5b-d9cb-469f-a165-70867728950e',
  'tmp_7c9e6679-7425-40de-944b-e07fc1f90ae7',
]
const creationOf = (id: string): OutboxEntry =>
  buildEntry({ create: true, ref: { kind: 'collection', slug: 'notes', id } })
const judged = (id: string, action: 'retry' | 'discard') => ({ entry: creationOf(id), action, choices: {} })

function referringTo(id: string): OutboxEntry {
  const problem = {
    code: 'reference-gone' as const,
    message: '',
    status: null,
    fields: [{ path: 'author', message: '' }],
    conflicts: [],
  }
  const change = { kind: 'set' as const, locale: null, path: 'author', from: null, to: id }
  return buildEntry({ state: 'parked', problem, changes: [change] })
}

test('a reference is excused only where it points at a creation that was given up', () => {
  const isExcused = refersTo(givenUpIds([judged(GIVEN_UP, 'discard'), judged(OTHER, 'retry')]))
  expect(isExcused(referringTo(GIVEN_UP))).toBe(true)
  expect(isExcused(referringTo(OTHER))).toBe(false)
  expect(isExcused({ ...referringTo(GIVEN_UP), problem: null })).toBe(false)
})
