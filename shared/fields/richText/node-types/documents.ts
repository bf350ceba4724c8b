import type { ShownOf } from '../shown.ts'
import { isPlainJson, own } from '../../../json.ts'
import type { Json, JsonObject } from '../../../json.ts'
import { documentAt } from '../links.ts'
import { documentId, fieldsOf } from '../nodes.ts'
import { looksOf } from '../shown.ts'
import type { LeftOut, NodeType, Offer } from './node-type.ts'
import { alignment, escaped, plain } from './write-parts.ts'

export const upload: NodeType<ShownOf<'upload'>> = {
  types: ['upload'],
  standing: 'data',
  name: () => 'upload',
  show: (node) => ({ kind: 'upload', node, align: looksOf(node).align }),
  html: ({ node, align }, { words }) => `<p${alignment(align)}>${escaped(words(node))}</p>`,
  markdown: ({ node }, { words }) => plain(words(node)),
  offer(node, offer) {
    const common = offered(node, 'upload', offer)
    if (common === null) return []
    const fields = fieldsOf(node)
    const defined = own(offer.config.upload?.fields ?? {}, documentAt(node)?.slug ?? '') ?? []
    const kept = offer.isSameServer ? fields : offer.foreign(defined, fields)
    return [{ ...common, version: 3, id: offer.idOf(own(node, 'id')), fields: kept }]
  },
  fields(editor, node) {
    const slug = isPlainJson(node) ? own(node, 'relationTo') : undefined
    return typeof slug === 'string' ? (own(editor.upload?.fields ?? {}, slug) ?? null) : null
  },
  leftOut: (node) => leftOut('upload', node),
  shows: 'values',
  idIn: 'node',
}

export const relationship: NodeType<ShownOf<'relationship'>> = {
  types: ['relationship'],
  standing: 'data',
  name: () => 'relationship',
  show: (node) => ({ kind: 'relationship', node, align: looksOf(node).align }),
  html: ({ node, align }, { words }) => `<p${alignment(align)}>${escaped(words(node))}</p>`,
  markdown: ({ node }, { words }) => plain(words(node)),
  offer(node, offer) {
    const common = offered(node, 'relationship', offer)
    return common === null ? [] : [{ ...common, version: 2 }]
  },
  leftOut: (node) => leftOut('relationship', node),
  idIn: 'node',
}

function leftOut(kind: 'upload' | 'relationship', node: Json): LeftOut {
  return { kind, name: documentAt(node)?.slug ?? '' }
}

/**
 * The common part of pasted uploads and relationships; null: the text cannot have the node, and `leave` is
 * called.
 */
function offered(node: JsonObject, type: 'upload' | 'relationship', offer: Offer): JsonObject | null {
  const { config, has, isSameServer, likelyId, leave, isTooDeep } = offer
  const found = documentAt(node)
  const isOffered = found !== null && config[type]?.collections.includes(found.slug) === true
  const id: Json = found === null || isSameServer ? documentId(node) : likelyId(found.slug, documentId(node))
  if (!isOffered || id === null || isTooDeep(fieldsOf(node))) {
    leave(leftOut(type, node))
    return null
  }
  const format = own(node, 'format')
  return {
    type,
    format: has('align') && typeof format === 'string' ? format : '',
    relationTo: found.slug,
    value: id,
  }
}
