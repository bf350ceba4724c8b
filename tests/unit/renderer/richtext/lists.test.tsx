import { $isListItemNode, ListItemNode, UPDATE_LIST_START_COMMAND } from '@lexical/list'
import { $getRoot, $isElementNode } from 'lexical'
import type { LexicalNode } from 'lexical'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { isOnBox } from '../../../../renderer/richtext/features/lists/check-items.ts'
import { $toggleList } from '../../../../renderer/richtext/features/lists/list-commands.ts'
import { lists } from '../../../../renderer/richtext/features/lists/lists.ts'
import { wholeNumber } from '../../../../shared/fields/richText/lists.ts'
import type { Json } from '../../../../shared/json.ts'
import { element, list, listItem, paragraph, text } from '../../shared/rich-text/build-nodes.ts'
import { commandsOf } from './support/commands-of.tsx'
import { openText, outline } from './support/open-text.ts'

afterEach(() => document.body.replaceChildren())

const itemsFrom = (start: number, words: string[]): Json[] =>
  words.map((one, at) => listItem(one === '' ? [] : [text(one)], start + at))
const items = (...words: string[]) => itemsFrom(1, words)
const bullets = (...words: string[]) => list('bullet', items(...words))
const numbers = (start: number, ...words: string[]) => list('number', itemsFrom(start, words), start)
const open = (...nodes: Json[]) => openText(nodes, [lists])

function $itemsOf(node: LexicalNode): ListItemNode[] {
  const children = $isElementNode(node) ? node.getChildren() : []
  return [...($isListItemNode(node) ? [node] : []), ...children.flatMap($itemsOf)]
}

