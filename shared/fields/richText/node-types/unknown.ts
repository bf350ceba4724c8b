import type { ShownOf } from '../shown.ts'
import { isPlainJson, own } from '../../../json.ts'
import { childrenOf, typeOf, wordsOf } from '../nodes.ts'
import type { NodeType } from './node-type.ts'
import { offeredText, shownText } from './text.ts'

/** The type that Galley's own editors give to a node that they do not know, see UnknownNode. */
export const UNKNOWN_IN_EDITOR = 'galley-unknown'

/** Every node of a type that no other kind has. */
export const unknown: NodeType<ShownOf<'unknown'>> = {
  types: [UNKNOWN_IN_EDITOR],
  standing: (node) => (isPlainJson(node) && own(node, 'inline') === true ? 'inline' : 'data'),
  name: () => 'other',
  show: (node, show) => ({
    kind: 'unknown',
    type: typeOf(node),
    inside: typeof own(node, 'text') === 'string' ? [shownText(node)] : show(childrenOf(node)),
  }),
  mapInside: (shown, { run }) => ({ ...shown, inside: run(shown.inside) }),
  html: (shown, { all }) => all(shown.inside),
  markdown: (shown, { inline }) => inline(shown.inside),
  /**
   * Converts a node that an editor did not know. A type that Galley knows is converted as usual; a type that
   * only the site's editor knows is kept; of any other type the words stay.
   */
  offer(node, offer) {
    const inside = own(node, 'node') ?? null
    const type = typeOf(inside)
    const isInLine = own(node, 'inline') === true
    if (offer.isKnown(type))
      return isInLine
        ? offer.inline(inside)
        : offer.lines.isInline(inside)
          ? offer.wrapped([inside])
          : offer.block(inside)
    if (offer.config.nodeTypes.includes(type) && !offer.isTooDeep(inside)) return [node]
    offer.leave({ kind: 'other', name: type })
    const text = wordsOf(inside)
    if (text === '') return []
    return isInLine ? offeredText({ text }, offer) : offer.wrapped([{ type: 'text', text }])
  },
}
