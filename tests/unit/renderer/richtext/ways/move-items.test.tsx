import { act, cleanup } from '@testing-library/react'
import { $getRoot } from 'lexical'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Json } from '../../../../../shared/json.ts'
import { topNodes } from '../../../../../shared/fields/richText/nodes.ts'
import { element, list, listItem, paragraph, text } from '../../../shared/rich-text/build-nodes.ts'
import { rich } from '../rich-text-fixtures.ts'
import { outline } from '../support/open-text.ts'
import { openField } from './open-field.tsx'

/** jsdom lays nothing out, so nothing is ever resized. */
class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => void vi.stubGlobal('ResizeObserver', NoResize))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const said = () => document.querySelector('[aria-live=polite]')?.textContent

type Nested = string | readonly [string, ...Nested[]]

/** An item, or one with a list in it, as the server has them: `['a', 'b']` is `a` with `b` below it. */
const items = (all: readonly Nested[], type: 'bullet' | 'number' | 'check', start = 1): Json[] =>
  all.flatMap((one, at): Json[] => {
    const [words, ...below] = typeof one === 'string' ? [one] : one
    const own = listItem([text(words)], start + at, type === 'check' ? { checked: words === 'a' } : {})
    return below.length === 0 ? [own] : [own, listItem([list(type, items(below, type))], start + at + 1)]
  })
const bullets = (...all: Nested[]) => list('bullet', items(all, 'bullet'))
const numbers = (start: number, ...all: Nested[]) => list('number', items(all, 'number', start), start)

async function open(...nodes: Json[]) {
  const field = await openField(rich(...nodes))
  const textAt = (words: string) => {
    const found = $getRoot()
      .getAllTextNodes()
      .find((one) => one.getTextContent() === words)
    if (found === undefined) throw new Error(`${words} is not in the text`)
    return found
  }
  return {
    ...field,
    caret: (words: string) => field.change(() => void textAt(words).selectEnd()),
    select: (from: string, to: string) =>
      field.change(() => {
        const selection = textAt(from).select(0, 0)
        selection.focus.set(textAt(to).getKey(), 1, 'text')
      }),
    up: () => field.press('ArrowUp', { altKey: true }),
    down: () => field.press('ArrowDown', { altKey: true }),
    lines: () => outline(topNodes(field.form.getField('body').value)),
  }
}

