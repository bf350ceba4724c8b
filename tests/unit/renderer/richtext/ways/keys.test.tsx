import { act, cleanup, screen, within } from '@testing-library/react'
import { FORMAT_ELEMENT_COMMAND, OUTDENT_CONTENT_COMMAND, type LexicalCommand } from 'lexical'
import { afterEach, describe, expect, it } from 'vitest'
import { blockNode, para, rich, textNode } from '../rich-text-fixtures.ts'
import { openField } from './open-field.tsx'

afterEach(cleanup)

const ctrl = { ctrlKey: true }
const three = rich(para('Kiruna'), para('Narvik'), para('Boden'))
const said = () => document.querySelector('[aria-live=polite]')?.textContent

describe('keys in a text', () => {
  it('run commands that the site offers, and no others', async () => {
    const { caret, press, stored } = await openField(three, { headings: ['h2'] })
    caret(0)
    press('2', { ...ctrl, altKey: true })
    await expect.poll(() => stored()[0]).toBe('heading h2: Kiruna')
    press('3', { ...ctrl, altKey: true })
    press('0', { ...ctrl, altKey: true })
    await expect.poll(() => stored()[0]).toBe('paragraph: Kiruna')
    press('&', { ...ctrl, shiftKey: true, code: 'Digit7' })
    await expect.poll(() => stored()[0]).toBe('list: Kiruna')
  })

  it('bold is refused where the site does not offer it', async () => {
    const { select, press, form } = await openField(three, { features: ['paragraph', 'italic'] })
    select(0)
    press('b', ctrl)
    press('i', ctrl)
    await expect.poll(() => form.changes().length).toBe(1)
    expect(JSON.stringify(form.getField('body').value)).not.toMatch(/"format":[13]/)
  })

  it('move blocks, say where they are now, and copy them, each as one step of undo', async () => {
    const { caret, press, stored, opened } = await openField(three)
    const words = () => stored().map((one) => one.replace('paragraph: ', ''))
    caret(0)
    press('ArrowDown', { altKey: true })
    expect(words()).toEqual(['Narvik', 'Kiruna', 'Boden'])
    expect(said()).toBe('Moved to place 2 of 3')
    press('ArrowDown', { altKey: true })
    press('ArrowDown', { altKey: true })
    expect(words()).toEqual(['Narvik', 'Boden', 'Kiruna'])
    expect(said()).toBe('It can’t move any further')
    press('ArrowUp', { altKey: true })
    expect(words()).toEqual(['Narvik', 'Kiruna', 'Boden'])
    press('d', ctrl)
    expect(words()).toEqual(['Narvik', 'Kiruna', 'Kiruna', 'Boden'])
    act(() => void opened.undo())
    expect(words()).toEqual(['Narvik', 'Kiruna', 'Boden'])
  })

  it('F66 (part) a block is removed by its name in the menu of a slash, which has no keys', async () => {
    const { caret, type, press, stored } = await openField(three)
    caret(1)
    type('\u00a0/remove')
    press('Enter')
    await expect.poll(stored).toEqual(['paragraph: Kiruna', 'paragraph: Boden'])
    press('/', ctrl)
    const term = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).getByText('Remove')
    expect(term.closest('dt')?.nextSibling?.textContent).toBe('')
  })

  it('a copy has ids of its own', async () => {
    const stored = blockNode('link', [textNode('Kiruna')], {
      id: 'a'.repeat(24),
      fields: { linkType: 'custom', url: '/kiruna', newTab: false },
    })
    const { caret, press, nodes } = await openField(rich(blockNode('paragraph', [stored])))
    caret(0)
    press('d', ctrl)
    const ids = nodes().flatMap((node) => (JSON.stringify(node).match(/"id":"(\w+)"/) ?? []).slice(1))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
  })

  it('are all told of in a list, with what one may type instead', async () => {
    const { caret, press, box } = await openField(three, {
      headings: ['h2'],
      features: ['paragraph', 'bold', 'indent'],
    })
    caret(0)
    press('/', ctrl)
    const dialog = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const lines = within(dialog)
      .getAllByRole('term')
      .map((term) => `${term.textContent.trim()}: ${term.nextSibling?.textContent ?? ''}`)
    expect(lines).toEqual(
      expect.arrayContaining([
        'Heading 2: ##Ctrl Alt 2',
        'Bold: **…**Ctrl B',
        'Move Up: Alt ↑',
        'Increase Indent: Ctrl ]',
      ]),
    )
    expect(lines.join()).not.toContain('Italic')
    press('Escape')
    expect(screen.queryByRole('dialog')).toBeNull()
    await expect.poll(() => document.activeElement === box()).toBe(true)
  })
})

