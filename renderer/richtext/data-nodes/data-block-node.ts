import {
  DecoratorBlockNode,
  type SerializedDecoratorBlockNode,
} from '@lexical/react/LexicalDecoratorBlockNode'
import type { NodeKey } from 'lexical'
import type { JsonObject } from '../../../shared/json.ts'
import { formatOf } from './data-node.ts'

/** A node on a line of its own whose content is data: a block, an upload, a relationship. */
export abstract class DataBlockNode extends DecoratorBlockNode {
  __data: JsonObject
  __cacheBuster: number

  constructor(data: JsonObject = {}, key?: NodeKey) {
    super(formatOf(data), key)
    this.__data = data
    this.__cacheBuster = 0
  }

  /** Version of the node type, as the server writes it. */
  abstract getVersion(): number

  abstract copyWith(data: JsonObject): DataBlockNode

  override afterCloneFrom(before: this): void {
    super.afterCloneFrom(before)
    this.__data = before.__data
    this.__cacheBuster = before.__cacheBuster
  }

  override exportJSON(): SerializedDecoratorBlockNode {
    return { ...this.getData(), type: this.getType(), version: this.getVersion(), format: this.getFormat() }
  }

  /** The node's content is no text; a copy gets its name from nodeWords. */
  override getTextContent(): string {
    return ''
  }

  getData(): JsonObject {
    return this.getLatest().__data
  }

  getCacheBuster(): number {
    return this.getLatest().__cacheBuster
  }

  setData(data: JsonObject, { ownForm = false }: { ownForm?: boolean } = {}): void {
    const node = this.getWritable()
    node.__data = data
    if (ownForm) return
    node.__format = formatOf(data)
    node.__cacheBuster += 1
  }
}