describe('F69 (part: keys) what keys move in a list is the item that the caret is in', () => {
  it('within its list, with what is nested in it, and past what is nested in others', async () => {
    const { caret, up, down, lines, opened } = await open(
      bullets('a', ['b', 'c'], 'd'),
      paragraph([text('p')]),
    )
    caret('b')
    up()
    expect(lines()).toEqual(['- b', '  - c', '- a', '- d', 'paragraph: p'])
    expect(said()).toBe('Moved to place 1 of 3')
    down()
    caret('d')
    up()
    expect(lines()).toEqual(['- a', '- d', '- b', '  - c', 'paragraph: p'])
    down()
    expect(lines()).toEqual(['- a', '- b', '  - c', '- d', 'paragraph: p'])
    expect(said()).toBe('Moved to place 3 of 3')
    act(() => void opened.undo())
    expect(lines()).toEqual(['- a', '- d', '- b', '  - c', 'paragraph: p'])
  })

  it('several that are selected together', async () => {
    const { select, down, up, lines } = await open(bullets('a', 'b', ['c', 'd'], 'e'))
    select('b', 'd')
    down()
    expect(lines()).toEqual(['- a', '- e', '- b', '- c', '  - d'])
    up()
    up()
    expect(lines()).toEqual(['- b', '- c', '  - d', '- a', '- e'])
  })

  it('out of its list at the ends of that, and into it again', async () => {
    const { caret, up, down, lines } = await open(
      paragraph([text('p')]),
      bullets('a', 'b'),
      paragraph([text('q')]),
    )
    caret('a')
    up()
    expect(lines()).toEqual(['- a', 'paragraph: p', '- b', 'paragraph: q'])
    expect(said()).toBe('Moved to place 1 of 4')
    up()
    expect(said()).toBe('It can’t move any further')
    down()
    expect(lines()).toEqual(['paragraph: p', '- a', '- b', 'paragraph: q'])
    caret('b')
    down()
    down()
    expect(lines()).toEqual(['paragraph: p', '- a', 'paragraph: q', '- b'])
    expect(said()).toBe('It can’t move any further')
    up()
    expect(lines()).toEqual(['paragraph: p', '- a', '- b', 'paragraph: q'])
  })

  it('out of a nested list to the one around it, which stays without an empty item', async () => {
    const { caret, up, down, lines } = await open(bullets(['a', 'b', ['c', 'd']], 'e'))
    caret('b')
    up()
    expect(lines()).toEqual(['- b', '- a', '  - c', '    - d', '- e'])
    caret('c')
    down()
    expect(lines()).toEqual(['- b', '- a', '- c', '  - d', '- e'])
    expect(said()).toBe('Moved to place 3 of 4')
  })

  it('out of a list in an item, which goes with the last of them', async () => {
    const { caret, down, nodes, lines } = await open(bullets(['a', 'b'], 'c'))
    caret('b')
    down()
    expect(lines()).toEqual(['- a', '- b', '- c'])
    expect(JSON.stringify(nodes()).match(/"type":"listitem"/g)).toHaveLength(3)
    expect(JSON.stringify(nodes())).not.toContain('"children":[]')
  })

  it('to a list that goes on with its numbers, which count on from what came', async () => {
    const { caret, up, down, nodes } = await open(
      numbers(4, 'a', 'b', 'c'),
      paragraph([text('p')]),
      numbers(7, 'x'),
    )
    const starts = () => JSON.stringify(nodes()).match(/"start":\d+/g)
    caret('c')
    down()
    expect(starts()).toEqual(['"start":4', '"start":6'])
    up()
    expect(starts()).toEqual(['"start":4', '"start":7'])
    caret('x')
    up()
    expect(starts()).toEqual(['"start":4'])
  })

  it('numbers count on in the part that stays, and from their own start where the lists were two', async () => {
    const { caret, up, down, nodes } = await open(
      numbers(4, 'a', 'b', 'c'),
      paragraph([text('p')]),
      numbers(1, 'x'),
    )
    const starts = () =>
      nodes().flatMap((node) =>
        typeof node === 'object' && node !== null && 'start' in node && 'children' in node
          ? [[node['start'], Array.isArray(node['children']) ? node['children'].length : 0]]
          : [],
      )
    caret('c')
    down()
    expect(starts()).toEqual([
      [4, 2],
      [1, 2],
    ])
    up()
    expect(starts()).toEqual([
      [4, 3],
      [1, 1],
    ])
    caret('x')
    down()
    expect(said()).toBe('It can’t move any further')
  })

  it('a part of a numbered list that leaves it counts on, and so does what it left', async () => {
    const { caret, up, down, nodes } = await open(
      paragraph([text('p')]),
      numbers(4, 'a', 'b', 'c'),
      paragraph([text('q')]),
    )
    const starts = () => JSON.stringify(nodes()).match(/"start":\d+/g)
    caret('a')
    up()
    expect(starts()).toEqual(['"start":4', '"start":5'])
    down()
    expect(starts()).toEqual(['"start":4'])
    caret('c')
    down()
    expect(starts()).toEqual(['"start":4', '"start":6'])
    up()
    expect(starts()).toEqual(['"start":4'])
  })

  it('a box that leaves stays checked, and in a cell of a table the item moves within the cell', async () => {
    const boxes = list('check', items(['a', 'b'], 'check'))
    const cell = element('tablecell', [boxes, paragraph([text('t')])])
    const { caret, down, lines, nodes } = await open(
      element('table', [element('tablerow', [cell])]),
      bullets('e'),
    )
    caret('a')
    down()
    down()
    expect(lines()).toEqual(['table: bta', '- e'])
    expect(JSON.stringify(nodes()).match(/"checked":\w+/g)).toEqual(['"checked":false', '"checked":true'])
    down()
    expect(said()).toBe('It can’t move any further')
  })

  it('the keys copy the item, and the menu of a slash removes it', async () => {
    const { caret, press, type, lines } = await open(bullets('a', ['b', 'c'], 'd'))
    caret('b')
    press('d', { ctrlKey: true })
    expect(lines()).toEqual(['- a', '- b', '  - c', '- b', '  - c', '- d'])
    caret('d')
    type(' /remove')
    press('Enter')
    await expect.poll(lines).toEqual(['- a', '- b', '  - c', '- b', '  - c'])
  })

  it('removing the last item leaves a place to write, and a nested one no empty item', async () => {
    const { caret, type, press, lines } = await open(bullets(['a', 'b']))
    caret('b')
    type(' /remove')
    press('Enter')
    await expect.poll(lines).toEqual(['- a'])
    caret('a')
    type(' /remove')
    press('Enter')
    await expect.poll(lines).toEqual(['paragraph: '])
  })
})
