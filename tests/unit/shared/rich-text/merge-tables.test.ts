import { describe, expect, it } from 'vitest'
import { mergeRichText } from '../../../../shared/fields/richText/merge-rich-text.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { childrenOf, topNodes, wordsOf } from '../../../../shared/fields/richText/nodes.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { richText } from '../build-fields.ts'
import { cell, paragraph, rich, table } from './build-nodes.ts'

type Words = readonly (readonly string[])[]
const tableOf = (rows: Words, more: JsonObject = {}) =>
  rich(
    table(
      rows.map((row) => row.map((words) => cell(words))),
      more,
    ),
  )

function merge(base: Json, mine: Json, theirs: Json, side: 'mine' | 'theirs' = 'mine') {
  const merged = mergeRichText(base, mine, theirs, () => side)
  if (merged === null) throw new Error('no rich text')
  return merged
}
const rowsOf = (value: Json): string[][] =>
  childrenOf(topNodes(value)[0]).map((row) => childrenOf(row).map(wordsOf))
/** Merges both ways without a conflict, and returns the rows. */
function agreed(base: Json, mine: Json, theirs: Json): string[][] {
  const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)]
  expect([...one.conflicts, ...other.conflicts]).toEqual([])
  expect(rowsOf(other.value)).toEqual(rowsOf(one.value))
  // A merged text does not change when merged again.
  expect(merge(base, mine, one.value)).toEqual({ value: one.value, conflicts: [] })
  return rowsOf(one.value)
}

const words = [
  ['Train', 'Leaves', 'Arrives'],
  ['Narvik night', 'six', 'noon'],
  ['Kiruna day', 'seven', 'dusk'],
]
const start = tableOf(words)
const edited = (edits: Readonly<Record<string, string>>): string[][] =>
  words.map((row, at) => row.map((one, column) => edits[`${at}${column}`] ?? one))

