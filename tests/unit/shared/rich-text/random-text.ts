import fc from 'fast-check'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import {
  block,
  cell,
  element,
  heading,
  link,
  list,
  listItem,
  paragraph,
  rich,
  rule,
  table,
  text,
  upload,
} from './build-nodes.ts'

const word = fc.constantFrom('pine', 'birch', 'rowan', 'alder', 'aspen', 'yew', 'oak', 'larch')
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '))
const id = fc.uuid()
/** Properties added by a site or a later version. */
const unknown: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<JsonObject>({}) },
  {
    weight: 1,
    arbitrary: fc.constant<JsonObject>({ 'x-note': 'kept', deep: { list: [1, null, { a: true }] } }),
  },
  { weight: 1, arbitrary: word.map((one): JsonObject => ({ anchor: one })) },
)
const version = fc.constantFrom<JsonObject>({}, {}, { version: 9 })
const more = fc.tuple(unknown, version).map(([a, b]): JsonObject => ({ ...a, ...b }))

const run = fc
  .tuple(
    words,
    fc.constantFrom(0, 1, 2, 3, 16),
    more,
    fc.constantFrom<JsonObject>({}, { $: { tone: 'pencil' } }),
  )
  .map(([one, format, extra, state]) => text(one, { format, ...state, ...extra }))
const inline: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 5, arbitrary: run },
  fc.tuple(words, id, more).map(([one, name, extra]) => ({
    ...link(one, { linkType: 'custom', url: '/about', newTab: false, ...extra }, name),
    ...extra,
  })),
  fc
    .tuple(words, more)
    .map(([one, extra]) => element('autolink', [text(one)], { version: 2, fields: { url: one }, ...extra })),
  fc.tuple(id, more).map(([name, extra]) => ({
    type: 'inlineBlock',
    version: 1,
    fields: { id: name, blockType: 'fare', amount: 3, ...extra },
  })),
  fc.constant<JsonObject>({ type: 'linebreak', version: 1 }),
  fc.constant<JsonObject>({
    type: 'tab',
    version: 1,
    text: '\t',
    format: 0,
    detail: 2,
    mode: 'normal',
    style: '',
  }),
  fc.tuple(word, more).map(([one, extra]) => ({ type: 'x-mention', who: one, ...extra })),
)
const line = fc.array(inline, { minLength: 1, maxLength: 4 })
const item = fc
  .tuple(line, more, fc.boolean())
  .map(([children, extra, nests]) =>
    listItem(nests ? [list('bullet', [listItem(children, 1, { indent: 1 })])] : children, 1, extra),
  )

/** A top-level node of any type that the server's editor writes, and some unknown ones. */
export const node: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(line, more).map(([children, extra]) => paragraph(children, extra)) },
  fc.tuple(line, more).map(([children, extra]) => element('heading', children, { tag: 'h3', ...extra })),
  fc.tuple(line, more).map(([children, extra]) => element('quote', children, extra)),
  fc
    .tuple(fc.constantFrom('bullet', 'number', 'check'), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([type, items]) => list(type, items)),
  fc.tuple(id, more).map(([name, extra]) => upload(name, { caption: 'A caption', ...extra })),
  fc
    .tuple(id, words, more)
    .map(([name, one, extra]) => ({ ...block(name, { text: one, ...extra }), ...extra })),
  word.map((one): JsonObject => ({
    type: 'relationship',
    version: 2,
    format: '',
    relationTo: 'posts',
    value: one,
  })),
  fc.array(words, { minLength: 1, maxLength: 3 }).map((cells) =>
    table([cells.map((one) => cell(one, { headerState: 1, 'x-cell': one }))], {
      colWidths: [100],
      rowStriping: true,
    }),
  ),
  fc.constant(rule),
  fc.constant(paragraph('')),
  fc
    .tuple(words, more)
    .map(([one, extra]) => ({ type: 'x-callout', version: 4, children: [text(one)], ...extra })),
  words.map((one) => heading(one)),
)

export const nodes: fc.Arbitrary<Json[]> = fc.array<Json>(node, { maxLength: 8 })

/** Paragraphs as people write them, all dissimilar. */
const prose = fc.shuffledSubarray(
  [
    'The night train leaves Stockholm at six in the evening.',
    'A berth of one’s own costs more than it used to.',
    'North of Kiruna the trees give up, and so does the signal.',
    'Breakfast is served from half past seven, coffee before that.',
    'My grandmother took the same line in 1951 with two suitcases.',
    'Nobody checks tickets after Boden; everybody is asleep.',
    'Where the border was there is now a shop for waffles.',
    'Bring slippers, a book and something against draughts!',
    'كيرونا مدينة في شمال السويد',
  ],
  { minLength: 2 },
)

type Side = {
  value: Json
  /** Nodes whose order in `value` a merge keeps; none of theirs if mine moved a paragraph. */
  keptInOrder: Json[]
}
export type EditedTwice = { start: Json; mine: Side; theirs: Side; expected: Json[] }

/**
 * A text that two people edit, each in their own paragraphs: changed, removed and added. Mine may
 * also move any paragraph.
 * `expected`: the final nodes, in any order.
 */
export const editedTwice: fc.Arbitrary<EditedTwice> = fc
  .record({
    lines: prose,
    deeds: fc.array(fc.constantFrom('keep', 'edit', 'remove', 'add'), { minLength: 9, maxLength: 9 }),
    owner: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
    move: fc.option(fc.tuple(fc.nat(8), fc.nat(8))),
  })
  .map(({ lines, deeds, owner, move }) => {
    const start = lines.map((one) => paragraph(one))
    const expected: Json[] = []
    const sides = [true, false].map((isMine) =>
      lines.flatMap((one, at): JsonObject[] => {
        const deed = owner[at] === isMine ? deeds[at] : 'keep'
        const here = paragraph(one)
        if (deed === 'remove') return []
        if (deed === 'edit') return [paragraph(`${one} ${isMine ? 'mine' : 'theirs'}`, { format: 'center' })]
        if (deed === 'add') return [here, paragraph(`${isMine ? 'Added by me' : 'Put in by them'} no. ${at}`)]
        return [here]
      }),
    )
    const [mine = [], theirs = []] = sides
    lines.forEach((one, at) => {
      const by = owner[at] ? 'mine' : 'theirs'
      const deed = deeds[at]
      if (deed === 'keep' || deed === 'add') expected.push(paragraph(one))
      if (deed === 'edit') expected.push(paragraph(`${one} ${by}`, { format: 'center' }))
      if (deed === 'add')
        expected.push(paragraph(`${owner[at] ? 'Added by me' : 'Put in by them'} no. ${at}`))
    })
    const moved = [...mine]
    if (move !== null && moved.length > 1) {
      const [taken] = moved.splice(move[0] % moved.length, 1)
      if (taken !== undefined) moved.splice(move[1] % (moved.length + 1), 0, taken)
    }
    // After my move only my order is checked.
    const isMoved = moved.some((one, at) => one !== mine[at])
    return {
      start: rich(...start),
      mine: { value: rich(...moved), keptInOrder: moved },
      theirs: { value: rich(...theirs), keptInOrder: isMoved ? [] : theirs },
      expected,
    }
  })
