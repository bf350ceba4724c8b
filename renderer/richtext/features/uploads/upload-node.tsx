import type { SerializedLexicalNode } from 'lexical'
import type { JSX } from 'react'
import type { JsonObject } from '../../../../shared/json.ts'
import { DataBlockNode } from '../../data-nodes/data-block-node.ts'
import { dataOf } from '../../data-nodes/data-node.ts'
import { UploadFigure } from './upload-figure.tsx'

/** A file of the site in a text: which one, and what its collection's fields say of it here. */
export class UploadNode extends DataBlockNode {
  static override getType(): string {
    return 'upload'
  }

  static override clone(node: UploadNode): UploadNode {
    return new UploadNode(node.__data, node.__key)
  }

  static override importJSON(json: SerializedLexicalNode): UploadNode {
    return new UploadNode(dataOf(json))
  }

  override getVersion(): number {
    return 3
  }

  override copyWith(data: JsonObject): UploadNode {
    return new UploadNode(data)
  }

  override decorate(): JSX.Element {
    return <UploadFigure nodeKey={this.getKey()} data={this.getData()} cacheBuster={this.getCacheBuster()} />
  }
}