describe('F64 merging a table by its rows and cells', () => {
  it('edits of different cells go together, also in one row', () => {
    expect(
      agreed(start, tableOf(edited({ 11: 'half past six' })), tableOf(edited({ 12: 'one', 20: 'Kiruna' }))),
    ).toEqual(edited({ 11: 'half past six', 12: 'one', 20: 'Kiruna' }))
  })

  it('rows that either side added, removed or moved are there, gone or moved, and keep the edits of the other', () => {
    const [head = [], night = [], day = []] = words
    const added = ['Boden local', 'nine', 'ten']
    expect(agreed(start, tableOf([head, added, night, day]), tableOf(edited({ 22: 'dawn' })))).toEqual([
      head,
      added,
      night,
      ['Kiruna day', 'seven', 'dawn'],
    ])
    expect(agreed(start, tableOf([head, day]), tableOf(edited({ 22: 'dawn' })))).toEqual([
      head,
      ['Kiruna day', 'seven', 'dawn'],
    ])
    expect(agreed(start, tableOf([head, day, night]), tableOf(edited({ 22: 'dawn' })))).toEqual([
      head,
      ['Kiruna day', 'seven', 'dawn'],
      night,
    ])
  })

  it('columns that one side put in, removed or moved stand beside the edits of the other, whose new rows have them too', () => {
    const wide = words.map(([first = '', ...others], at) => [first, `note ${at}`, ...others])
    const theirs = [...edited({ 22: 'dawn' }), ['Boden local', 'nine', 'ten']]
    expect(agreed(start, tableOf(wide), tableOf(theirs))).toEqual([
      ['Train', 'note 0', 'Leaves', 'Arrives'],
      ['Narvik night', 'note 1', 'six', 'noon'],
      ['Kiruna day', 'note 2', 'seven', 'dawn'],
      ['Boden local', '', 'nine', 'ten'],
    ])
    const narrow = words.map(([first = '', , last = '']) => [first, last])
    expect(agreed(start, tableOf(narrow), tableOf(edited({ 22: 'dawn' })))).toEqual([
      ['Train', 'Arrives'],
      ['Narvik night', 'noon'],
      ['Kiruna day', 'dawn'],
    ])
    const swapped = words.map(([first = '', second = '', third = '']) => [first, third, second])
    expect(agreed(start, tableOf(swapped), tableOf(edited({ 22: 'dawn' })))).toEqual([
      ['Train', 'Arrives', 'Leaves'],
      ['Narvik night', 'noon', 'six'],
      ['Kiruna day', 'dawn', 'seven'],
    ])
  })

  it('widths of columns go with their columns', () => {
    const wide = words.map((row) => [...row, 'new'])
    const { value, conflicts } = merge(
      tableOf(words, { colWidths: [100, 100, 100] }),
      tableOf(wide, { colWidths: [100, 100, 100, 80] }),
      tableOf(words, { colWidths: [100, 240, 100] }),
    )
    expect(conflicts).toEqual([])
    expect(topNodes(value)).toMatchObject([{ colWidths: [100, 240, 100, 80] }])
  })

  it('a width goes with its column also where one was put in before it', () => {
    const wide = words.map(([first = '', ...others]) => [first, 'new', ...others])
    const { value } = merge(
      tableOf(words, { colWidths: [100, 110, 120] }),
      tableOf(wide, { colWidths: [100, 80, 110, 120] }),
      tableOf(words, { colWidths: [100, 240, 120] }),
    )
    expect(topNodes(value)).toMatchObject([{ colWidths: [100, 80, 240, 120] }])
  })

  it('a cell of which both together left nothing stays a cell', () => {
    const of = (...lines: string[]): Json =>
      rich(table([[cell('Train'), { ...cell(''), children: lines.map((line) => paragraph(line)) }]]))
    const merged = merge(of('six', 'noon'), of('noon'), of('six'))
    expect(merged.conflicts).toEqual([])
    expect(rowsOf(merged.value)).toEqual([['Train', '']])
  })

  it('what is no words in a column that went is asked about, too', () => {
    const narrow = tableOf(words.map(([first = '', , last = '']) => [first, last]))
    const upload = { type: 'upload', version: 3, id: 'u1', relationTo: 'media', value: 5, fields: {} }
    const rows = [...words, ['Boden local', '', 'ten']].map((row) => row.map((one) => cell(one)))
    const last = rows.at(-1)
    if (last?.[1] !== undefined) last[1] = { ...last[1], children: [upload] }
    const merged = merge(start, narrow, rich(table(rows)))
    expect(merged.conflicts).toHaveLength(1)
    expect(JSON.stringify(merged.conflicts)).toContain('"u1"')
  })

  it('a column that went and in which the other wrote, and columns of both, are asked about as a whole', () => {
    const narrow = tableOf(words.map(([first = '', , last = '']) => [first, last]))
    const inIt = merge(start, narrow, tableOf(edited({ 11: 'half past six' })))
    expect(inIt.conflicts).toMatchObject([{ mine: { type: 'table' }, theirs: { type: 'table' } }])
    expect(JSON.stringify(inIt.conflicts)).toContain('half past six')
    const newRow = merge(start, narrow, tableOf([...words, ['Boden local', 'nine', 'ten']]))
    expect(newRow.conflicts).toHaveLength(1)
    const wide = (name: string) => tableOf(words.map((row) => [...row, name]))
    expect(merge(start, wide('Mine'), wide('Theirs')).conflicts).toHaveLength(1)
    expect(merge(start, wide('Mine'), narrow).conflicts).toHaveLength(1)
  })

  it('a column beside ones that are just like it may be any of them: it asks', () => {
    const blank = tableOf([
      ['', ''],
      ['', ''],
    ])
    const wide = tableOf([
      ['', '', ''],
      ['', '', ''],
    ])
    const written = tableOf([
      ['six', ''],
      ['', ''],
    ])
    expect(merge(blank, wide, written).conflicts).toHaveLength(1)
    expect(
      merge(
        blank,
        written,
        tableOf([
          ['', ''],
          ['', 'noon'],
        ]),
      ).conflicts,
    ).toEqual([])
  })

  it('a column that was edited beside one that went and was as much like it may be either: it asks', () => {
    const base = tableOf(
      [
        ['yes', 'yes'],
        ['no', 'yes'],
        ['yes', 'no'],
        ['yes', 'yes'],
      ].map((row, at) => [`${at}`, ...row]),
    )
    const mine = tableOf([['yes'], ['no'], ['no'], ['yes']].map((row, at) => [`${at}`, ...row]))
    const theirs = tableOf(
      [
        ['maybe', 'yes'],
        ['no', 'yes'],
        ['yes', 'no'],
        ['yes', 'yes'],
      ].map((row, at) => [`${at}`, ...row]),
    )
    expect(merge(base, mine, theirs).conflicts).toMatchObject([
      { mine: { type: 'table' }, theirs: { type: 'table' } },
    ])
  })

  it('where a cell reaches over others, rows that moved or went are asked about as a whole', () => {
    const reaching = (rows: Words): Json => {
      const [first = [], ...others] = rows
      return rich(
        table([
          first.map((one) => ({ ...cell(one), colSpan: 2 })),
          ...others.map((row) => row.map((one) => cell(one))),
        ]),
      )
    }
    const all = [['Fruit'], ['Apple', 'yes'], ['Pear', 'yes']]
    const theirs = reaching([['Fruit'], ['Apple', 'no'], ['Pear', 'yes']])
    for (const rows of [
      [['Fruit'], ['Pear', 'yes'], ['Apple', 'yes']],
      [['Fruit'], ['Pear', 'yes'], ['Fig', 'yes']],
    ])
      expect(merge(reaching(all), reaching(rows), theirs).conflicts).toMatchObject([
        { mine: { type: 'table' } },
      ])
    const edit = reaching([['Fruit'], ['Apple', 'yes'], ['Pear', 'ripe']])
    expect(merge(reaching(all), edit, theirs).conflicts).toEqual([])
  })

  it('words of one cell that both rewrote are asked about by themselves; a cell is a small text', () => {
    const { conflicts, value } = merge(
      start,
      tableOf(edited({ 11: 'half past six', 22: 'dawn' })),
      tableOf(edited({ 11: 'six sharp' })),
    )
    expect(conflicts).toEqual([
      {
        kind: 'node',
        base: paragraph('six'),
        mine: paragraph('half past six'),
        theirs: paragraph('six sharp'),
        canKeepBoth: true,
      },
    ])
    expect(rowsOf(value)).toEqual(edited({ 11: 'half past six', 22: 'dawn' }))
  })

  it('a row that one removed and the other edited is asked about', () => {
    const [head = [], , day = []] = words
    const [mine, theirs] = [tableOf([head, day]), tableOf(edited({ 11: 'half past six' }))]
    expect(merge(start, mine, theirs).conflicts).toMatchObject([{ mine: null, theirs: { type: 'table' } }])
    expect(rowsOf(merge(start, mine, theirs, 'theirs').value)).toEqual(edited({ 11: 'half past six' }))
    expect(rowsOf(merge(start, mine, theirs, 'mine').value)).toEqual([head, day])
  })

  it('how a cell looks and what is in it are two things; a colour that both gave it is asked about', () => {
    const coloured = (colour: string | null, text: string) =>
      rich(table([[cell(text, { backgroundColor: colour }), cell('beside')]]))
    const now = merge(coloured(null, 'six'), coloured('red', 'six'), coloured(null, 'seven'))
    expect(now).toEqual({ value: coloured('red', 'seven'), conflicts: [] })
    const both = merge(coloured(null, 'six'), coloured('red', 'six'), coloured('blue', 'seven'), 'theirs')
    expect(both.conflicts).toHaveLength(1)
    expect(both.value).toEqual(coloured('blue', 'seven'))
  })

  it('where cells reach over others, cells are merged as long as their places are the same', () => {
    const spanned = (over: string, under: string, extra: Json[][] = []) =>
      rich(table([[cell(over, { colSpan: 2 })], [cell(under), cell('right')], ...extra]))
    expect(agreed(spanned('Over', 'left'), spanned('Over all', 'left'), spanned('Over', 'far left'))).toEqual(
      [['Over all'], ['far left', 'right']],
    )
    const longer = spanned('Over', 'left', [[cell('new'), cell('row')]])
    expect(merge(spanned('Over', 'left'), longer, spanned('Over', 'far left')).conflicts).toHaveLength(1)
  })

  it('DM7 undo of an edit of one cell, or of a new column, leaves what others did in the table', () => {
    const field = richText('body')
    const back = (after: Json, now: Json) => {
      const undone = fieldTypes.richText.takeBack(field, start, after, now, fieldTypes)
      expect(undone?.whole).toBe(true)
      return rowsOf(undone?.value ?? null)
    }
    expect(back(tableOf(edited({ 11: 'mine' })), tableOf(edited({ 11: 'mine', 12: 'theirs' })))).toEqual(
      edited({ 12: 'theirs' }),
    )
    const wide = (rows: Words) => tableOf(rows.map((row) => [...row, 'new']))
    expect(back(wide(words), wide(edited({ 12: 'theirs' })))).toEqual(edited({ 12: 'theirs' }))
  })
})
