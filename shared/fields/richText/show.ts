import { isPlainJson } from '../../json.ts'
import type { Json } from '../../json.ts'
import { nodeTypeOf, nodeTypes } from './node-types/registry.ts'
import type { Shown } from './shown.ts'

/** Deepest level that is drawn; nobody could read deeper nodes. */
const DEEPEST = 60

/** Converts stored nodes to checked, plain objects for drawing and export. */
export function showNodes(nodes: readonly Json[], depth = 0): Shown[] {
  if (depth > DEEPEST) return []
  return nodes.flatMap((node) =>
    isPlainJson(node)
      ? [(nodeTypeOf(node) ?? nodeTypes.unknown).show(node, (inside) => showNodes(inside, depth + 1))]
      : [],
  )
}
