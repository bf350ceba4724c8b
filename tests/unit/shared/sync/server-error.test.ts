import { expect, test } from 'vitest'
import type { Json } from '../../../../shared/json.ts'
import { generalWords, problemOf } from '../../../../shared/sync/server-error.ts'

const listed = (...errors: Json[]): Json => ({
  errors: [{ message: 'The following field is invalid: Slug', data: { errors } }],
})
const taken = { path: 'slug', message: 'Taken' }

test.each<[string, Json, number, string]>([
  ['of fields only', listed(taken), 1, ''],
  ['of a field and of none', listed(taken, { message: 'Closed' }), 1, 'Closed'],
  [
    'of a field and twice of none',
    listed(taken, { path: '', message: 'Closed' }, { message: 'Late' }),
    1,
    'Closed\nLate',
  ],
  ['of none in a list', listed({ message: 'Closed' }, { message: 'Late' }), 0, 'Closed\nLate'],
  ['of none', { errors: [{ message: 'Closed' }] }, 0, 'Closed'],
  [
    'a list and another error',
    { errors: [{ message: 'Invalid', data: { errors: [taken] } }, { message: 'Closed' }] },
    1,
    'Closed',
  ],
  ['only a sentence without its list', { message: 'Route not found' }, 0, 'Route not found'],
])('S8.15 (part: what was said) %s', (_name, body, fields, general) => {
  const problem = problemOf('validation', 400, body)
  expect(problem.fields).toHaveLength(fields)
  expect(generalWords(problem)).toBe(general)
})
