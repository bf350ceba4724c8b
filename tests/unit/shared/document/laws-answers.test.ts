import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absorbAnswer, projectLocale } from '../../../../shared/document/project.ts'
import { locales } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { Dice, dice, randomDocument } from '../random-documents.ts'
import { expectSame } from '../same-data.ts'
import { tries } from '../../../support/tries.ts'

const locale = fc.constantFrom(...locales)
const runs = tries(300)

describe('answers of the server, absorbed into the base', () => {
  it('SY5 are what the base shows in their locale', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, dice, locale, ({ fields, base }, content, code) => {
        const answer = projectLocale(fields, randomDocument(fields, new Dice(content, 'r')), code)
        expectSame(projectLocale(fields, absorbAnswer(fields, base, answer, code), code), answer)
      }),
      runs,
    )
  })

  it('SY5 change nothing in any locale where they say what the base shows already', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(generated, locale, ({ fields, base }, code) => {
        expectSame(absorbAnswer(fields, base, projectLocale(fields, base, code), code), base)
      }),
      runs,
    )
  })
})
