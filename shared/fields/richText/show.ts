import { isPlainJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import { nodeTypeOf, nodeTypes } from './node-types/registry.ts'
import type { Shown } from './shown.ts'

/** Levels that are drawn. Deeper nodes are left out, for nobody could read them. */
const DEEPEST = 60

/** Stored nodes as plain instructions for whoever draws or exports them. */
export function showNodes(nodes: readonly Json[], depth = 0): Shown[] {
  if (depth > DEEPEST) return []
  return nodes.flatMap((node) =>
    isPlainJson(node)
      ? [(nodeTypeOf(node) ?? nodeTypes.unknown).show(node, (inside) => showNodes(inside, depth + 1))]
      : [],
  )
}
