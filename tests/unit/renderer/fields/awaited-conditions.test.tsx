import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createDocumentForm } from '../../../../renderer/form/document-form.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { FormStateField, FormStateResult } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { group, text } from '../../shared/build-fields.ts'
import { collection, recorder, viewOf } from '../form/form-fixtures.ts'
import { showFields } from './show-fields.tsx'

afterEach(cleanup)

const fields = [
  text('title', { label: 'Title' }),
  text('mail', { label: 'Mail', hasCondition: true }),
  { ...group('address', [text('street', { label: 'Street' })]), hasCondition: true },
]
const says = (path: string, visible: boolean): FormStateField => ({
  path,
  visible,
  choices: null,
  filters: null,
  error: null,
})

/** A document of which the server is asked; `answer` gives what it says. */
async function show(data: JsonObject, canAsk = true) {
  const { promise, resolve } = Promise.withResolvers<FormStateResult>()
  const document = createDocumentForm({
    entity: collection(null, fields),
    types: fieldTypes,
    view: viewOf({ id: 7, ...data }),
    deps: { ...recorder().deps, askServer: () => promise },
  })
  const shown = await showFields(fields, { document, scope: { canAsk } })
  return { ...shown, answer: (result: FormStateResult) => act(async () => resolve(result)) }
}
const boxes = () => screen.getAllByRole('textbox').map((box) => box.getAttribute('id')?.split('-').at(-1))

it('an empty field with a condition is drawn once the server has answered that it holds, or that nobody knows', async () => {
  const { answer } = await show({})
  expect(boxes()).toEqual(['title'])
  await answer({ outcome: 'answered', fields: [says('mail', true), says('address', false)] })
  await waitFor(() => expect(boxes()).toEqual(['title', 'mail']))
  cleanup()
  const other = await show({})
  await other.answer({ outcome: 'unavailable' })
  await waitFor(() => expect(boxes()).toEqual(['title', 'mail', 'address.street']))
})

it('one that holds something is drawn at once, and goes where its condition does not hold', async () => {
  const { answer } = await show({ mail: 'ines@example.com', address: { street: 'Storgata' } })
  expect(boxes()).toEqual(['title', 'mail', 'address.street'])
  await answer({ outcome: 'answered', fields: [says('mail', true), says('address', false)] })
  await waitFor(() => expect(boxes()).toEqual(['title', 'mail']))
})

it('one that is edited, or that somebody is led to, is drawn before any answer', async () => {
  const { form } = await show({})
  act(() => form.setField('address.street', 'Storgata'))
  expect(boxes()).toEqual(['title', 'address.street'])
  act(() => form.show('mail'))
  expect(boxes()).toEqual(['title', 'mail', 'address.street'])
})

it('without the server all are drawn at once, and what is typed in them keeps its box as the answer comes', async () => {
  const { answer, form } = await show({}, false)
  expect(boxes()).toEqual(['title', 'mail', 'address.street'])
  const mail = screen.getByRole('textbox', { name: /^Mail/ })
  fireEvent.change(mail, { target: { value: 'a' } })
  await answer({ outcome: 'answered', fields: [says('mail', true), says('address', true)] })
  expect(screen.getByRole('textbox', { name: /^Mail/ })).toBe(mail)
  expect(form.getField('mail').value).toBe('a')
})
