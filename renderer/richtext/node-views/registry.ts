import type { Shown, ShownKind, ShownOf } from '../../../shared/fields/richText/shown.ts'
import type { HtmlReader } from '../features/clipboard/html-reading.ts'
import {
  headingView,
  paragraphView,
  quoteView,
  ruleView,
  linkView,
  lineBreakView,
  tabView,
  textView,
} from './text-views.tsx'
import { listView } from './list-view.tsx'
import type { NodeView } from './node-view.tsx'
import { blockView, inlineBlockView, relationshipView, uploadView, unknownView } from './part-views.tsx'
import { tableView } from './table-view.tsx'

/** The views of all kinds of nodes; the order means nothing. */
const nodeViews: { readonly [K in ShownKind]: NodeView<ShownOf<K>> } = {
  text: textView,
  break: lineBreakView,
  tab: tabView,
  paragraph: paragraphView,
  quote: quoteView,
  heading: headingView,
  rule: ruleView,
  list: listView,
  link: linkView,
  table: tableView,
  upload: uploadView,
  relationship: relationshipView,
  block: blockView,
  inlineBlock: inlineBlockView,
  unknown: unknownView,
}

export function nodeViewOf(shown: Shown): NodeView {
  return nodeViews[shown.kind]
}

/** Readers of HTML elements that become nodes, by tag name. */
export const htmlReaders: ReadonlyMap<string, HtmlReader> = new Map(
  Object.values<NodeView>(nodeViews)
    .flatMap(({ readsHtml }) => readsHtml ?? [])
    .flatMap((reader) => reader.tags.map((tag) => [tag, reader] as const)),
)
