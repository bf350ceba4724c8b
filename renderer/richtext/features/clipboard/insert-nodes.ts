import { $insertGeneratedNodes } from '@lexical/clipboard'
import {
  $createParagraphNode,
  $createTextNode,
  $getEditor,
  $getSelection,
  $parseSerializedNode,
} from 'lexical'
import type { LexicalNode } from 'lexical'
import { typeOf, wordsOf } from '../../../../shared/fields/richText/nodes.ts'
import { isPlainJson } from '../../../../shared/json.ts'
import type { Json } from '../../../../shared/json.ts'
import { isInline } from './node-lines.ts'

/** Puts nodes where the selection is, and leaves the caret behind them; inside of an update. */
export function $insertJson(nodes: readonly Json[]): void {
  const selection = $getSelection()
  if (selection === null || nodes.length === 0) return
  $insertGeneratedNodes($getEditor(), nodes.map($made), selection)
}

/** What no editor can make comes down to its words. */
function $made(json: Json): LexicalNode {
  try {
    if (isPlainJson(json)) return $parseSerializedNode({ ...json, type: typeOf(json) })
  } catch {
    // One of its nodes is none that this editor has.
  }
  const words = $createTextNode(wordsOf(json))
  return isInline(json) ? words : $createParagraphNode().append(words)
}
