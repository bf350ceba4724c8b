import { $isElementNode } from 'lexical'
import type { LexicalNode } from 'lexical'
import { isJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { $isUnknownNode } from '../nodes/unknown-node.tsx'

/**
 * Exports a node in the server's shape, without its children; an unknown node as received. Inside of a read.
 */
export function $exportOwn(node: LexicalNode): Json {
  if ($isUnknownNode(node)) return node.getJson()
  const json: JsonObject = {}
  const isElement = $isElementNode(node)
  for (const [key, value] of Object.entries(node.exportJSON()))
    if (isJson(value) && !(isElement && key === 'children')) json[key] = value
  return json
}
