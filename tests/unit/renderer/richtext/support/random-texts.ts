import fc from 'fast-check'
import type { Json, JsonObject } from '../../../../../shared/json.ts'
import { node } from '../../../shared/rich-text/random-text.ts'
import { blockNode, textNode } from '../rich-text-fixtures.ts'

const word = fc.constantFrom('Hel', 'lo world', 'one ', 'two', '')
const extra = fc.constantFrom<JsonObject>({}, {}, { 'x-note': 'kept', version: 9 })
/** Runs of one look beside each other, empty ones among them. */
const runs = fc
  .array(fc.tuple(word, extra, fc.constantFrom(0, 0, 0, 1)), { minLength: 1, maxLength: 4 })
  .map((all): Json[] => all.map(([text, more, format]) => textNode(text, { format, ...more })))
const paragraph = fc
  .tuple(runs, extra)
  .map(([children, more]) => blockNode('paragraph', children, { textFormat: 0, textStyle: '', ...more }))
const list = (items: Json[], more: JsonObject = {}): JsonObject =>
  blockNode('list', items, { listType: 'bullet', tag: 'ul', start: 1, ...more })
const item = (children: Json[], more: JsonObject = {}): JsonObject =>
  blockNode('listitem', children, { value: 1, ...more })

/** Items of a list, each with runs, with paragraphs or with a list in it. */
const items = fc.array(
  fc.oneof(
    fc.tuple(runs, extra).map(([children, more]) => item(children, more)),
    fc
      .tuple(fc.array(paragraph, { minLength: 1, maxLength: 2 }), extra)
      .map(([inside, more]) => item(inside, more)),
    runs.map((children) => item([list([item(children, { indent: 1 })])])),
  ),
  { minLength: 1, maxLength: 3 },
)
const lists = fc.tuple(items, extra).map(([all, more]) => list(all, more))

/** A table of one row whose cells hold bare text, paragraphs or both. */
const table = fc
  .array(fc.oneof(runs, fc.array(paragraph, { minLength: 1, maxLength: 2 })), { minLength: 1, maxLength: 3 })
  .map((cells) =>
    blockNode('table', [
      blockNode(
        'tablerow',
        cells.map((children) =>
          blockNode('tablecell', children, { headerState: 0, colSpan: 1, rowSpan: 1, 'x-cell': 1 }),
        ),
      ),
    ]),
  )

const id = fc.constantFrom('a', 'b', 'c')
const upload = fc.tuple(id, fc.nat(2)).map(([name, value]) => ({
  type: 'upload',
  version: 3,
  format: '',
  id: name,
  relationTo: 'media',
  value,
  fields: {},
}))
const link = fc
  .tuple(id, runs)
  .map(([name, children]) =>
    blockNode('link', children, { id: name, fields: { linkType: 'custom', url: `https://${name}.example` } }),
  )
const inlineBlock = fc
  .tuple(id, fc.nat(2))
  .map(([name, size]) => ({ type: 'inlineBlock', version: 1, fields: { id: name, blockType: 'x', size } }))
const inline = fc.array(
  fc.oneof<fc.Arbitrary<JsonObject>[]>(
    link,
    inlineBlock,
    word.map((text) => textNode(text)),
  ),
  {
    maxLength: 3,
  },
)
const ofInline = inline.map((children): JsonObject => blockNode('paragraph', children))

/** Texts of few nodes that are known by their ids, in whatever they can be. */
export const randomNamed: fc.Arbitrary<Json[]> = fc
  .array(
    fc.oneof<fc.Arbitrary<JsonObject>[]>(
      upload,
      ofInline,
      inline.map((children) => list([item(children)])),
      fc
        .array(fc.oneof<fc.Arbitrary<JsonObject>[]>(upload, ofInline), { minLength: 1, maxLength: 2 })
        .map((children) => blockNode('table', [blockNode('tablerow', [blockNode('tablecell', children)])])),
    ),
    { maxLength: 4 },
  )
  .map((all): Json[] => all)

/** Top-level nodes of any kind, and what Lexical makes other nodes of as it loads them. */
export const randomText: fc.Arbitrary<Json[]> = fc
  .array(fc.oneof<fc.Arbitrary<JsonObject>[]>(node, paragraph, lists, table), { minLength: 1, maxLength: 4 })
  .map((all): Json[] => all)
