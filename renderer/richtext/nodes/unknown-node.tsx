import { DecoratorNode } from 'lexical'
import type { LexicalNode, NodeKey, SerializedLexicalNode } from 'lexical'
import type { ReactNode } from 'react'
import { typeOf, wordsOf } from '../../../shared/fields/richText/nodes.ts'
import { isJson } from '../../../shared/json.ts'
import type { Json } from '../../../shared/json.ts'
import { UnknownPart } from '../unknown-part.tsx'

/** JSON of an unknown node inside of editors and on the clipboard; the document stores `node` alone. */
type SerializedUnknownNode = SerializedLexicalNode & { node: Json; inline: boolean }

/**
 * A node that no feature knows, or that could not be imported. It can be removed, moved and copied, and is
 * stored exactly as received.
 */
export class UnknownNode extends DecoratorNode<ReactNode> {
  __json: Json
  __inline: boolean

  static override getType(): string {
    return 'galley-unknown'
  }

  static override clone(node: UnknownNode): UnknownNode {
    return new UnknownNode(node.__json, node.__inline, node.__key)
  }

  static override importJSON(
    serialized: SerializedLexicalNode & Partial<SerializedUnknownNode>,
  ): UnknownNode {
    const { node, inline } = serialized
    return new UnknownNode(isJson(node) ? node : null, inline === true)
  }

  constructor(json: Json = null, inline = false, key?: NodeKey) {
    super(key)
    this.__json = json
    this.__inline = inline
  }

  /** Returns the node's JSON as received. */
  getJson(): Json {
    return this.getLatest().__json
  }

  override exportJSON(): SerializedUnknownNode {
    return { ...super.exportJSON(), node: this.__json, inline: this.__inline }
  }

  override createDOM(): HTMLElement {
    const element = document.createElement(this.__inline ? 'span' : 'div')
    element.dataset['unknownNode'] = typeOf(this.__json)
    return element
  }

  override updateDOM(): false {
    return false
  }

  override isInline(): boolean {
    return this.__inline
  }

  override getTextContent(): string {
    return wordsOf(this.__json)
  }

  override decorate(): ReactNode {
    return <UnknownPart json={this.__json} inline={this.__inline} nodeKey={this.__key} />
  }
}

export function $isUnknownNode(node: LexicalNode | null | undefined): node is UnknownNode {
  return node instanceof UnknownNode
}
