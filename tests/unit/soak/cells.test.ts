import { expect, test } from 'vitest'
import { cellsOf, withAnswerIds } from '../../soak/cells.ts'
import { array, text } from '../shared/build-fields.ts'

const fields = [array('rows', [text('word'), array('inner', [text('letter')])])]

/** Found by `npm run soak -- --seed=7`: rows that came without an id stood as `?` in what was expected. */
test('rows that came without an id are known by the one that the server gave them', () => {
  const sent = {
    rows: [
      { word: 'new', inner: [{ letter: 'a' }] },
      { id: 'r1', word: 'old', inner: [{ letter: 'b' }] },
    ],
  }
  const answer = {
    rows: [
      { id: 's1', word: 'new', inner: [{ id: 's2', letter: 'a' }] },
      { id: 'r1', word: 'old', inner: [{ id: 's3', letter: 'b' }] },
    ],
  }
  expect(Object.fromEntries(cellsOf(fields, withAnswerIds(fields, sent, answer), 'en'))).toEqual({
    'list:rows@*': ['s1', 'r1'],
    'rows.s1.word@*': 'new',
    'list:rows.s1.inner@*': ['s2'],
    'rows.s1.inner.s2.letter@*': 'a',
    'rows.r1.word@*': 'old',
    'list:rows.r1.inner@*': ['s3'],
    'rows.r1.inner.s3.letter@*': 'b',
  })
})