describe('a list', () => {
  it('S4.22 of boxes that becomes one of bullets or numbers has no item that is checked, nor when it is one of boxes again', () => {
    for (const type of ['bullet', 'number'] as const) {
      const boxes = ['a', 'b', 'c'].map((one, at) => listItem([text(one)], at + 1, { checked: one !== 'b' }))
      const shown = open(list('check', boxes))
      expect(outline(shown.nodes())).toEqual(['[x] a', '[ ] b', '[x] c'])
      shown.caret('b')
      shown.change(() => $toggleList(type))
      expect(shown.nodes()[0]).toMatchObject({ listType: type, tag: type === 'number' ? 'ol' : 'ul' })
      expect(JSON.stringify(shown.nodes())).not.toContain('"checked"')
      shown.change(() => $toggleList('check'))
      expect(outline(shown.nodes())).toEqual(['[ ] a', '[ ] b', '[ ] c'])
    }
  })

  it('S4.23 is nested by Tab and un-nested by Shift+Tab; nested neighbours become one; one from the middle leaves two', () => {
    const shown = open(bullets('a', 'b', 'c', 'd', 'e'))
    // From one to the next, in the middle of a word: each joins the nested list before it.
    for (const words of ['b', 'd', 'c']) {
      shown.caret(words, 1)
      shown.press('Tab')
    }
    expect(outline(shown.nodes())).toEqual(['- a', '  - b', '  - c', '  - d', '- e'])
    expect(JSON.stringify(shown.nodes()).match(/"listType"/g)).toHaveLength(2)
    shown.caret('c', 1)
    shown.press('Tab', { shiftKey: true })
    expect(outline(shown.nodes())).toEqual(['- a', '  - b', '- c', '  - d', '- e'])
    expect(JSON.stringify(shown.nodes()).match(/"listType"/g)).toHaveLength(3)
    // At the outermost level there is nothing to leave, and no tab comes into the text.
    shown.press('Tab', { shiftKey: true })
    expect(outline(shown.nodes())).toEqual(['- a', '  - b', '- c', '  - d', '- e'])
    // All that is selected, by one key.
    shown.select('a', 'e')
    shown.press('Tab')
    expect(outline(shown.nodes())).toEqual(['  - a', '    - b', '  - c', '    - d', '  - e'])
  })

  it('S4.24 is left by Enter on an item that is empty or blank: a paragraph outside, an item less deep inside; what follows is a new list', () => {
    for (const blank of ['', '  ']) {
      const outer = open(bullets('a', blank, 'c'))
      if (blank === '') outer.caretInEmpty()
      else outer.caret(blank, 1)
      outer.press('Enter')
      expect(outline(outer.nodes())).toEqual(['- a', 'paragraph: ', '- c'])
      expect(outer.nodes().map((node) => node['type'])).toEqual(['list', 'paragraph', 'list'])
    }
    const inner = open(list('bullet', [listItem([text('a')]), listItem([bullets('b', '', 'd')], 2)]))
    inner.caretInEmpty()
    inner.press('Enter')
    expect(outline(inner.nodes())).toEqual(['- a', '  - b', '-', '  - d'])
    inner.press('Enter')
    expect(outline(inner.nodes())).toEqual(['- a', '  - b', 'paragraph: ', '  - d'])
    // The last one: nothing follows.
    const last = open(bullets('a', ''))
    last.caretInEmpty()
    last.press('Enter')
    expect(last.nodes().map((node) => node['type'])).toEqual(['list', 'paragraph'])
  })

  it('counts on behind an item that was left by Enter or Backspace, and keeps its first number when it changes', () => {
    const left = open(numbers(4, 'a', '', 'c'))
    left.caretInEmpty()
    left.press('Enter')
    expect(outline(left.nodes())).toEqual(['4. a', 'paragraph: ', '5. c'])
    const back = open(numbers(4, 'a', 'b', 'c'))
    back.caret('b')
    back.press('Backspace')
    expect(outline(back.nodes())).toEqual(['4. a', 'paragraph: b', '5. c'])
    const turned = open(numbers(4, 'a', 'b'))
    turned.caret('a')
    turned.change(() => $toggleList('bullet'))
    turned.change(() => $toggleList('number'))
    expect(outline(turned.nodes())).toEqual(['4. a', '5. b'])
  })

  it('S4.25 next to one of its type becomes one with it, next to one of another type it does not', () => {
    const same = open(bullets('a'), bullets('b'), numbers(1, 'c'), list('check', items('d')))
    expect(outline(same.nodes())).toEqual(['- a', '- b', '1. c', '[ ] d'])
    expect(same.nodes().map((node) => node['listType'])).toEqual(['bullet', 'number', 'check'])
    // Also by an edit: what stood between them goes, or becomes an item.
    const gone = open(bullets('a'), paragraph('x'), bullets('b'), paragraph('y'), numbers(1, 'c'))
    gone.change(() => $getRoot().getChildAtIndex(1)?.remove())
    gone.change(() => $getRoot().getChildAtIndex(1)?.remove())
    expect(gone.nodes().map((node) => node['listType'])).toEqual(['bullet', 'number'])
    const between = open(numbers(1, 'a'), paragraph('b'), numbers(1, 'c'))
    between.caret('b')
    between.change(() => $toggleList('number'))
    expect(outline(between.nodes())).toEqual(['1. a', '2. b', '3. c'])
    expect(between.nodes()).toHaveLength(1)
  })

  it('S5.24 has whole numbers from zero on: a negative index or indent is refused, a fraction cut', () => {
    const shown = open(numbers(1, 'a', 'b'))
    const indent = (depth: number) =>
      shown.change(() => {
        $itemsOf($getRoot()).at(-1)?.setIndent(depth)
      })
    expect(() => indent(-1)).toThrow('Indent value must be non-negative.')
    expect(outline(shown.nodes())).toEqual(['1. a', '2. b'])
    indent(1.9)
    expect(outline(shown.nodes())).toEqual(['1. a', '  1. b'])
    indent(0.5)
    expect(outline(shown.nodes())).toEqual(['1. a', '2. b'])
    const startAt = (newStart: number) =>
      shown.change(() => {
        const listNodeKey = $getRoot().getFirstChildOrThrow().getKey()
        shown.editor.dispatchCommand(UPDATE_LIST_START_COMMAND, { listNodeKey, newStart })
      })
    for (const start of [7, -1, 2.5, Number.NaN]) startAt(start)
    expect(outline(shown.nodes())).toEqual(['7. a', '8. b'])
    expect([-2, 1.7, 3].map(wholeNumber)).toEqual([0, 1, 3])
  })

  it('becomes paragraphs again by its own command, with what is in it', () => {
    const shown = open(paragraph([text('a', { format: 1 })]))
    shown.caret('a')
    for (const type of ['number', 'bullet', 'check'] as const) {
      shown.change(() => $toggleList(type))
      expect(shown.nodes()).toMatchObject([{ listType: type }])
      shown.change(() => $toggleList(type))
      expect(shown.nodes()).toMatchObject([{ type: 'paragraph', children: [{ text: 'a', format: 1 }] }])
    }
  })
})

