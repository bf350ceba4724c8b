import { $isElementNode } from 'lexical'
import type { LexicalNode } from 'lexical'
import { isJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { $isUnknownNode } from '../nodes/unknown-node.tsx'

/** A node in the server's shape, without what is in it; inside of a read. An unknown one as it was received. */
export function $exportOwn(node: LexicalNode): Json {
  if ($isUnknownNode(node)) return node.getJson()
  const json: JsonObject = {}
  const isElement = $isElementNode(node)
  for (const [key, value] of Object.entries(node.exportJSON()))
    if (isJson(value) && !(isElement && key === 'children')) json[key] = value
  return json
}
