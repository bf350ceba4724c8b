import type { ShownOf } from '../shown.ts'
import { own } from '../../../json.ts'
import type { Json, JsonObject } from '../../../json.ts'
import { blockOfNode, blockTypeOf } from '../block-nodes.ts'
import { fieldsOf } from '../nodes.ts'
import { looksOf } from '../shown.ts'
import type { LeftOut, NodeType, Offer } from './node-type.ts'
import { alignment, escaped, plain } from './write-parts.ts'

export const block: NodeType<ShownOf<'block'>> = {
  types: ['block'],
  standing: 'data',
  name: () => 'block',
  show: (node) => ({ kind: 'block', node, align: looksOf(node).align }),
  html: ({ node, align }, { words }) => `<p${alignment(align)}>${escaped(words(node))}</p>`,
  markdown: ({ node }, { words }) => plain(words(node)),
  offer: (node, offer) => offered(node, { type: 'block', version: 2, format: '' }, offer),
  fields: (editor, node) => blockOfNode(editor, node)?.fields ?? null,
  leftOut: (node) => leftOut('block', node),
  shows: 'fields',
  idIn: 'fields',
}

export const inlineBlock: NodeType<ShownOf<'inlineBlock'>> = {
  types: ['inlineBlock'],
  standing: 'inline',
  name: () => 'inlineBlock',
  show: (node) => ({ kind: 'inlineBlock', node, align: looksOf(node).align }),
  html: ({ node }, { words }) => escaped(words(node)),
  markdown: ({ node }, { words }) => plain(words(node)),
  offer: (node, offer) => offered(node, { type: 'inlineBlock', version: 1 }, offer),
  fields: (editor, node) => blockOfNode(editor, node)?.fields ?? null,
  shows: 'values',
  idIn: 'fields',
}

function leftOut(kind: 'block' | 'inlineBlock', node: Json): LeftOut {
  return { kind, name: blockTypeOf(node) }
}

function offered(
  node: JsonObject,
  made: { type: 'block' | 'inlineBlock'; version: number; format?: string },
  { config, has, isSameServer, leave, foreign, withFreshIds, isTooDeep }: Offer,
): Json[] {
  const known = blockOfNode(config, node)
  const fields = fieldsOf(node)
  if (known === null || !has('blocks') || isTooDeep(fields)) {
    leave(leftOut(made.type, node))
    return []
  }
  if (isSameServer && typeof own(fields, 'id') === 'string') return [{ ...made, fields }]
  const kept = isSameServer ? fields : foreign(known.fields, fields)
  return [withFreshIds({ ...made, fields: kept })]
}
