import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOfEditor, withoutPopulated } from '../../../../shared/fields/richText/restore.ts'
import type { EditorNode } from '../../../../shared/fields/richText/restore.ts'
import { topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { isPlainJson, own } from '../../../../shared/json.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { block, link, listItem, list, paragraph, rich, text, upload } from './build-nodes.ts'
import { nodes } from './random-text.ts'
import { receivedFor } from './received-for.ts'

/** Properties that an editor knows. */
const KNOWN = new Set(
  'type version text format detail mode style $ indent direction children tag listType start value checked id fields relationTo colWidths rowStriping headerState colSpan rowSpan backgroundColor textFormat textStyle url who'.split(
    ' ',
  ),
)

/**
 * What an editor exports of a node: properties that it does not know are gone, in fields too; the order of keys is its
 * own, and so are versions; texts and lists get properties that nobody asked for.
 */
function exported(node: Json, inFields = false): Json {
  if (Array.isArray(node)) return node.map((one) => exported(one, inFields))
  if (!isPlainJson(node)) return node
  const kept = Object.entries(node)
    .filter(([key]) => inFields || KNOWN.has(key))
    .map(([key, item]): [string, Json] => [key, exported(item, inFields || key === 'fields')])
    .toReversed()
  const type = own(node, 'type')
  const added: JsonObject = { version: 77 }
  if (type === 'paragraph') Object.assign(added, { textFormat: 1, textStyle: 'x' })
  if (type === 'listitem') Object.assign(added, { checked: null, indent: 5 })
  return { ...Object.fromEntries(kept), ...(inFields ? {} : added) }
}

/** A deep copy with one leaf text changed: the nth text node, or nothing where there is none. */
function withEditedText(node: Json, at: { left: number }, change: (words: string) => string): Json {
  if (Array.isArray(node)) return node.map((one) => withEditedText(one, at, change))
  if (!isPlainJson(node)) return node
  if (own(node, 'type') === 'text') {
    at.left -= 1
    const words = own(node, 'text')
    if (at.left !== -1 || typeof words !== 'string') return node
    return { ...node, text: change(words) }
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, item]) => [
      key,
      key === 'fields' ? item : withEditedText(item, at, change),
    ]),
  )
}

const edited = (received: Json, now: Json): EditorNode => ({
  kind: 'edited',
  received: [received],
  loaded: exported(received),
  exported: exported(now),
})

const untouched = (received: Json): EditorNode => ({ kind: 'untouched', received: [received] })

