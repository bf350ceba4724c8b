import type { SerializedLexicalNode } from 'lexical'
import type { JSX } from 'react'
import { ImagePlus } from 'lucide-react'
import type { JsonObject } from '../../../../shared/json.ts'
import { DataBlockNode } from '../../data-nodes/data-block-node.ts'
import { dataOf } from '../../data-nodes/data-node.ts'
import { UploadFigure } from './upload-figure.tsx'
import { newRowId } from '../../../../shared/document/row-index.ts'
import { CHOOSE_COMMANDS, NewPointingNode } from '../../data-nodes/document-picker.tsx'
import type { EditorFeature } from '../../feature.ts'

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

export const uploads: EditorFeature = {
  name: 'uploads',
  nodes: [UploadNode],
  isOffered: (config) => config.upload !== null && config.upload.collections.length > 0,
  Beside: () => (
    <NewPointingNode kind="upload" make={(slug, id) => new UploadNode(newUploadData(slug, id))} />
  ),
  commands: (_config, { t }) => [
    {
      id: 'insert.upload',
      group: 'insert',
      label: t('galley:rich-text-blocks.upload'),
      icon: ImagePlus,
      words: ['upload', 'image', 'file'],
      places: ['toolbar', 'slash'],
      run: (editor) => void editor.dispatchCommand(CHOOSE_COMMANDS.upload, null),
    },
  ],
}

/** An upload as the server's editor makes it and stores it. `id`: as the site has it. */
export function newUploadData(slug: string, id: string | number): JsonObject {
  return { type: 'upload', version: 3, format: '', id: newRowId(), fields: {}, relationTo: slug, value: id }
}
