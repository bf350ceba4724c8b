import { Bold } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import type { CommandGroup, EditorCommand } from '../../../../../renderer/richtext/feature.ts'
import { placeBeside } from '../../../../../renderer/richtext/floating/place-beside.ts'
import { markdownForms } from '../../../../../renderer/richtext/feature.ts'
import { filterCommands } from '../../../../../renderer/richtext/slash-menu/filter-commands.ts'
import { toolbarUnits, unitsThatFit } from '../../../../../renderer/richtext/toolbar/toolbar-units.ts'
import { emptyEditor } from '../support/site-editor.ts'

const command = (id: string, group: CommandGroup, more: Partial<EditorCommand> = {}): EditorCommand => ({
  id,
  group,
  label: id,
  icon: Bold,
  places: ['toolbar', 'slash'],
  run: () => undefined,
  ...more,
})

const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id)

describe('what is typed behind a slash', () => {
  const all = [
    command('paragraph', 'block', { label: 'Absatz', words: ['p', 'text'] }),
    command('h2', 'block', { label: 'Überschrift 2', words: ['h2', '##'] }),
    command('rule', 'insert', { label: 'Trennlinie', words: ['hr', 'divider'] }),
    command('table', 'insert', { label: 'Tabelle' }),
  ]
  const find = (typed: string) =>
    ids(filterCommands(all, typed, ({ id }) => (id === 'table' ? ['Table'] : [])))

  it('finds by label without capitals and accents, by words, and by what it is called in English', () => {
    expect(find('')).toEqual(['paragraph', 'h2', 'rule', 'table'])
    expect(find('ubersch')).toEqual(['h2'])
    expect(find('DIV')).toEqual(['rule'])
    expect(find('table')).toEqual(['table'])
    expect(find('##')).toEqual(['h2'])
    expect(find('nothing like it')).toEqual([])
  })

  it('has what begins so before what has it somewhere', () => {
    expect(find('t')).toEqual(['rule', 'table', 'paragraph', 'h2'])
  })
})

describe('a toolbar with little room', () => {
  const units = toolbarUnits(
    [
      command('p', 'block'),
      command('ol', 'list'),
      command('bold', 'format'),
      command('italic', 'format'),
      command('underline', 'format'),
      command('sub', 'format'),
      command('left', 'align'),
      command('link', 'link'),
      command('hr', 'insert'),
      command('open', 'link', { places: ['slash'] }),
    ],
    'toolbar',
  )
  const widths = new Map(units.map(({ id }) => [id, 10]))
  const fit = (room: number) => ids(unitsThatFit(units, widths, room))

  it('has menus of what is one of many, in the order of the groups', () => {
    expect(ids(units)).toEqual([
      'menu.block',
      'ol',
      'bold',
      'italic',
      'underline',
      'sub',
      'menu.align',
      'link',
      'menu.insert',
    ])
  })

  it('keeps what is used most, each in its place', () => {
    expect(fit(90)).toEqual(ids(units))
    expect(fit(89)).not.toContain('sub')
    expect(fit(45)).toEqual(['menu.block', 'bold', 'italic', 'underline'])
    expect(fit(5)).toEqual([])
  })
})

describe('what floats beside a place', () => {
  const window = { width: 1000, height: 800 }
  const size = { width: 336, height: 300 }
  const at = (left: number, top: number) => ({ left, right: left + 5, top, bottom: top + 20 })

  it('stands where it is wished, and on the other side at the edge of the window', () => {
    expect(placeBeside(at(100, 100), size, window, { side: 'below', align: 'left' })).toEqual({
      left: 100,
      top: 126,
      height: 300,
    })
    expect(placeBeside(at(100, 700), size, window, { side: 'below', align: 'left' }).top).toBe(394)
    expect(placeBeside(at(100, 20), size, window, { side: 'above', align: 'left' }).top).toBe(46)
  })

  it('never leaves the window, also in a text from right to left, and is as high as there is room', () => {
    expect(placeBeside(at(900, 100), size, window, { side: 'below', align: 'left' }).left).toBe(656)
    expect(placeBeside(at(900, 100), size, window, { side: 'below', align: 'right' }).left).toBe(569)
    expect(placeBeside(at(20, 100), size, window, { side: 'below', align: 'right' }).left).toBe(8)
    const low = placeBeside(at(20, 150), size, { width: 1000, height: 320 }, { side: 'below', align: 'left' })
    expect(low).toEqual({ left: 20, top: 176, height: 136 })
  })
})

describe('markdown', () => {
  it('is told of what the editor offers only', () => {
    expect([
      ...markdownForms({ ...emptyEditor, features: ['bold', 'orderedList'], headings: ['h3'] }),
    ]).toEqual([
      ['block.h3', '###'],
      ['list.number', '1.'],
      ['format.bold', '**…**'],
    ])
  })
})
