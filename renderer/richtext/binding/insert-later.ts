import { createCommand } from 'lexical'
import type { LexicalCommand, NodeKey } from 'lexical'
import { typeOf } from '../../../shared/fields/richText/nodes.ts'
import type { Json } from '../../../shared/json.ts'

/** Top-level nodes that are inserted at once: few enough for an unnoticed pause, layout included. */
export const SLICE = 200

/** The end of a slice: never behind a list, which would be joined with one that comes later. */
export function sliceEnd(nodes: readonly Json[], most: number = SLICE): number {
  let end = Math.min(most, nodes.length)
  while (end < nodes.length && typeOf(nodes[end - 1] ?? null) === 'list') end += 1
  return end
}

/** Top-level nodes of the value that are inserted later in slices, behind the node `behind`. */
export type LaterNodes = { behind: NodeKey; nodes: readonly Json[] }

/**
 * Sent inside of the update of a long paste. Not handled without a form or while another rest waits: then everything is
 * inserted at once.
 */
export const INSERT_LATER_COMMAND: LexicalCommand<LaterNodes> = createCommand('INSERT_LATER')
