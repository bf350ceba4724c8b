import { registerRichText } from '@lexical/rich-text'
import { createEditor, mergeRegister } from 'lexical'
import type { LexicalEditor } from 'lexical'
import type { RichTextEditor } from '../../shared/cms/schema-model.ts'
import type { EditorFeature } from './feature.ts'
import { editorTheme } from './editor-theme.ts'
import { UnknownNode } from './nodes/unknown-node.tsx'
import { registerPendingSelection } from './pending-selection.ts'

export type CreatedEditor = {
  editor: LexicalEditor
  /** The given features that the site's editor offers. */
  offered: readonly EditorFeature[]
  end: () => void
}

/**
 * Creates an editor with the nodes and rules of all features, since documents may have content that the site
 * no longer offers. It has no history: undo is the document's (DM7).
 */
export function createRichTextEditor(
  config: RichTextEditor,
  features: readonly EditorFeature[],
  onError: (error: Error) => void,
): CreatedEditor {
  const editor = createEditor({
    namespace: 'galley',
    theme: Object.assign({}, editorTheme, ...features.map(({ theme = {} }) => theme)),
    nodes: [...new Set([UnknownNode, ...features.flatMap(({ nodes = [] }) => nodes)])],
    onError,
    // A warning of Lexical is logged instead of thrown.
    onWarn: (warning) => console.warn(warning.message),
  })
  const end = mergeRegister(
    registerPendingSelection(editor),
    registerRichText(editor),
    ...features.flatMap(({ register }) => (register === undefined ? [] : [register(editor, config)])),
  )
  return { editor, offered: features.filter(({ isOffered }) => isOffered?.(config) ?? true), end }
}