describe('what is stored of a text in an editor', () => {
  it('SY6 CONTRACT 5: a text that was not edited is the received one, the same object', () => {
    fc.assert(
      fc.property(nodes, (all) => {
        const received = rich(...all)
        expect(valueOfEditor(received, all.map(untouched))).toBe(received)
        // Edits that were undone: each node is what it was.
        const back = valueOfEditor(
          received,
          all.map((node) => edited(node, node)),
        )
        expect(JSON.stringify(back)).toBe(JSON.stringify(received))
      }),
    )
  })

  it('after an edit in one node all others are as they were received, and in it all that was not edited', () => {
    fc.assert(
      fc.property(nodes, fc.nat(), fc.nat(6), (all, at, leaf) => {
        fc.pre(all.length > 0)
        const place = at % all.length
        const received = rich(...all)
        const now = all.map((node, index) =>
          index === place ? withEditedText(node, { left: leaf }, (words) => `${words} and so on`) : node,
        )
        const stored = valueOfEditor(
          received,
          all.map((node, index) => (index === place ? edited(node, now[index] ?? null) : untouched(node))),
        )
        expect(JSON.stringify(stored)).toBe(JSON.stringify(rich(...now)))
        const others = (items: readonly Json[]) => items.toSpliced(place, 1)
        const isSame = others(topNodes(stored)).every((node, index) => node === others(all)[index])
        expect(isSame).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('nodes that were moved, removed and put in leave the others as they were received', () => {
    fc.assert(
      fc.property(nodes, fc.array(fc.nat()), (all, picks) => {
        const kept = [...new Set(picks.map((pick) => pick % Math.max(1, all.length)))].filter(
          (at) => at < all.length,
        )
        const fresh = paragraph('New.')
        const stored = valueOfEditor(rich(...all), [
          { kind: 'new', exported: fresh },
          ...kept.map((at) => untouched(all[at] ?? null)),
        ])
        expect(topNodes(stored)).toEqual([fresh, ...kept.map((at) => all[at])])
      }),
    )
  })

  it('a node keeps its version and what is unknown in it, whatever is edited in it', () => {
    const received = link('the timetable', {
      linkType: 'custom',
      url: '/about',
      rel: ['nofollow'],
      'x-track': 1,
    })
    const node = paragraph([text('See '), { ...received, 'x-seen': true }, text('.')], { 'x-anchor': 'top' })
    const now = paragraph([
      text('Read '),
      {
        ...link('the new timetable', { linkType: 'custom', url: '/about', rel: [], 'x-track': 1 }),
        'x-seen': true,
      },
      text('.'),
      { type: 'linebreak', version: 1 },
    ])
    const stored = valueOfEditor(rich(node), [edited(node, now)])
    expect(topNodes(stored)).toEqual([
      paragraph(
        [
          text('Read '),
          {
            ...link('the new timetable', { linkType: 'custom', url: '/about', rel: [], 'x-track': 1 }),
            'x-seen': true,
          },
          text('.'),
          { type: 'linebreak', version: 77 },
        ],
        { 'x-anchor': 'top' },
      ),
    ])
  })

  it('a run of text that was split keeps in its parts what it had', () => {
    const node = paragraph([text('one two three', { 'x-lang': 'en' })])
    const now = paragraph([text('one '), text('two', { format: 1 }), text(' three')])
    const [stored] = topNodes(valueOfEditor(rich(node), [edited(node, now)]))
    expect(stored).toEqual(
      paragraph([
        text('one ', { 'x-lang': 'en' }),
        text('two', { 'x-lang': 'en', format: 1 }),
        text(' three', { 'x-lang': 'en' }),
      ]),
    )
  })

  it('nodes that the editor could not load stay, behind the node that they followed', () => {
    const poll = { type: 'x-poll', question: 'Which?' }
    const node = paragraph([poll, text('before '), poll, text('after', { format: 1 })])
    const loaded = paragraph([text('before '), text('after', { format: 1 })])
    const now = paragraph([text('before and '), text('after', { format: 1 })])
    const [stored] = topNodes(
      valueOfEditor(rich(node), [{ kind: 'edited', received: [node], loaded, exported: now }]),
    )
    expect(stored).toEqual(paragraph([poll, text('before and '), poll, text('after', { format: 1 })]))
  })

  it('neighbouring lists that the editor joined are two as long as nobody edits them', () => {
    const [one, other] = [list('bullet', [listItem([text('a')])]), list('bullet', [listItem([text('b')])])]
    const poll = { type: 'x-poll' }
    const received = rich(poll, one, other, poll, paragraph('c'), poll)
    const whole = list('bullet', [listItem([text('a')]), listItem([text('b')])])
    const loaded = [whole, paragraph('c')]
    const groups = receivedFor(topNodes(received), loaded)
    expect(groups).toEqual([
      [poll, one, other, poll],
      [paragraph('c'), poll],
    ])
    const nodesNow = (now: Json): EditorNode[] =>
      groups.map((group, at) => ({
        kind: 'edited',
        received: group,
        loaded: loaded[at] ?? null,
        exported: at === 0 ? now : paragraph('c'),
      }))
    expect(valueOfEditor(received, nodesNow(whole))).toBe(received)
    const longer = list('bullet', [listItem([text('a')]), listItem([text('b, longer')])])
    expect(topNodes(valueOfEditor(received, nodesNow(longer)))).toEqual([
      poll,
      longer,
      poll,
      paragraph('c'),
      poll,
    ])
  })

  it('neighbouring runs of text that the editor joined are there once', () => {
    const node = paragraph([text('one '), text('two')])
    const loaded = paragraph([text('one two')])
    const [stored] = topNodes(
      valueOfEditor(rich(node), [
        { kind: 'edited', received: [node], loaded, exported: paragraph([text('one two!')]) },
      ]),
    )
    expect(stored).toEqual(paragraph([text('one two!')]))
  })

  it('nodes are told apart by the keys of the editor, where it gives them', () => {
    const [a, b] = [
      listItem([text('same')], 1, { 'x-id': 'a' }),
      listItem([text('same')], 2, { 'x-id': 'b' }),
    ]
    const node = list('bullet', [a, b])
    const keys = new Map<Json, string>()
    const keyed = (key: string, item: JsonObject): JsonObject => {
      keys.set(item, key)
      return item
    }
    const plain = () => listItem([text('same')])
    const loaded = list('bullet', [keyed('1', plain()), keyed('2', plain())])
    const now = list('bullet', [keyed('2', plain())])
    const nodesNow: EditorNode[] = [{ kind: 'edited', received: [node], loaded, exported: now }]
    const [stored] = topNodes(valueOfEditor(rich(node), nodesNow, (one) => keys.get(one)))
    expect(stored).toEqual(list('bullet', [b]))
  })

  it('rows in the fields of a block keep what is unknown in them by their ids', () => {
    const row = (id: string, label: string) => ({ id, label, 'x-row': id })
    const node = block('a', { rows: [row('1', 'one'), row('2', 'two')] })
    const now = block('a', {
      rows: [
        { id: '2', label: 'zwei' },
        { id: '1', label: 'one' },
      ],
    })
    const loaded = block('a', {
      rows: [
        { id: '1', label: 'one' },
        { id: '2', label: 'two' },
      ],
    })
    const [stored] = topNodes(
      valueOfEditor(rich(node), [{ kind: 'edited', received: [node], loaded, exported: now }]),
    )
    expect(stored).toEqual(block('a', { rows: [row('2', 'zwei'), row('1', 'one')] }))
  })

  it('what is unknown of the root stays; a text that had none gets one', () => {
    const received = { root: { type: 'root', children: [], 'x-theme': 'dark' }, 'x-by': 'import' }
    const fresh: EditorNode = { kind: 'new', exported: paragraph('New.') }
    expect(valueOfEditor(received, [fresh])).toEqual({
      root: { type: 'root', children: [paragraph('New.')], 'x-theme': 'dark' },
      'x-by': 'import',
    })
    expect(valueOfEditor(null, [fresh])).toMatchObject({
      root: { type: 'root', children: [paragraph('New.')] },
    })
  })
})

describe('documents in a text', () => {
  it('are named by their ids, whatever the depth at which the text was read', () => {
    const whole = { id: 7, filename: 'north.jpg' }
    const internal = (value: Json) =>
      paragraph([link('x', { linkType: 'internal', doc: { relationTo: 'posts', value } })])
    expect(withoutPopulated(rich(upload('u', {}, whole), internal(whole)))).toEqual(
      rich(upload('u', {}, 7), internal(7)),
    )
  })

  it('a text without any is the same object', () => {
    fc.assert(
      fc.property(nodes, (all) => {
        const value = rich(...all)
        expect(withoutPopulated(value)).toBe(value)
      }),
    )
  })
})
