import { expect, test } from 'vitest'
import { waysOut, type UnsentState, type WayOut } from '../../../../shared/sync/ways-out.ts'

/** Actions that would lose, double or overwrite something in these states, with the reason. */
const NEVER: readonly (readonly [UnsentState, WayOut, string])[] = [
  ['sending', 'discard', 'it is done all the same'],
  ['sending', 'retry', 'it would be done twice'],
  ['sending', 'take-back-publish', 'it is published all the same'],
  ['unknown', 'retry', 'it goes again only once it is known what became of it'],
  ['unknown', 'take-back-publish', 'it may be published already, or be made twice'],
  [
    'outcome-unknown',
    'take-back-publish',
    'it may be there already, and would be made again under another key',
  ],
  ['reference-gone', 'retry', 'its temporary id is no id of the server'],
  ['reference-gone', 'take-back-publish', 'its temporary id is no id of the server'],
  ['conflict', 'retry', 'one of two values would go without a choice'],
  ['replaced', 'retry', 'its id belongs to another document'],
  ['replaced', 'take-back-publish', 'its id belongs to another document'],
  ['gone', 'take-back-publish', 'there is nothing to make a draft of'],
  ['version-gone', 'retry', 'nothing brings the version back'],
  ['broken', 'retry', 'nobody knows what it would do'],
  ['broken', 'take-back-publish', 'nobody knows what it would do'],
]

test.each(NEVER)('F85 %s: %s is no way out: %s', (state, way) => {
  expect(waysOut[state]).not.toContain(way)
})