describe('markdown that is typed', () => {
  const starts: [string, string][] = [
    ['# ', 'heading h1: '],
    ['### ', 'heading h3: '],
    ['> ', 'quote: '],
    ['- ', 'list: '],
    ['1. ', 'list: '],
    ['[ ] ', 'list: '],
  ]

  it.each(starts)(
    '%s becomes what it means, and undo first gives back what was typed',
    async (typed, becomes) => {
      const { type, stored, opened } = await openField(rich(para('')))
      type(typed)
      await expect.poll(stored).toEqual([becomes])
      act(() => void opened.undo())
      expect(stored()).toEqual([`paragraph: ${typed}`])
      act(() => void opened.undo())
      expect(stored()).toEqual(['paragraph: '])
    },
  )

  it.each([0, 3, 4, 7, 8, 12])(
    'S9.15 (part: what is typed) %s spaces before it put an item a level deeper for each four of them',
    async (spaces) => {
      const { type, stored, nodes } = await openField(rich(para('')))
      type(`${' '.repeat(spaces)}- `)
      await expect.poll(() => stored()[0]).toMatch(/^list: /)
      const indents = [...JSON.stringify(nodes()).matchAll(/"indent":(\d+)/g)].map(([, indent]) =>
        Number(indent),
      )
      expect(Math.max(...indents)).toBe(Math.floor(spaces / 4))
    },
  )

  it('--- and Enter make a rule, and a place to write behind it', async () => {
    const { type, press, stored } = await openField(rich(para('')))
    type('---')
    press('Enter')
    await expect.poll(stored).toEqual(['horizontalrule: ', 'paragraph: '])
  })

  const marks: [string, number][] = [
    ['**bold**', 1],
    ['*italic*', 2],
    ['`code`', 16],
    ['~~strike~~', 4],
  ]

  it.each(marks)('%s is formatted, and undo first gives back what was typed', async (typed, format) => {
    const { type, stored, nodes, opened } = await openField(rich(para('')))
    type(typed)
    await expect.poll(stored).toEqual([`paragraph: ${typed.replaceAll(/[*`~]/g, '')}`])
    expect(JSON.stringify(nodes())).toContain(`"format":${format},`)
    act(() => void opened.undo())
    expect(stored()).toEqual([`paragraph: ${typed}`])
  })

  it('[text](url) is a link, and only to what can be opened', async () => {
    const link = {
      fields: [],
      autoLinks: true,
      keepsAutoLinks: true,
      defaultType: 'custom',
      defaultUrl: 'https://',
    }
    const { type, stored, nodes } = await openField(rich(para('')), { link })
    type('[the line](https://nordlys.travel)')
    await expect.poll(stored).toEqual(['paragraph: the line'])
    expect(JSON.stringify(nodes())).toContain('"url":"https://nordlys.travel"')
    type(' [x](javascript:alert)')
    await expect.poll(() => stored().join()).toContain('[x](javascript:alert)')
  })

  it('stays as it is typed where the site does not offer what it means', async () => {
    const typed = '# a **b** `c` ~~d~~ *e*'
    const { type, stored } = await openField(rich(para('')), { features: ['paragraph'], headings: ['h2'] })
    type(typed)
    await expect.poll(stored).toEqual([`paragraph: ${typed}`])
  })
})

describe('what else belongs to a text', () => {
  it('its words are counted', async () => {
    const { type, caret } = await openField(rich(para('Two words')))
    expect(await screen.findByText('2 words')).toBeTruthy()
    caret(0)
    type(' more')
    expect(await screen.findByText('3 words')).toBeTruthy()
  })

  it('S9.13 the debug view, where the site asks for it, keeps the last 10 commands: the 11th drops the first', async () => {
    const first = await openField(rich(para('Kiruna')), { features: ['paragraph'] })
    expect(screen.queryByText('Debug view')).toBeNull()
    first.caret(0)
    cleanup()
    const { editor } = await openField(rich(blockNode('paragraph', [textNode('Kiruna')])), {
      features: ['paragraph', 'treeView'],
    })
    const shown = () =>
      within(screen.getByRole('list', { name: 'Last commands', hidden: true }))
        .queryAllByRole('listitem', { hidden: true })
        .map((item) => item.textContent.trim())
    const give = <T,>(command: LexicalCommand<T>, payload: T) =>
      act(() => void editor().dispatchCommand(command, payload))
    const aligns = [
      'left',
      'center',
      'right',
      'justify',
      'start',
      'end',
      'left',
      'center',
      'right',
      'justify',
    ] as const
    for (const align of aligns) give(FORMAT_ELEMENT_COMMAND, align)
    expect(shown()).toEqual(aligns.map((align) => `FORMAT_ELEMENT_COMMAND ${align}`))
    give(OUTDENT_CONTENT_COMMAND, undefined)
    expect(shown()).toEqual([
      ...aligns.slice(1).map((align) => `FORMAT_ELEMENT_COMMAND ${align}`),
      'OUTDENT_CONTENT_COMMAND',
    ])
  })
})
