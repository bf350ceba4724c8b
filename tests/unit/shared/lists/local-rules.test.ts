import { expect, test } from 'vitest'
import { isWhere } from '../../../../shared/cms/where.ts'
import { hasLocalRules, isAnsweredHere, withLocalIds } from '../../../../shared/lists/local-rules.ts'

const ids = { '@unsent': ['1', '2'], '@conflict': [] }

test('what only this computer knows is asked for by ids, beside whatever else is asked, in its group', () => {
  const where = {
    or: [
      { and: [{ title: { like: 'ferry' } }, { '@unsent': { equals: 'true' } }] },
      { and: [{ '@unsent': { equals: 'false' } }] },
      { and: [{ season: { equals: 'winter' }, '@unsent': { not_equals: 'true' } }] },
    ],
  }
  const asked = withLocalIds(where, ids)
  expect(asked).toEqual({
    or: [
      { and: [{ title: { like: 'ferry' } }, { id: { in: '1,2' } }] },
      { and: [{ id: { not_in: '1,2' } }] },
      { and: [{ season: { equals: 'winter' } }, { id: { not_in: '1,2' } }] },
    ],
  })
  expect([isWhere(where), isWhere(asked), hasLocalRules(where), hasLocalRules(asked)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('where it is true of no document, none is found, or all are', () => {
  const asked = (is: string) => withLocalIds({ or: [{ and: [{ '@conflict': { equals: is } }] }] }, ids)
  expect(asked('true')).toEqual({ or: [{ and: [{ id: { exists: 'false' } }] }] })
  expect(asked('false')).toEqual({ or: [{ and: [{ id: { exists: 'true' } }] }] })
})

test('a filter that asks nothing of the kind is the same one', () => {
  const where = { or: [{ and: [{ title: { equals: '@unsent' } }] }] }
  expect(withLocalIds(where, ids)).toBe(where)
})

test('where each way to fit asks for unsent edits or a conflict, all that fits is on this computer', () => {
  const unsent = (value: string) => ({ '@unsent': { equals: value } })
  const title = { title: { like: 'ferry' } }
  expect(
    isAnsweredHere({
      or: [{ and: [unsent('true'), title] }, { and: [{ '@conflict': { equals: 'true' } }] }],
    }),
  ).toBe(true)
  expect(isAnsweredHere({ or: [{ and: [unsent('true')] }, { and: [title] }] })).toBe(false)
  expect(isAnsweredHere({ or: [{ and: [unsent('false')] }] })).toBe(false)
  expect(isAnsweredHere(null)).toBe(false)
})