describe('the boxes of a check list', () => {
  const boxes = () => screen.getAllByRole('checkbox')
  const checks = () => boxes().map((box) => box.getAttribute('aria-checked'))

  it('are gone to by the arrow towards the start of the line, checked by Space, and left by any other key', () => {
    const shown = open(list('check', [...items('a', 'b'), listItem([list('check', items('c'))], 3)]))
    shown.caret('a')
    shown.press(' ')
    expect(checks()).toEqual(['false', 'false', 'false'])
    shown.press('ArrowLeft')
    expect(document.activeElement).toBe(boxes()[0])
    shown.press(' ')
    expect(checks()).toEqual(['true', 'false', 'false'])
    shown.press('ArrowDown')
    shown.press('ArrowDown')
    expect(document.activeElement).toBe(boxes()[2])
    shown.press(' ')
    shown.press('ArrowUp')
    shown.press(' ')
    shown.press(' ')
    expect(checks()).toEqual(['true', 'false', 'true'])
    shown.press('Escape')
    expect(document.activeElement).toBe(shown.root)
    shown.caret('b')
    shown.press('ArrowLeft')
    expect(document.activeElement).toBe(boxes()[1])
    shown.press('x')
    expect(document.activeElement).toBe(shown.root)
  })

  it('are on the right in text from right to left, and so is the arrow that goes to them', () => {
    const shown = open(list('check', [listItem([text('نص')], 1, { direction: 'rtl' })]))
    shown.caret('نص')
    shown.press('ArrowLeft')
    expect(document.activeElement).toBe(shown.root)
    shown.press('ArrowRight')
    expect(document.activeElement).toBe(boxes()[0])
    const place = { y: 5, rect: { left: 100, right: 300, top: 0, bottom: 60 }, line: 26, room: 28 }
    const on = (x: number, isRightToLeft: boolean, y = 5) => isOnBox({ ...place, x, y, isRightToLeft })
    expect([110, 127, 128, 290].map((x) => on(x, false))).toEqual([true, true, false, false])
    expect([110, 272, 273, 299].map((x) => on(x, true))).toEqual([false, false, true, true])
    expect(on(110, false, 40)).toBe(false)
  })

  it('are all checked by one command, then all unchecked', async () => {
    const shown = open(list('check', items('a', 'b', 'c')))
    const command = (await commandsOf(lists)).find(({ id }) => id === 'list.checked')
    shown.select('a', 'b')
    command?.run(shown.editor)
    shown.change(() => undefined)
    expect(checks()).toEqual(['true', 'true', 'false'])
    command?.run(shown.editor)
    shown.change(() => undefined)
    expect(checks()).toEqual(['false', 'false', 'false'])
  })

  it('cannot be checked in a text that is only read', () => {
    const shown = open(list('check', items('a')))
    shown.editor.setEditable(false)
    boxes()[0]?.focus()
    shown.press(' ')
    expect(checks()).toEqual(['false'])
  })

  it('are a group of boxes for assistive technology, and what only nests a list is nothing', () => {
    const shown = open(list('check', [...items('a'), listItem([list('check', items('b'))], 2)]))
    expect(screen.getAllByRole('group')).toHaveLength(2)
    expect(shown.root.querySelectorAll('li[role="none"]')).toHaveLength(1)
    // Also when something in it was drawn anew.
    shown.caret('b', 1)
    shown.press('Enter')
    expect(boxes()).toHaveLength(3)
    expect(shown.root.querySelectorAll('li[role="none"]')).toHaveLength(1)
    shown.caret('a')
    shown.change(() => $toggleList('bullet'))
    shown.caret('b')
    shown.change(() => $toggleList('bullet'))
    expect(shown.root.querySelectorAll('[role]')).toHaveLength(0)
  })
})

describe('the commands of lists', () => {
  it('S2.69 (part: names of lists) are called Ordered List, Unordered List, Check List', async () => {
    expect((await commandsOf(lists)).map(({ label }) => label)).toEqual([
      'Ordered List',
      'Unordered List',
      'Check List',
      'Check or uncheck',
      'Start numbering at…',
    ])
  })

  it('are only those of the lists that the site has, and say what the caret is in', async () => {
    expect((await commandsOf(lists, { features: ['unorderedList'] })).map(({ id }) => id)).toEqual([
      'list.bullet',
    ])
    const shown = open(bullets('a'), paragraph('b'))
    const commands = await commandsOf(lists)
    const active = () =>
      shown.editor
        .getEditorState()
        .read(() => commands.flatMap(({ id, $isActive }) => ($isActive?.() === true ? [id] : [])))
    shown.caret('a')
    expect(active()).toEqual(['list.bullet'])
    shown.select('a', 'b')
    expect(active()).toEqual([])
  })
})

describe('the JSON of lists', () => {
  it('comes out as it went in', () => {
    // A nested item says how deep it is.
    const inner = list('bullet', [listItem([text('f')], 1, { indent: 1 })])
    const nodes = [
      list('check', [
        listItem([text('a')], 1, { checked: true }),
        listItem([text('b')], 2, { checked: false }),
      ]),
      numbers(3, 'c', 'd'),
      list('bullet', [listItem([text('e')]), listItem([inner], 2)]),
    ]
    expect(open(...nodes).nodes()).toMatchObject(nodes)
  })

  it('is read with whatever it has: a type that is none, a start that is none, indents that are none, no children', () => {
    const odd = [
      element('list', items('a'), { listType: 'roman', start: 'x', tag: 'dl' }),
      paragraph('-'),
      element('list', items('b', 'c'), { listType: 'number', start: 2.5, tag: 'ol' }),
      paragraph('-'),
      list('check', [
        listItem([text('d')], 1, { indent: -3, checked: 'yes' }),
        listItem([text('e')], 1.5, { indent: 1.7, checked: 1 }),
        { type: 'listitem', version: 1 },
      ]),
      paragraph('-'),
      { type: 'list', version: 1, listType: 'bullet' },
    ]
    expect(outline(open(...odd).nodes())).toEqual([
      '1. a',
      'paragraph: -',
      '1. b',
      '2. c',
      'paragraph: -',
      '[ ] d',
      '[ ] e',
      '[ ]',
      'paragraph: -',
    ])
  })
})
