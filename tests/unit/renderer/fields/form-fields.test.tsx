import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { fieldModules } from '../../../../renderer/app/field-modules.ts'
import { listColumns, offeredColumns } from '../../../../renderer/fields/document-columns/columns.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { filterFields } from '../../../../shared/lists/filter-fields.ts'
import { base, collection, email, group, number, richText, textarea } from '../../shared/build-fields.ts'
import { set, textField, viewOf } from '../form/form-fixtures.ts'
import { showFields } from './show-fields.tsx'

afterEach(cleanup)

/** The first field of its level, as the server names the place. */
const layout = { ...base, schemaPath: 'posts._index-0' }
const tab = { name: null, schemaPath: '', description: null, localized: false, hasCondition: false }

const input = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })

describe('fields on the screen', () => {
  it('a label names its input, and what is typed becomes an edit', async () => {
    const { form } = await showFields([textField('title', { label: { en: 'Title', de: 'Titel' } })], {
      data: { title: 'A' },
    })
    expect(input('Title').value).toBe('A')
    fireEvent.change(input('Title'), { target: { value: 'AB' } })
    expect(form.changes()).toEqual([set('title', 'A', 'AB')])
    expect(screen.getByText('Edited')).toBeTruthy()
  })

  it('S5.28 (part) those that may not be read are not drawn', async () => {
    await showFields([textField('a', { label: 'A' }), textField('d', { label: 'D' })], {
      scope: { mayRead: (path) => path !== 'd' },
    })
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
  })

  it('S3.11 a localized one has the code of its locale at its label; a hidden one is not drawn and keeps its value; a disabled one is not drawn, and is no column and no filter', async () => {
    const fields = [
      textField('title', { label: 'Title', localized: true }),
      textField('slug', { label: 'Slug' }),
      textField('quiet', { label: 'Quiet', hidden: true }),
      textField('off', { label: 'Off', disabled: true }),
      { ...group('inner', [textField('deep', { label: 'Deep' })]), disabled: true },
    ]
    const data = {
      title: { en: 'A', de: 'B' },
      slug: 'a',
      quiet: 'kept',
      off: 'kept, too',
      inner: { deep: 'and this' },
    }
    const { form, german, become } = await showFields(fields, { data })
    const labels = () => [...document.querySelectorAll('label')].map((one) => one.parentElement?.textContent)
    expect(labels()).toEqual(['Titleen', 'Slug'])
    become({ form: german, scope: { locale: 'de' } })
    expect(labels()).toEqual(['Titlede', 'Slug'])
    become({ form, scope: { locale: 'en' } })
    fireEvent.change(input('Slug'), { target: { value: 'b' } })
    expect(form.changes()).toEqual([set('slug', 'a', 'b')])
    expect(form.data()).toEqual({ id: 7, ...data, slug: 'b' })
    const of = collection(fields)
    const columns = [
      ...listColumns(fieldModules, of).map(({ path }) => path),
      ...listColumns(fieldModules, { ...of, defaultColumns: ['title', 'off', 'inner'] }).map(
        ({ path }) => path,
      ),
      ...offeredColumns(fieldModules, of, [{ accessor: 'off', active: true }]).map(
        ({ column }) => column.path,
      ),
    ]
    const filters = filterFields(fieldTypes, of).map(({ path }) => path)
    expect(columns).toContain('slug')
    expect(filters).toContain('slug')
    for (const path of ['off', 'inner', 'inner.deep']) {
      expect(columns).not.toContain(path)
      expect(filters).not.toContain(path)
    }
  })

  it('S5.27 (part) a field that may not be written is read-only', async () => {
    await showFields([textField('a', { label: 'A' }), textField('b', { label: 'B', readOnly: true })], {
      scope: { mayWrite: () => false },
    })
    expect(input('A').readOnly).toBe(true)
    expect(input('B').readOnly).toBe(true)
  })

  it('a value that the input does not understand is shown and cannot be touched', async () => {
    const { form } = await showFields([textField('a', { label: 'A' })], { data: { a: { odd: true } } })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByText('Read only')).toBeTruthy()
    expect(screen.getByText(/does not accept its present value/)).toBeTruthy()
    expect(form.changes()).toEqual([])
  })

  it('SY5 a newer version changes the field under the caret and leaves focus and caret where they are', async () => {
    const { document: opened } = await showFields([textField('a', { label: 'A' })], { data: { a: 'Rail' } })
    const field = input('A')
    field.focus()
    field.setSelectionRange(2, 2)
    field.dispatchEvent(new Event('selectionchange'))
    act(() => opened.receive(viewOf({ id: 7, a: 'Railway' }, { foreignWrites: 1 })))
    expect(field.value).toBe('Railway')
    expect(document.activeElement).toBe(field)
    expect(field.selectionStart).toBe(2)
    expect(screen.getByText('Updated')).toBeTruthy()
  })

  it('a tab says how many of its fields are not valid, and comes forward to show one', async () => {
    const { form } = await showFields([
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
    act(() => {
      form.show('b')
    })
    expect(screen.getByText('This field is required.')).toBeTruthy()
    expect(input('B').getAttribute('aria-invalid')).toBe('true')
  })

  it('a folded box opens to show a field in it', async () => {
    const { form } = await showFields([
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
    act(() => {
      form.show('b')
    })
    expect(head.getAttribute('aria-expanded')).toBe('true')
  })

  it('what has to be filled in but cannot be here is said before the server is asked in vain', async () => {
    const { form } = await showFields([
      richText('body', { label: 'Body', required: true }),
      textField('own', { label: 'Own', required: true, readOnly: true }),
    ])
    act(() => void form.validate())
    expect(form.getForm().invalid).toEqual(['body'])
    expect(screen.getByText('This field is required.')).toBeTruthy()
    expect(screen.getByText('Read only')).toBeTruthy()
  })

  describe('F50 a number field with text that is no number', () => {
    const fields: Field[] = [
      {
        ...layout,
        type: 'tabs',
        tabs: [
          { ...tab, label: 'One', fields: [number('views', { label: 'Views' })] },
          { ...tab, label: 'Two', fields: [textField('b', { label: 'B' })] },
        ],
      },
    ]
    const typed = (value: string) => fireEvent.change(input('Views'), { target: { value } })

    it('F50 keeps it over a change of tabs, with its error, and the value as it was', async () => {
      const { form } = await showFields(fields, { data: { views: 5 } })
      typed('5x')
      expect(input('Views').getAttribute('aria-invalid')).toBe('true')
      fireEvent.click(screen.getByRole('tab', { name: /Two/ }))
      expect(screen.queryByRole('textbox', { name: /^Views/ })).toBeNull()
      expect(screen.getByRole('tab', { name: /One.*1 error/ })).toBeTruthy()
      fireEvent.click(screen.getByRole('tab', { name: /One/ }))
      expect(input('Views').value).toBe('5x')
      expect(screen.getByText('Please enter a valid number.')).toBeTruthy()
      expect(form.changes()).toEqual([])
    })

    it('F50 a number typed after it takes its place, and so does an emptied field', async () => {
      const { form } = await showFields(fields, { data: { views: 5 } })
      typed('6x')
      typed('6')
      expect(input('Views').value).toBe('6')
      expect(input('Views').getAttribute('aria-invalid')).not.toBe('true')
      expect(form.changes()).toEqual([set('views', 5, 6)])
      typed('6x')
      typed('')
      expect(form.validate()).toEqual([])
      expect(form.changes()).toEqual([set('views', 5, null)])
    })

    it('F50 DM7 an undo takes the text away where it puts another value', async () => {
      const { document: opened } = await showFields(fields, { data: { views: 5 } })
      typed('6')
      typed('6x')
      act(() => void opened.undo())
      expect(input('Views').value).toBe('5')
    })

    it('F50 typed back to what it was, nothing is left of it', async () => {
      const { form } = await showFields(fields, { data: { views: 5 } })
      typed('5x')
      typed('5')
      expect(input('Views').value).toBe('5')
      expect(form.getForm()).toMatchObject({ dirty: false, invalid: [] })
    })
  })

  describe.each([
    ['text', textField('a')],
    ['textarea', textarea('a')],
    ['email', email('a')],
  ])('DM7 what is typed into a field of type %s', (_type, field: Field) => {
    /** The field on the screen, with a clock that stands still until it is told to go on. */
    async function show() {
      const opened = await showFields([{ ...field, label: 'A' }], { data: { a: 'Old' } })
      vi.useFakeTimers({ toFake: ['performance'] })
      return { ...opened, undo: () => act(() => void opened.document.undo()) }
    }
    afterEach(() => void vi.useRealTimers())

    const type = (value: string) => fireEvent.change(input('A'), { target: { value } })
    const compose = (value: string) => fireEvent.input(input('A'), { target: { value }, isComposing: true })
    const pause = () => vi.advanceTimersByTime(5000)

    it('DM7 is taken back in one step, and what came before a pause in another', async () => {
      const { undo, document: opened } = await show()
      for (const value of ['O', 'Or', 'Ore']) type(value)
      pause()
      for (const value of ['Ore l', 'Ore li', 'Ore line']) type(value)
      undo()
      expect(input('A').value).toBe('Ore')
      undo()
      expect(input('A').value).toBe('Old')
      expect(opened.undo()).toBeNull()
    })

    it('DM7 is taken back whole where an input method composed it, however long that took', async () => {
      const { undo, document: opened } = await show()
      type('O')
      pause()
      for (const value of ['Oに', 'Oにほ', 'Oにほん', 'O日本']) {
        compose(value)
        pause()
      }
      undo()
      expect(input('A').value).toBe('O')
      undo()
      expect(input('A').value).toBe('Old')
      expect(opened.undo()).toBeNull()
    })
  })
})

describe('what only lays out', () => {
  const inside = () => [textField('a', { label: 'A' }), textField('b', { label: 'B' })]
  const change = (name: string, value: string) => fireEvent.change(input(name), { target: { value } })

  it('S3.04 a row has no place in the data: its fields are where the row is', async () => {
    const row = (fields: Field[]): Field => ({ ...layout, type: 'row', fields })
    const { form } = await showFields(
      [row(inside()), group('meta', [row([textField('c', { label: 'C' })])])],
      {
        data: { a: 'one', b: 'two', meta: { c: 'three' } },
      },
    )
    expect(['A', 'B', 'C'].map((name) => input(name).value)).toEqual(['one', 'two', 'three'])
    change('B', 'another')
    change('C', 'inside')
    expect(form.changes().map(({ path }) => path)).toEqual(['b', 'meta.c'])
    expect(form.read('')).toMatchObject({ a: 'one', b: 'another', meta: { c: 'inside' } })
  })

  it('S3.05 a collapsible has a label and no place in the data, and is as it was left in its document', async () => {
    const box: Field = {
      ...layout,
      type: 'collapsible',
      label: 'More about it',
      initCollapsed: false,
      schemaPath: 'posts._index-7',
      fields: inside(),
    }
    const head = () => screen.getByRole('button', { name: 'More about it' })
    const { form, screen: first } = await showFields([box], { data: { a: 'one', b: 'two' } })
    expect(head().getAttribute('aria-expanded')).toBe('true')
    change('A', 'another')
    expect(form.changes().map(({ path }) => path)).toEqual(['a'])
    fireEvent.click(head())
    first.unmount()
    // The next time, with a form of its own.
    const { screen: second } = await showFields([box], { data: { a: 'one' } })
    expect(head().getAttribute('aria-expanded')).toBe('false')
    second.unmount()
    // Another document has its own.
    await showFields([box], { data: { id: 8 } })
    expect(head().getAttribute('aria-expanded')).toBe('true')
  })

  it('opens with the tab in front that was left there in its document, also after a restart', async () => {
    const tabs: Field = {
      ...layout,
      type: 'tabs',
      schemaPath: 'posts._index-8',
      tabs: [
        { ...tab, label: 'One', fields: [textField('a', { label: 'A' })] },
        { ...tab, label: 'Two', fields: [textField('b', { label: 'B' })] },
      ],
    }
    const front = () => screen.getByRole('tab', { selected: true }).textContent
    const { screen: first } = await showFields([tabs], { data: { a: 'one' } })
    expect(front()).toBe('One')
    fireEvent.click(screen.getByRole('tab', { name: 'Two' }))
    first.unmount()
    const { screen: second } = await showFields([tabs], { data: { a: 'one' } })
    expect(front()).toBe('Two')
    second.unmount()
    await showFields([tabs], { data: { id: 8 } })
    expect(front()).toBe('One')
  })

  it('shows the description of a collapsible, and of a group without a label', async () => {
    const box: Field = {
      ...layout,
      type: 'collapsible',
      label: 'More about it',
      description: 'Only if it is needed',
      initCollapsed: false,
      fields: [],
    }
    const both: Field = {
      ...layout,
      type: 'group',
      localized: false,
      name: null,
      label: null,
      description: 'Of both',
      fields: [],
    }
    await showFields([box, both])
    expect(screen.getByText('Only if it is needed')).toBeTruthy()
    expect(screen.getByText('Of both')).toBeTruthy()
  })
})
