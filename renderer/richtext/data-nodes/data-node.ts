import { $getNodeByKey, SKIP_DOM_SELECTION_TAG } from 'lexical'
import type { ElementFormatType, LexicalEditor, LexicalNode, NodeKey, SerializedLexicalNode } from 'lexical'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { isJsonObject, own } from '../../../shared/json.ts'
import { fieldsOf } from '../../../shared/fields/richText/nodes.ts'

/**
 * A node that is edited as data: a block, an inline block, an upload, a relationship. It is kept as received, and
 * edits replace only the edited keys.
 */
export type DataNode = LexicalNode & {
  /** The node's whole JSON; its type, version and alignment are those of the node itself. */
  getData: () => JsonObject
  /**
   * Counts up when anything but the node's own form changes the data; views of the data then restart (S3.34).
   */
  getCacheBuster: () => number
  setData: (data: JsonObject, how?: { ownForm?: boolean }) => void
  /** A new node of the same kind. */
  copyWith: (data: JsonObject) => DataNode
}

export function isDataNode(node: LexicalNode | null): node is DataNode {
  return node !== null && 'getData' in node && 'getCacheBuster' in node
}

/** The data of a node; null: it is not in the text any more. Inside of a read or an update. */
export function $dataAt(key: NodeKey): JsonObject | null {
  const node = $getNodeByKey(key)
  return isDataNode(node) ? node.getData() : null
}

/** Kind of an edit, by which the document's undo joins edits into steps (DM7). */
export type EditHow = { typing?: boolean; composing?: boolean; gesture?: string }

/** Tag of an update for a keystroke in a field of a node: it joins the burst before it. */
export const TYPING_IN_NODE_TAG = 'galley-typing-in-node'
/** Tag of an update while an input method is composing in a field of a node. */
export const COMPOSING_IN_NODE_TAG = 'galley-composing-in-node'

/**
 * Changes the data of a node from its own form. The browser's selection stays in the input that is typed in.
 */
export function editData(
  editor: LexicalEditor,
  key: NodeKey,
  change: (data: JsonObject) => JsonObject,
  { typing = false, composing = false, gesture }: EditHow = {},
): void {
  editor.update(
    () => {
      const node = $getNodeByKey(key)
      if (isDataNode(node)) node.setData(change(node.getData()), { ownForm: true })
    },
    {
      discrete: true,
      tag: [
        SKIP_DOM_SELECTION_TAG,
        ...(typing ? [TYPING_IN_NODE_TAG] : []),
        ...(composing ? [COMPOSING_IN_NODE_TAG] : []),
        ...(gesture === undefined ? [] : [gesture]),
      ],
    },
  )
}

/** Returns a node's data with changed fields; undefined removes a field. */
export function withFields(
  data: JsonObject,
  changed: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const fields = { ...fieldsOf(data), ...changed }
  return { ...data, fields: withoutUndefined(fields) }
}

function withoutUndefined(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, item]): [string, Json][] =>
      item === undefined ? [] : [[key, item]],
    ),
  )
}

/** Returns imported JSON as data; an invalid node becomes empty data. */
export function dataOf(json: SerializedLexicalNode): JsonObject {
  const given: unknown = json
  return isJsonObject(given) ? given : {}
}

const FORMATS: readonly string[] = [
  'left',
  'start',
  'center',
  'right',
  'end',
  'justify',
] satisfies ElementFormatType[]

/** Returns the alignment in a node's data; '' if there is none or it is invalid. */
export function formatOf(data: JsonObject): ElementFormatType {
  const format = own(data, 'format')
  return isFormat(format) ? format : ''
}

function isFormat(value: Json | undefined): value is ElementFormatType {
  return typeof value === 'string' && FORMATS.includes(value)
}

export function textOf(data: JsonObject, key: string): string {
  const value = own(data, key)
  return typeof value === 'string' ? value : ''
}
