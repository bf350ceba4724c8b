import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { FieldList } from '../../../../renderer/fields/field-list.tsx'
import { FieldScopeProvider, type FieldScope } from '../../../../renderer/fields/field-scope.tsx'
import { FieldProviders } from '../../../../renderer/app/field-providers.tsx'
import { countsAsError } from '../../../../renderer/fields/counts-as-error.ts'
import { fieldModules } from '../../../../renderer/fields/registry.ts'
import { createDocumentForm } from '../../../../renderer/form/document-form.ts'
import { FormProvider } from '../../../../renderer/form/form-context.tsx'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { base as layout } from '../../shared/build-fields.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { collection, recorder, textField, viewOf } from '../form/form-fixtures.ts'

afterEach(cleanup)

const tab = { name: null, schemaPath: '', description: null, localized: false, hasCondition: false }

async function show(fields: Field[], data = {}, scope: Partial<FieldScope> = {}) {
  const form = createDocumentForm({
    entity: collection(null, fields),
    view: viewOf({ id: 7, ...data }),
    locale: 'en',
    deps: recorder().deps,
    counts: countsAsError(fieldModules),
  })
  const all: FieldScope = { locale: 'en', dir: 'ltr', mayRead: () => true, mayWrite: () => true, ...scope }
  await renderInEnglish(
    <FieldProviders>
      <FieldScopeProvider scope={all}>
        <FormProvider form={form}>
          <FieldList fields={fields} path="" />
        </FormProvider>
      </FieldScopeProvider>
    </FieldProviders>,
  )
  return form
}

const input = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })

describe('fields on the screen', () => {
  it('a label names its input, and what is typed becomes an edit', async () => {
    const form = await show([textField('title', { label: { en: 'Title', de: 'Titel' } })], { title: 'A' })
    expect(input('Title').value).toBe('A')
    fireEvent.change(input('Title'), { target: { value: 'AB' } })
    expect(form.changes()).toEqual([{ kind: 'set', path: 'title', from: 'A', to: 'AB' }])
    expect(screen.getByText('Edited')).toBeTruthy()
  })

  it('S3.11 hidden and disabled fields are not drawn, S5.28 nor those that may not be read', async () => {
    await show(
      [
        textField('a', { label: 'A' }),
        textField('b', { label: 'B', hidden: true }),
        textField('c', { label: 'C', disabled: true }),
        textField('d', { label: 'D' }),
      ],
      {},
      { mayRead: (path) => path !== 'd' },
    )
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
  })

  it('S5.27 a field that may not be written is read-only', async () => {
    await show(
      [textField('a', { label: 'A' }), textField('b', { label: 'B', readOnly: true })],
      {},
      {
        mayWrite: () => false,
      },
    )
    expect(input('A').readOnly).toBe(true)
    expect(input('B').readOnly).toBe(true)
  })

  it('a value that the input does not understand is shown and cannot be touched', async () => {
    const form = await show([textField('a', { label: 'A' })], { a: { odd: true } })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText('Not editable yet')).toBeTruthy()
    expect(form.changes()).toEqual([])
  })

  it('SY5 a newer version changes the field under the caret and leaves focus and caret where they are', async () => {
    const form = await show([textField('a', { label: 'A' })], { a: 'Rail' })
    const field = input('A')
    field.focus()
    field.setSelectionRange(2, 2)
    field.dispatchEvent(new Event('selectionchange'))
    act(() => form.receive(viewOf({ id: 7, a: 'Railway' })))
    expect(field.value).toBe('Railway')
    expect(document.activeElement).toBe(field)
    expect(field.selectionStart).toBe(2)
    expect(screen.getByText('Updated')).toBeTruthy()
  })

  it('a tab says how many of its fields are not valid, and comes forward to show one', async () => {
    const form = await show([
      {
        ...layout,
        type: 'tabs',
        tabs: [
          { ...tab, label: 'One', fields: [textField('a', { label: 'A' })] },
          { ...tab, label: 'Two', fields: [textField('b', { label: 'B', required: true })] },
        ],
      },
    ])
    act(() => void form.validate())
    expect(screen.getByRole('tab', { name: /Two.*1 error/ })).toBeTruthy()
    act(() => form.show('b'))
    expect(screen.getByText('This field is required.')).toBeTruthy()
    expect(input('B').getAttribute('aria-invalid')).toBe('true')
  })

  it('a folded box opens to show a field in it', async () => {
    const form = await show([
      {
        ...layout,
        type: 'collapsible',
        label: 'More',
        initCollapsed: true,
        fields: [textField('b', { label: 'B', required: true })],
      },
    ])
    const head = screen.getByRole('button', { name: /More/ })
    expect(head.getAttribute('aria-expanded')).toBe('false')
    act(() => void form.validate())
    expect(head.textContent).toContain('1 error')
    act(() => form.show('b'))
    expect(head.getAttribute('aria-expanded')).toBe('true')
  })

  it('what has to be filled in but cannot be here is said before the server is asked in vain', async () => {
    const form = await show([
      textField('many', { label: 'Many', required: true, hasMany: true }),
      textField('own', { label: 'Own', required: true, readOnly: true }),
    ])
    act(() => void form.validate())
    expect(form.getForm().invalid).toEqual(['many'])
    expect(screen.getByText(/at least 1 Row/)).toBeTruthy()
    expect(screen.getByText('Not editable yet')).toBeTruthy()
  })
})
