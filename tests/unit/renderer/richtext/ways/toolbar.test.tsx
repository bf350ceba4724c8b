import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { blockNode, para, rich, textNode } from '../rich-text-fixtures.ts'
import { openField } from './open-field.tsx'

afterEach(cleanup)

const toolbar = () => screen.getByRole('toolbar', { name: 'Formatting' })
const button = (name: string | RegExp) => within(toolbar()).getByRole('button', { name })
const pressed = (name: string) => button(name).getAttribute('aria-pressed')
const press = (element: Element) => {
  fireEvent.mouseDown(element)
  fireEvent.click(element)
}

describe('the toolbar of a text', () => {
  const value = rich(
    para('Kiruna'),
    blockNode('paragraph', [textNode('Narvik', { format: 1 })]),
    blockNode('heading', [textNode('Boden')], { tag: 'h2' }),
  )

  it('says what the caret is in, and does to the selection what is pressed; the text has the focus', async () => {
    const { caret, select, box, nodes } = await openField(value)
    caret(1)
    await expect.poll(() => pressed('Bold')).toBe('true')
    expect(pressed('Italic')).toBe('false')
    caret(2)
    await expect.poll(() => pressed('Bold')).toBe('false')
    expect(button('Paragraph style: Heading 2').textContent).toBe('Heading 2')
    select(0)
    expect(fireEvent.mouseDown(button('Italic'))).toBe(false)
    press(button('Italic'))
    await expect.poll(() => JSON.stringify(nodes()[0])).toContain('"format":2')
    expect(document.activeElement).toBe(box())
  })

  it('what cannot be done at the caret says so', async () => {
    const { caret } = await openField(value)
    caret(0)
    await expect.poll(() => button('Decrease Indent').getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => button('Increase Indent').getAttribute('aria-disabled')).toBe('false')
  })

  it('is one stop for Tab with arrows inside; Alt+F10 leads there and Escape back', async () => {
    const { caret, box, press: key } = await openField(value)
    caret(0)
    key('F10', { altKey: true })
    expect(document.activeElement).toBe(button(/^Paragraph style/))
    key('ArrowRight')
    expect(document.activeElement).toBe(button('Ordered List'))
    key('ArrowRight')
    key('ArrowLeft')
    expect(document.activeElement).toBe(button('Ordered List'))
    key('Escape')
    expect(document.activeElement).toBe(box())
  })

  it('has a menu of what a text can be, and one of what can be put in', async () => {
    const { caret, stored } = await openField(value)
    caret(0)
    await expect.poll(() => button(/^Paragraph style/).textContent).toBe('Normal Text')
    press(button(/^Paragraph style/))
    press(screen.getByRole('menuitem', { name: /Blockquote/ }))
    await expect.poll(() => stored()[0]).toBe('quote: Kiruna')
    press(button('Insert'))
    expect(screen.getByRole('menuitem', { name: /Horizontal Rule/ })).toBeTruthy()
  })

  it('has only what the editor of the site offers, and is not there where that has none', async () => {
    await openField(value, { features: ['paragraph', 'bold', 'toolbarFixed'], headings: [] })
    expect(
      within(toolbar())
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Paragraph style', 'Bold', 'More commands'])
    cleanup()
    await openField(value, { features: ['paragraph', 'bold'], headings: [] })
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('is there before the text is edited, and works as soon as somebody comes to it', async () => {
    const { box } = await openField(value)
    act(() => box().blur())
    press(button('Bold'))
    expect(document.activeElement).toBe(box())
  })
})

describe('the toolbar over a selection', () => {
  const floating = () => screen.queryByRole('toolbar', { name: 'Formatting of the selection' })

  it('U48 is there as long as something is selected, where the editor of the site offers it and has none above the text', async () => {
    const { caret, select } = await openField(rich(para('Kiruna')), {
      features: ['paragraph', 'bold', 'toolbarInline'],
    })
    select(0)
    await expect.poll(floating).not.toBeNull()
    caret(0)
    await expect.poll(floating).toBeNull()
    cleanup()
    for (const features of [
      ['paragraph', 'bold', 'toolbarFixed'],
      ['paragraph', 'bold', 'toolbarFixed', 'toolbarInline'],
    ] as const) {
      const other = await openField(rich(para('Kiruna')), { features: [...features] })
      other.select(0)
      await expect.poll(() => pressed('Bold')).toBe('false')
      expect(floating()).toBeNull()
      cleanup()
    }
  })

  it('is led to by Alt+F10 where there is no other one', async () => {
    const {
      select,
      press: key,
      box,
    } = await openField(rich(para('Kiruna')), {
      features: ['paragraph', 'bold', 'italic', 'toolbarInline'],
    })
    select(0)
    await expect.poll(floating).not.toBeNull()
    key('F10', { altKey: true })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bold')
    key('Escape')
    expect(document.activeElement).toBe(box())
  })
})
