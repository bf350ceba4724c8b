import type { Shown, ShownKind, ShownOf } from '../../../shared/fields/richText/shown.ts'
import type { HtmlReader } from '../features/clipboard/html-reading.ts'
import { heading, paragraph, quote, rule } from './lines.tsx'
import { link } from './link.tsx'
import { list } from './list.tsx'
import type { NodeView } from './node-view.ts'
import { block, inlineBlock, relationship, upload } from './parts.tsx'
import { table } from './table.tsx'
import { lineBreak, tab, text } from './text.tsx'
import { unknown } from './unknown.tsx'

/** All kinds of nodes, in no order that means anything. */
const nodeViews: { readonly [K in ShownKind]: NodeView<ShownOf<K>> } = {
  text,
  break: lineBreak,
  tab,
  paragraph,
  quote,
  heading,
  rule,
  list,
  link,
  table,
  upload,
  relationship,
  block,
  inlineBlock,
  unknown,
}

export function nodeViewOf(shown: Shown): NodeView {
  return nodeViews[shown.kind]
}

/** Readers of the elements that are nodes of their own, by the name of the element. */
export const htmlReaders: ReadonlyMap<string, HtmlReader> = new Map(
  Object.values<NodeView>(nodeViews)
    .flatMap(({ readsHtml }) => readsHtml ?? [])
    .flatMap((reader) => reader.tags.map((tag) => [tag, reader] as const)),
)
