import fc from 'fast-check'
import { childrenOf, fieldsOf, typeOf, wordsOf } from '../../../../shared/fields/richText/nodes.ts'
import { numbered } from '../../../../shared/fields/richText/lists.ts'
import { isPlainJson, own, sameJson } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { block as blockOf, text as textField, textEditor } from '../build-fields.ts'
import { block, cell, element, list, listItem, paragraph, rich, table, text } from './build-nodes.ts'

export const editor = textEditor({
  blocks: [
    blockOf(
      'notice',
      ['heading', 'author', 'note'].map((name) => textField(name)),
    ),
  ],
})

/** Dissimilar lines; each occurs once in a text. */
const LINES = [
  'The night train leaves at six',
  'A berth of one’s own costs extra',
  'North of Kiruna the trees give up',
  'Breakfast from half past seven',
  'My grandmother took two suitcases',
  'Nobody checks tickets after Boden',
  'Waffles where the border was',
  'Bring slippers and a long book',
  'Something against draughts helps',
  'Huskies sleep on the platform',
  'Coffee is free for pensioners',
  'Umbrellas are no use up here',
  'Zinc roofs shine in June',
  'Every window looks west',
  'Good gloves dry overnight',
  'Iron ore goes the other way',
  'Quiet carriages have red doors',
  'Just ask for a second blanket',
]

/** A text with all kinds: two lists, one of them nested, a table of two columns, a block, paragraphs. */
export const START: Json = ((): Json => {
  const lines = [...LINES]
  const next = (): string => lines.shift() ?? ''
  const item = (value: number): JsonObject => listItem([text(next())], value)
  return rich(
    paragraph(next()),
    list('number', [item(1), item(2), item(3)]),
    block('n', { heading: next(), author: next(), note: next() }),
    table([0, 1, 2].map(() => [cell(next()), cell(next())])),
    list('check', [item(1), listItem([list('bullet', [item(1), item(2)])], 2), item(2)]),
    paragraph(next()),
  )
})()

/** One edit: `at` selects among all possible places. */
export type Deed = { kind: (typeof DEEDS)[number]; at: number }
const DEEDS = ['write', 'remove', 'add', 'tick', 'field', 'row', 'column', 'narrow', 'move'] as const

export const deeds = fc.array(fc.record({ kind: fc.constantFrom(...DEEDS), at: fc.nat(40) }), {
  maxLength: 6,
})

/** Returns the text after these edits; new words have `mark` and a number, `written` has all of them. */
export function edit(start: Json, mark: string, done: readonly Deed[]): { value: Json; written: string[] } {
  const written: string[] = []
  const word = (): string => {
    const made = `${mark}${written.length}${mark}`
    written.push(made)
    return made
  }
  const value = done.reduce((now, { kind, at }) => edited(now, kind, at, word), start)
  const left = JSON.stringify(value)
  return { value, written: written.filter((one) => left.includes(one)) }
}

type Path = readonly number[]

