import { ImagePlus } from 'lucide-react'
import { createElement } from 'react'
import { newRowId } from '../../../../shared/document/row-index.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { CHOOSE_COMMANDS, NewPointingNode } from '../../data-nodes/document-picker.tsx'
import type { EditorFeature } from '../../feature.ts'
import { UploadNode } from './upload-node.tsx'

export const uploads: EditorFeature = {
  name: 'uploads',
  nodes: [UploadNode],
  isOffered: (config) => config.upload !== null && config.upload.collections.length > 0,
  Beside: () =>
    createElement(NewPointingNode, {
      kind: 'upload',
      make: (slug, id) => new UploadNode(newUploadData(slug, id)),
    }),
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
