import { expect, test } from 'vitest'
import { createEdits } from '../../../renderer/form/edits.ts'
import { createFormState } from '../../../renderer/form/form-state.ts'
import { fieldTypes as types } from '../../../shared/fields/registry.ts'
import { changeRows } from '../../soak/editor-rows.ts'
import { kinds } from '../../soak/kinds.ts'
import { array, text } from '../shared/build-fields.ts'

test('two edits of one cell are two things that were done, however soon one comes after the other', () => {
  const fields = [array('sources', [text('title'), text('url')])]
  const below = { sources: [{ id: 'a', title: 'theirs 1' }] }
  const edits = createEdits({ schema: { fields, types }, below })
  const state = createFormState({ edits, fields, types, locale: 'en' })
  const [, , list] = kinds.post.lists
  const typed = (numbers: number): unknown =>
    changeRows(state, {
      ref: { kind: 'collection', slug: 'posts', id: '1' },
      locale: 'en',
      list,
      how: 'edit',
      draws: [0, 0, 0, 0],
      numbers,
    })
  expect(typed(1713)).toMatchObject({ do: 'set', path: 'sources.a.title', value: 'mine 1713' })
  typed(1743)
  edits.undo()
  expect(state.getField('sources.a.title').value).toBe('mine 1713')
})
