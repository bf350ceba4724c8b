import { expect, it } from 'vitest'
import { createEdits } from '../../../../renderer/form/edits.ts'
import { createFormState } from '../../../../renderer/form/form-state.ts'
import { rebaseChanges } from '../../../../shared/document/rebase.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { text } from '../../shared/build-fields.ts'

it('SY6 (part: a value that was made on an older one): it is a conflict, with or without an edit before', () => {
  for (const earlier of [null, 'edited']) {
    const fields = [text('title')]
    const schema = { fields, types: fieldTypes }
    const edits = createEdits({ schema, below: { title: 'one' } })
    const form = createFormState({ fields, types: fieldTypes, locale: 'en', edits })
    if (earlier !== null) form.setField('title', earlier)
    form.setField('title', 'one!', { madeOn: 'one' })
    const theirs = { title: 'one by somebody else' }
    expect(edits.changes()).toMatchObject([{ from: 'one', to: 'one!' }])
    expect(
      rebaseChanges(schema, theirs, edits.changes(), { lost: {}, adjusted: [] }).conflicts,
    ).toMatchObject([{ base: 'one', mine: 'one!', theirs: 'one by somebody else' }])
  }
})
