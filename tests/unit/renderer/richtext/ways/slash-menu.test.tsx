import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { para, rich, textNode, blockNode } from '../rich-text-fixtures.ts'
import { openField } from './open-field.tsx'

afterEach(cleanup)

const options = () => screen.getAllByRole('option').map((one) => one.textContent)
const list = () => screen.queryByRole('listbox', { name: 'Commands' })
const chosen = () => screen.getByRole('option', { selected: true }).textContent

describe('the slash menu', () => {
  it('opens at the start of a block, in groups, and says in the text which one is chosen', async () => {
    const { box, type, press } = await openField(null)
    type('/')
    expect(within(screen.getByRole('group', { name: 'Lists' })).getAllByRole('option')).toHaveLength(3)
    expect(options()).toContain('Horizontal Rule')
    expect(chosen()).toContain('Normal Text')
    const says = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent
    expect(says()).toBe(chosen())
    expect(box().getAttribute('aria-controls')).toBe(list()?.id)
    press('ArrowDown')
    expect(chosen()).toContain('Heading 1')
    expect(says()).toBe(chosen())
    press('ArrowUp')
    press('ArrowUp')
    expect(chosen()).toBe(options().at(-1))
    expect(document.activeElement).toBe(box())
  })

  it('what is typed filters by label, word and what it looks like; Enter runs it, and nothing typed stays', async () => {
    const { stored, type, press, caret, opened } = await openField(rich(para('Kiruna'), para('')))
    caret(1)
    type('/divid')
    expect(options()).toEqual(['Horizontal Rule'])
    type(' /###')
    expect(options()[0]).toContain('Heading 3')
    press('Enter')
    await expect.poll(stored).toEqual(['paragraph: Kiruna', 'heading h3: /divid '])
    expect(list()).toBeNull()
    act(() => void opened.undo())
    expect(stored()[1]).toMatch(/^paragraph/)
  })

  it('opens behind a space, and not in a word', async () => {
    const { caret, type } = await openField(rich(para('and')))
    caret(0)
    type('/or')
    expect(list()).toBeNull()
    type(' /')
    expect(list()).not.toBeNull()
  })

  it('does not open in code, and not where a caret only comes to a slash', async () => {
    const { caret, type } = await openField(
      rich(blockNode('paragraph', [textNode('a ', { format: 16 })]), para('/'), para('b')),
    )
    caret(0)
    type('/')
    expect(list()).toBeNull()
    caret(1)
    expect(list()).toBeNull()
  })

  it('closes by Escape and leaves what was typed; the next slash opens it again', async () => {
    const { stored, type, press } = await openField(rich(para('')))
    type('/')
    press('Escape')
    expect(list()).toBeNull()
    type('h')
    expect(list()).toBeNull()
    expect(stored()).toEqual(['paragraph: /h'])
    type(' /')
    expect(list()).not.toBeNull()
  })

  it('says where nothing is called so, lets Enter through, and goes when one writes on', async () => {
    const { type, press } = await openField(null)
    type('/qqq')
    expect(screen.getByText('No command is called “qqq”')).toBeTruthy()
    type(' r')
    expect(list()).toBeNull()
    press('Escape')
  })

  it('is chosen from by the pointer, too, and the text keeps the focus', async () => {
    const { stored, type, box } = await openField(rich(para('')))
    type('/quote')
    const option = screen.getByRole('option', { name: /Blockquote/ })
    expect(fireEvent.mouseDown(option)).toBe(false)
    act(() => void fireEvent.mouseUp(option))
    expect(document.activeElement).toBe(box())
    await expect.poll(stored).toEqual(['quote: '])
  })

  it('has only what can be done at the place: the first number of a list in a numbered one', async () => {
    const item = blockNode('listitem', [textNode('a')], { value: 1 })
    const listOf = (listType: string, tag: string) => blockNode('list', [item], { listType, tag, start: 1 })
    const { type, caret } = await openField(rich(listOf('number', 'ol'), listOf('bullet', 'ul'), para('p')))
    for (const [index, isThere] of [true, false, false].entries()) {
      caret(index)
      type(' /')
      expect(options().includes('Start numbering at…')).toBe(isThere)
    }
  })

  it('has only what the editor of the site offers', async () => {
    const { type } = await openField(null, { features: ['paragraph', 'orderedList'], headings: ['h3'] })
    type('/')
    const names = options().map((one) => one?.replace(/Ctrl.*/, ''))
    expect(names.slice(0, 3)).toEqual(['Normal Text', 'Heading 3', 'Ordered List'])
    for (const other of ['Heading 2', 'Unordered List', 'Blockquote', 'Horizontal Rule', 'Table'])
      expect(names).not.toContain(other)
  })
})
