import type { RichTextEditor } from '../../../../../shared/cms/schema-model.ts'
import { FEATURES } from '../../../../../shared/fields/richText/rich-text-editor.ts'

/** A site's editor with every feature, and nothing to choose from in them. */
export const emptyEditor: RichTextEditor = {
  schemaPath: 'editor:a',
  features: [...FEATURES],
  unknownFeatures: [],
  nodeTypes: [],
  headings: [],
  textStates: [],
  neverIndented: [],
  tabs: true,
  hides: { add: false, handle: false },
  link: null,
  relationship: null,
  upload: null,
  blocks: [],
  inlineBlocks: [],
  tableFields: [],
  placeholder: null,
}
