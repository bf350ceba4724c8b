import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FieldList } from '../../../../renderer/fields/field-list.tsx'
import { createEdits } from '../../../../renderer/form/edits.ts'
import { FormProvider } from '../../../../renderer/form/form-context.tsx'
import { createFormState } from '../../../../renderer/form/form-state.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { text } from '../../shared/build-fields.ts'
import { showFields } from './show-fields.tsx'
import { waitFor } from '../../../support/wait.ts'

afterEach(cleanup)

it('SY1 leaving a field tells the form that it is of, not the document around that form', async () => {
  const fields = [text('name', { label: 'Name' })]
  const blur = vi.fn<() => void>()
  const inside = createFormState({
    fields,
    types: fieldTypes,
    locale: null,
    edits: createEdits({ schema: { fields, types: fieldTypes }, below: {} }),
    around: {
      mark: () => ({ mark: 'none', since: null }),
      markWithin: () => 'none',
      refusedPaths: () => [],
      refused: () => null,
      edited: () => undefined,
      blur,
    },
  })
  const { form, main } = await showFields([text('slug', { label: 'Slug' })], {
    above: (
      <FormProvider form={inside}>
        <FieldList fields={fields} path="" />
      </FormProvider>
    ),
  })
  form.setField('slug', 'typed')
  fireEvent.blur(screen.getByLabelText(/Name/))
  expect(blur).toHaveBeenCalledTimes(1)
  expect(main.puts).toEqual([])
  fireEvent.blur(screen.getByLabelText(/Slug/))
  await waitFor(() => expect(main.puts).toHaveLength(1))
  expect(blur).toHaveBeenCalledTimes(1)
})