function edited(value: Json, kind: Deed['kind'], at: number, word: () => string): Json {
  const root = isPlainJson(value) ? (own(value, 'root') ?? null) : null
  const of = (is: (node: Json, parent: Json) => boolean): Path | null => {
    const found = placesIn(root, is)
    return found[at % Math.max(1, found.length)] ?? null
  }
  const isLine = (node: Json): boolean => childrenOf(node).some((child) => typeOf(child) === 'text')
  const on = (path: Path | null, map: (nodes: Json[], index: number) => Json[]): Json => {
    if (path === null) return value
    return { ...asObject(value), root: counted(mapAt(root, path, map)) }
  }
  switch (kind) {
    case 'write':
      return on(of(isLine), (nodes, index) => nodes.with(index, writtenOn(nodes[index] ?? null, word())))
    case 'remove':
      return on(
        of((node) => isLine(node) && typeOf(node) === 'listitem'),
        (nodes, index) => (nodes.length > 1 ? nodes.toSpliced(index, 1) : nodes),
      )
    case 'add':
      return on(
        of((node, parent) => isLine(node) && typeOf(parent) !== 'tablecell'),
        (nodes, index) =>
          nodes.toSpliced(index + 1, 0, withWords(nodes[index] ?? null, `${word()} new here ${word()}`)),
      )
    case 'tick':
      return on(
        of((node) => isLine(node) && typeOf(node) === 'listitem'),
        (nodes, index) => nodes.with(index, { ...asObject(nodes[index]), checked: true }),
      )
    case 'field':
      return on(
        of((node) => typeOf(node) === 'block'),
        (nodes, index) => {
          const name = ['heading', 'author', 'note'][at % 3] ?? ''
          const fields = fieldsOf(nodes[index])
          return nodes.with(index, { ...asObject(nodes[index]), fields: { ...fields, [name]: word() } })
        },
      )
    case 'row':
      return on(
        of((node) => typeOf(node) === 'tablerow'),
        (nodes, index) => {
          const cells = childrenOf(nodes[index]).map(() => cell(word()))
          return nodes.toSpliced(index + 1, 0, element('tablerow', cells))
        },
      )
    case 'column':
      return on(
        of((node) => typeOf(node) === 'table'),
        (nodes, index) =>
          nodes.with(
            index,
            mapRows(nodes[index] ?? null, (cells) => cells.toSpliced(at % 3, 0, cell(word()))),
          ),
      )
    case 'narrow':
      return on(
        of((node) => typeOf(node) === 'table'),
        (nodes, index) =>
          nodes.with(
            index,
            mapRows(nodes[index] ?? null, (cells) =>
              cells.length > 1 ? cells.toSpliced(at % cells.length, 1) : cells,
            ),
          ),
      )
    case 'move':
      return on(
        of((node) => typeOf(node) === 'listitem'),
        (nodes, index) => {
          const [taken] = nodes.slice(index, index + 1)
          return taken === undefined
            ? nodes
            : nodes.toSpliced(index, 1).toSpliced(at % nodes.length, 0, taken)
        },
      )
    default:
      return kind satisfies never
  }
}

function placesIn(root: Json, is: (node: Json, parent: Json) => boolean): Path[] {
  const look = (node: Json, path: Path): Path[] =>
    childrenOf(node).flatMap((child, at) => {
      const here = [...path, at]
      return [...(is(child, node) ? [here] : []), ...look(child, here)]
    })
  return look(root, [])
}

function mapAt(node: Json, [at = 0, ...below]: Path, map: (nodes: Json[], index: number) => Json[]): Json {
  const children = childrenOf(node)
  const next =
    below.length === 0 ? map(children, at) : children.with(at, mapAt(children[at] ?? null, below, map))
  return { ...asObject(node), children: next }
}

/** Numbers list items like an editor. */
function counted(node: Json): Json {
  const children = childrenOf(node)
  if (children.length === 0) return node
  const next = { ...asObject(node), children: children.map(counted) }
  return typeOf(node) === 'list' ? numbered(next) : next
}

function mapRows(node: Json, map: (cells: Json[]) => Json[]): Json {
  const rows = childrenOf(node).map((row) => ({ ...asObject(row), children: map(childrenOf(row)) }))
  return { ...asObject(node), children: rows }
}

function writtenOn(node: Json, word: string): Json {
  return withWords(node, `${wordsOf(node)} ${word}`)
}

function withWords(node: Json, words: string): Json {
  return { ...asObject(node), children: [text(words)] }
}

function asObject(node: Json | undefined): JsonObject {
  return isPlainJson(node) ? node : {}
}

/** Returns a fault that no editor makes; null: none. */
export function faultIn(value: Json): string | null {
  const root = isPlainJson(value) ? (own(value, 'root') ?? null) : null
  const look = (node: Json): string | null => {
    const children = childrenOf(node)
    const type = typeOf(node)
    const inside = new Set(children.map(typeOf))
    const only = (kind: string): boolean => children.length > 0 && [...inside].every((one) => one === kind)
    if (type === 'list' && !only('listitem')) return 'a list with something else than items'
    if (type === 'table' && !only('tablerow')) return 'a table with something else than rows'
    if (type === 'tablerow' && !only('tablecell')) return 'a row with something else than cells'
    if (type === 'tablecell' && children.length === 0) return 'a cell with nothing in it'
    if (type === 'listitem' && inside.has('list') && children.length > 1) return 'an item beside a list'
    if (type === 'table' && new Set(children.map((row) => childrenOf(row).length)).size > 1)
      return 'a table with rows of different length'
    if (type === 'list') {
      if (!sameJson(node, counted(node))) return 'a list that is not numbered'
    }
    for (const child of children) {
      const fault = look(child)
      if (fault !== null) return fault
    }
    return null
  }
  const ids = [...JSON.stringify(value).matchAll(/"id":"([^"]*)"/g)].map(([, id]) => id)
  return new Set(ids).size < ids.length ? 'two nodes with one id' : look(root)
}
