import { $isElementNode } from 'lexical'
import type { LexicalNode, NodeKey } from 'lexical'
import { isJson } from '../../../shared/json.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { $isUnknownNode } from '../nodes/unknown-node.tsx'

/** What an editor knows the objects by that it exported. */
export class ExportedKeys {
  readonly #keys = new WeakMap<object, NodeKey>()

  set(node: Json, key: NodeKey): void {
    if (typeof node === 'object' && node !== null) this.#keys.set(node, key)
  }

  readonly of = (node: Json): NodeKey | undefined =>
    typeof node === 'object' && node !== null ? this.#keys.get(node) : undefined
}

/** A node with all that is in it, in the server's shape; inside of a read. An unknown one as it was received. */
export function $exportNode(node: LexicalNode, keys: ExportedKeys): Json {
  const json = $isUnknownNode(node) ? node.getJson() : $exported(node, keys)
  keys.set(json, node.getKey())
  return json
}

function $exported(node: LexicalNode, keys: ExportedKeys): JsonObject {
  const json: JsonObject = {}
  for (const [key, value] of Object.entries(node.exportJSON())) if (isJson(value)) json[key] = value
  if ($isElementNode(node)) json['children'] = node.getChildren().map((child) => $exportNode(child, keys))
  return json
}
