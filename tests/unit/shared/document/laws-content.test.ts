import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { invertChanges } from '../../../../shared/document/change.ts'
import { contentChanges } from '../../../../shared/document/diff.ts'
import { manual } from '../../renderer/form/form-fixtures.ts'
import { locales } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { Dice, dice, randomChanges } from '../random-documents.ts'
import { expectSame } from '../same-data.ts'
import { tries } from '../../../support/tries.ts'

it('a version taken as edits makes the document what it was then, and undone what it is now', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(generated, dice, dice, ({ fields, base }, since, unsent) => {
      const entity = { ...manual, fields }
      const version = { ...base, _status: 'published', updatedAt: '2020-01-01T00:00:00.000Z' }
      const changes = randomChanges(fields, base, locales, new Dice(since, 'n'))
      const stored = applyChanges(fields, base, changes)
      const typed = randomChanges(fields, stored, locales, new Dice(unsent, 'm'))
      const own = { _status: 'draft', updatedAt: '2026-01-01T00:00:00.000Z' }
      const now = { ...applyChanges(fields, stored, typed), ...own }
      const edits = contentChanges(entity, now, version)
      const then = applyChanges(fields, now, edits)
      expectSame(then, { ...base, ...own })
      expectSame(applyChanges(fields, then, invertChanges(edits)), now)
    }),
    tries(300),
  )
})
