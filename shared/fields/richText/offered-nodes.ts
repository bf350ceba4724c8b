import type { RichTextEditor } from '../../cms/schema-model.ts'
import { isPlainJson, own } from '../../json.ts'
import type { Json } from '../../json.ts'
import { foreignFields } from './foreign-fields.ts'
import { withFreshNodeIds } from './fresh-ids.ts'
import { wholeNumber } from './lists.ts'
import { dataIn, isData, isInline, linesOf, runsOfLines } from './node-lines.ts'
import type { LeftOut, Offer } from './node-types/node-type.ts'
import { isKnownType, nodeTypeOf } from './node-types/registry.ts'
import { childrenOf, elementNode, paragraphNode } from './nodes.ts'
import { MOST_INDENT } from './shown.ts'

export type Offered = { nodes: Json[]; leftOut: LeftOut[] }

export type OfferOptions = {
  config: RichTextEditor
  newId: () => string
  /** True if documents that the nodes name are of this server. */
  isSameServer: boolean
  /** Returns the id as this server could have it, or null; for nodes of an unknown server. */
  likelyId?: (slug: string, id: Json) => string | number | null
}

/**
 * Converts pasted nodes to nodes that the editor offers; others are reduced to simpler ones, in the end to
 * their words. Nodes of this server keep their ids (see registerPasted); nodes of another server get new ids
 * and name no documents.
 */
export function offeredNodes(nodes: readonly Json[], options: OfferOptions): Offered {
  const leftOut: LeftOut[] = []
  const taken = createOffer(options, (one) => leftOut.push(one)).blocks(nodes)
  return { nodes: taken, leftOut }
}

type Blocks = { blocks: (nodes: readonly Json[]) => Json[] }

function createOffer(options: OfferOptions, leave: (one: LeftOut) => void): Blocks {
  const { config, newId, isSameServer, likelyId = () => null } = options
  const has: Offer['has'] = (feature) => config.features.includes(feature)

  const offer: Offer = {
    config,
    has,
    isSameServer,
    likelyId,
    leave,
    isKnown: isKnownType,
    isTooDeep,
    lines: { isInline, isData, runsOf: runsOfLines, of: linesOf, dataIn },
    block(node) {
      if (!isPlainJson(node)) return []
      const type = isInline(node) ? undefined : nodeTypeOf(node)
      // An item or a row that was copied without the list or table around it.
      return type === undefined ? offer.flat(node) : type.offer(node, offer)
    },
    inline(node) {
      if (!isPlainJson(node)) return []
      const type = nodeTypeOf(node)
      if (type === undefined || !(isInline(node) || isData(node)))
        return childrenOf(node).flatMap(offer.inline)
      const left = isData(node) ? type.leftOut?.(node) : undefined
      if (left === undefined) return type.offer(node, offer)
      leave(left)
      return []
    },
    wrapped(line) {
      const inside = line.flatMap(offer.inline)
      return inside.length === 0 ? [] : [paragraphNode(inside)]
    },
    flat: (node) => [...linesOf(node).flatMap(offer.wrapped), ...dataIn(node).flatMap(offer.block)],
    box: (node, type, more = {}) =>
      elementNode(type, childrenOf(node).flatMap(offer.inline), { ...offer.looks(node), ...more }),
    paragraph: (node) => offer.box(node, 'paragraph', { textFormat: 0, textStyle: '' }),
    looks(node) {
      const format = own(node, 'format')
      const direction = own(node, 'direction')
      return {
        format: has('align') && typeof format === 'string' ? format : '',
        indent: has('indent') ? Math.min(wholeNumber(own(node, 'indent')), MOST_INDENT) : 0,
        direction: direction === 'rtl' || direction === 'ltr' ? direction : null,
      }
    },
    idOf: (given) => (isSameServer && typeof given === 'string' ? given : newId()),
    withFreshIds: (node) => withFreshNodeIds(config, node),
    foreign: (fields, data) =>
      foreignFields(fields, data, {
        leave: (slug) => leave({ kind: 'relationship', name: slug }),
        likelyId,
        offer: (nodes, inside) => createOffer({ ...options, config: inside }, leave).blocks(nodes),
      }),
  }

  return {
    /** Nodes that are all inline stay so: they go into the line at the caret. */
    blocks: (nodes) =>
      nodes.every(isInline)
        ? nodes.flatMap(offer.inline)
        : runsOfLines(nodes).flatMap((run) =>
            'line' in run ? offer.wrapped(run.line) : offer.block(run.node),
          ),
  }
}

/** Most levels of JSON in one node that is kept whole. A document may have twice as many (shared/json.ts). */
const DEEPEST = 100

function isTooDeep(value: Json, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > DEEPEST || Object.values(value).some((item) => isTooDeep(item, depth + 1))
}
