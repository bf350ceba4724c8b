import { act, cleanup, createEvent, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { number, select, text } from '../../shared/build-fields.ts'
import { en, set, viewOf } from '../form/form-fixtures.ts'
import { inOneBurst } from '../support/in-one-burst.ts'
import { showFields } from './show-fields.tsx'

afterEach(cleanup)

const tags = text('tags', { label: 'Tags', hasMany: true })
const numbers = number('numbers', { label: 'Numbers', hasMany: true })
const line = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const chips = () => screen.queryAllByRole('listitem').map((item) => item.textContent)
const chip = (name: string) => screen.getByRole('button', { name })
const type = (name: string, value: string) => fireEvent.change(line(name), { target: { value } })
const press = (element: Element, key: string, more: object = {}) =>
  fireEvent.keyDown(element, { key, ...more })

/** Drags a chip to the start or the end of another one. jsdom lays nothing out: every chip lies at 0 and is 0 wide. */
function drag(from: string, onto: string, half: 'start' | 'end') {
  const source = chip(from).closest('li')
  const target = chip(onto).closest('li')
  if (!source || !target) throw new Error('no chip')
  const dataTransfer = { setData: () => {}, effectAllowed: '' }
  fireEvent(source, Object.assign(createEvent.dragStart(source), { dataTransfer }))
  const over = createEvent.dragOver(target, { clientX: half === 'end' ? 1 : -1 })
  Object.defineProperty(over, 'clientX', { value: half === 'end' ? 1 : -1 })
  fireEvent(target, Object.assign(over, { dataTransfer }))
  fireEvent(target, Object.assign(createEvent.drop(target), { dataTransfer }))
}

describe('S3.09 (part) several texts as tags', () => {
  it('S3.09 what is typed is a value from its first letter on, and a tag after Enter', async () => {
    const { form } = await showFields([tags], { data: { tags: ['fjord'] } })
    expect(chips()).toEqual(['fjord'])
    type('Tags', 'fe')
    type('Tags', 'ferry')
    expect(form.changes()).toEqual([set('tags', ['fjord'], ['fjord', 'ferry'])])
    expect(chips()).toEqual(['fjord'])
    press(line('Tags'), 'Enter')
    expect(chips()).toEqual(['fjord', 'ferry'])
    expect(line('Tags').value).toBe('')
  })

  it('leaving the field makes a tag, too, and an emptied one is none', async () => {
    const { form } = await showFields([tags], { data: { tags: null } })
    type('Tags', 'ferry')
    fireEvent.blur(line('Tags'))
    expect(chips()).toEqual(['ferry'])
    type('Tags', 'night')
    type('Tags', '')
    expect(form.read('tags')).toEqual(['ferry'])
  })

  it('DM7 each tag is one step for undo', async () => {
    const { form, document: opened } = await showFields([tags], { data: { tags: [] } })
    inOneBurst(() => {
      for (const word of ['ferry', 'night']) {
        for (let end = 1; end <= word.length; end++) type('Tags', word.slice(0, end))
        press(line('Tags'), 'Enter')
      }
    })
    act(() => void opened.undo())
    expect(form.read('tags')).toEqual(['ferry'])
    act(() => void opened.undo())
    expect(form.read('tags') ?? []).toEqual([])
  })

  it('Backspace goes to the last tag and then removes it; arrows walk, Delete removes', async () => {
    const { form } = await showFields([tags], { data: { tags: ['a1', 'b2', 'c3'] } })
    line('Tags').focus()
    press(line('Tags'), 'Backspace')
    expect(document.activeElement).toBe(chip('c3'))
    press(chip('c3'), 'Backspace')
    expect(form.read('tags')).toEqual(['a1', 'b2'])
    expect(document.activeElement).toBe(chip('b2'))
    press(chip('b2'), 'ArrowLeft')
    press(chip('a1'), 'Delete')
    expect(form.read('tags')).toEqual(['b2'])
    press(chip('b2'), 'ArrowRight')
    expect(document.activeElement).toBe(line('Tags'))
  })

  it('tags are moved with Alt and the arrows and by dragging, and removed by their button', async () => {
    const { form } = await showFields([tags], { data: { tags: ['a1', 'b2', 'c3'] } })
    chip('a1').focus()
    press(chip('a1'), 'ArrowRight', { altKey: true })
    expect(form.read('tags')).toEqual(['b2', 'a1', 'c3'])
    expect(document.activeElement).toBe(chip('a1'))
    drag('c3', 'b2', 'start')
    expect(form.read('tags')).toEqual(['c3', 'b2', 'a1'])
    drag('c3', 'a1', 'end')
    expect(form.read('tags')).toEqual(['b2', 'a1', 'c3'])
    fireEvent.click(screen.getByRole('button', { name: 'Remove a1' }))
    expect(form.read('tags')).toEqual(['b2', 'c3'])
  })

  it('from right to left the arrows lead the other way', async () => {
    const { form } = await showFields([{ ...tags, rtl: true }], { data: { tags: ['ا', 'ب'] } })
    const list = screen.getByRole('list', { name: /^Tags/ })
    list.style.direction = 'rtl'
    expect(chip('ا').getAttribute('dir')).toBe('rtl')
    press(chip('ا'), 'ArrowLeft', { altKey: true })
    expect(form.read('tags')).toEqual(['ب', 'ا'])
  })

  it('lines that are pasted become a tag each', async () => {
    const { form } = await showFields([tags])
    fireEvent.paste(line('Tags'), { clipboardData: { getData: () => 'one\n two \n\nthree' } })
    expect(form.read('tags')).toEqual(['one', 'two', 'three'])
  })

  it('read-only tags are there and have nothing to remove or move them', async () => {
    const { form } = await showFields([{ ...tags, readOnly: true }], { data: { tags: ['a1', 'b2'] } })
    expect(chips()).toEqual(['a1', 'b2'])
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
    expect(line('Tags').readOnly).toBe(true)
    press(chip('a1'), 'Delete')
    press(chip('a1'), 'ArrowRight', { altKey: true })
    expect(form.changes()).toEqual([])
  })

  it('a localized field has the tags of its locale, and too few are said', async () => {
    const field: Field = { ...tags, localized: true, minRows: 2 }
    const { form } = await showFields([field], { data: { tags: { en: ['ferry'], de: ['Fähre', 'Nacht'] } } })
    expect(chips()).toEqual(['ferry'])
    act(() => void form.validate())
    expect(screen.getByText('This field requires at least 2 Rows.')).toBeTruthy()
    type('Tags', 'night')
    expect(form.changes()).toEqual([en('tags', ['ferry'], ['ferry', 'night'])])
    expect(screen.queryByText(/requires at least/)).toBeNull()
  })

  it('SY5 a tag that comes from the server while one is being typed joins the others', async () => {
    const { form, document: opened } = await showFields([tags], { data: { tags: ['a1'] } })
    type('Tags', 'ferry')
    act(() => opened.receive(viewOf({ id: 7, tags: ['a1', 'b2'] })))
    type('Tags', 'ferry!')
    press(line('Tags'), 'Enter')
    expect(chips().toSorted()).toEqual(['a1', 'b2', 'ferry!'])
    expect(form.read('tags')).toHaveLength(3)
  })
})

describe('several numbers as tags', () => {
  it('takes a number with either decimal sign', async () => {
    const { form } = await showFields([numbers], { data: { numbers: [4] } })
    type('Numbers', '2,5')
    press(line('Numbers'), 'Enter')
    expect(form.changes()).toEqual([set('numbers', [4], [4, 2.5])])
    expect(chips()).toEqual(['4', '2.5'])
  })

  it('F50 (part) what is no number is kept as it was typed, keeps the form from being saved, and is no value', async () => {
    const { form } = await showFields([numbers], { data: { numbers: [4] } })
    type('Numbers', '5')
    type('Numbers', '5x')
    expect(form.read('numbers')).toEqual([4])
    expect(form.validate()).toEqual(['numbers'])
    expect(screen.getByText('Please enter a valid number.')).toBeTruthy()
    press(line('Numbers'), 'Enter')
    expect(line('Numbers').value).toBe('5x')
    type('Numbers', '')
    expect(form.validate()).toEqual([])
  })
})

describe('S3.08 (part) several of a list', () => {
  const field = select('sides', ['north', 'south', 'east'], { label: 'Sides', hasMany: true })

  it('S3.08 (part) are removed, moved with the keyboard and dragged, and cleared together', async () => {
    const { form } = await showFields([field], { data: { sides: ['north', 'south', 'east'] } })
    chip('south').focus()
    press(chip('south'), 'ArrowLeft', { altKey: true })
    expect(form.read('sides')).toEqual(['south', 'north', 'east'])
    drag('east', 'south', 'start')
    expect(form.read('sides')).toEqual(['east', 'south', 'north'])
    fireEvent.click(screen.getByRole('button', { name: 'Remove south' }))
    expect(form.read('sides')).toEqual(['east', 'north'])
    fireEvent.click(screen.getByRole('button', { name: /^Clear/ }))
    expect(form.read('sides') ?? []).toEqual([])
  })

  it('F60 only those that a function of the site allows may be chosen; what is chosen keeps its name', async () => {
    const one = select('side', ['north', 'south', 'east'], { label: 'Side' })
    const { form } = await showFields([field, one], { data: { sides: ['north'], side: 'north' } })
    const says = { visible: true, choices: ['east'], filters: null, error: null }
    act(() => form.setOverlay(new Map(['sides', 'side'].map((path) => [path, says]))))
    for (const name of ['Sides', 'Side']) {
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`${name}$`) }))
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['north', 'east'])
      fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' })
    }
    expect(form.changes()).toEqual([])
  })

  it('stay in the order in which they were chosen where the site says so, and are only removed', async () => {
    const { form } = await showFields([{ ...field, isSortable: false }], {
      data: { sides: ['north', 'south'] },
    })
    press(chip('south'), 'ArrowLeft', { altKey: true })
    expect(form.changes()).toEqual([])
    expect(chip('south').closest('li')?.getAttribute('draggable')).toBeNull()
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2)
  })
})
