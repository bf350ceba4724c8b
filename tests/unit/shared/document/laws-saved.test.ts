import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { coalesceChanges } from '../../../../shared/document/coalesce.ts'
import { compareSaved } from '../../../../shared/document/compare-saved.ts'
import type { Comparison } from '../../../../shared/document/compare-saved.ts'
import { putBack } from '../../../../shared/document/open-differences.ts'
import { absorbAnswer, projectLocale } from '../../../../shared/document/project.ts'
import { patchBody } from '../../../../shared/document/sparse-body.ts'
import { splitByLocale } from '../../../../shared/document/split-by-locale.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { fieldTypes as types } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { locales } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { modelPatch } from '../model-server.ts'
import { Dice, dice, randomChanges } from '../random-documents.ts'
import { tries } from '../../../support/tries.ts'

const runs = tries(300)

type Case = { fields: Field[]; base: JsonObject; changes: Change[]; locale: string }

/** One save's first request: random edits of a random document, those of one locale. */
const saves: fc.Arbitrary<Case> = fc
  .record({ given: generated, edits: dice, locale: fc.constantFrom(...locales) })
  .map(({ given: { fields, base }, edits, locale }) => {
    const made = randomChanges(fields, base, locales, new Dice(edits, 'n'))
    const all = coalesceChanges(fields, base, [], made)
    const [part] = splitByLocale(fields, base, all, locale)
    return { fields, base, changes: part?.changes ?? [], locale: part?.locale ?? locale }
  })

function compare({ fields, base, changes, locale }: Case, saved: JsonObject): Comparison {
  const sides = { before: base, sent: applyChanges(fields, base, changes), saved }
  return compareSaved({ fields, types }, changes, { sides, locale, mayRead: () => true })
}

function answered({ fields, base, changes, locale }: Case): JsonObject {
  const stored = modelPatch(fields, base, patchBody(fields, base, changes, locale), locale)
  const sent = applyChanges(fields, base, changes)
  return absorbAnswer(fields, sent, projectLocale(fields, stored, locale), locale)
}

describe('comparing what was sent with what is there', () => {
  it('F2 SY16 is quiet about a server that does what it is asked', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(saves, (one) => {
        const { cells, differences, vanished } = compare(one, answered(one))
        expect({ differences, vanished }).toEqual({ differences: [], vanished: [] })
        expect(cells.every(({ result }) => result === 'saved')).toBe(true)
      }),
      runs,
    )
  })

  it('F2 SY16 names what a server has not done, and every difference can be put back', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(saves, fc.array(fc.boolean(), { minLength: 1 }), (one, taken) => {
        const { fields, base, changes } = one
        const kept = changes.filter((_, index) => taken[index % taken.length])
        const saved = applyChanges(fields, base, kept)
        const { cells, differences } = compare(one, saved)
        expect(kept.length < changes.length || differences.length === 0).toBe(true)
        expect(differences.every(({ result }) => result === 'not-saved')).toBe(true)
        expect(cells.some(({ result }) => result !== 'saved')).toBe(differences.length > 0)
        const again = applyChanges(fields, saved, putBack(fields, saved, differences))
        expect(compare(one, again).differences.filter(({ kind }) => kind !== 'order')).toEqual([])
      }),
      runs,
    )
  })
})
