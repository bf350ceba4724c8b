import { $getSelection, $isRangeSelection } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { matchNodes } from '../../../../shared/fields/richText/match-nodes.ts'
import { nodeId, topNodes } from '../../../../shared/fields/richText/nodes.ts'
import { withTopNodes } from '../../../../shared/fields/richText/restore.ts'
import type { DocumentForm } from '../../../form/document-form.ts'
import type { FormState } from '../../../form/form-state.ts'
import { insertOnLine } from '../../data-nodes/node-actions.ts'
import { UploadNode, newUploadData } from '../uploads/uploads.tsx'

/**
 * The position of pasted files in a text. It stays usable until their documents exist, even after the editor
 * was closed.
 */
export type PastePlace = {
  isEdited: () => boolean
  /**
   * Inserts an upload. `id`: in the id type of its collection. False: the text is gone or takes no such
   * upload.
   */
  put: (slug: string, id: string | number) => boolean
}

/**
 * Returns the position at the caret. Inside of an update. `document`: returns the present form of the
 * document.
 */
export function $pastePlace(
  editor: LexicalEditor,
  { form, path, document }: { form: FormState; path: string; document: () => DocumentForm | null },
): PastePlace {
  // A text inside of a block is gone once the outer editor is closed.
  const isOfDocument = document()?.inLocale(form.locale) === form
  /**
   * Returns the form by now, another than `form` if the schema has changed. Null: the form or the row of the text is
   * gone, or the field takes no uploads of this collection.
   */
  const formTaking = (slug: string): FormState | null => {
    const now = isOfDocument ? (document()?.inLocale(form.locale) ?? null) : null
    const field = now?.resolve(path)?.field
    if (field?.type !== 'richText' || field.readOnly) return null
    return field.editor?.upload?.collections.includes(slug) === true ? now : null
  }
  // Without the editor, files are inserted behind the node that had the caret.
  let nodes = topNodes(form.getField(path).value)
  let behind = $indexAtCaret() ?? nodes.length - 1
  const isEdited = () => editor.getRootElement() !== null
  return {
    isEdited,
    put(slug, id) {
      if (isEdited()) {
        const upload = newUploadData(slug, id)
        insertOnLine(editor, () => new UploadNode(upload))
        // A read makes the editor report the edit, so that the next file is inserted behind it.
        editor.read(() => undefined)
        const now = topNodes(form.getField(path).value)
        const at = now.findIndex((node) => nodeId(node) === nodeId(upload))
        if (at !== -1) [nodes, behind] = [now, at]
        return true
      }
      const left = formTaking(slug)
      if (left === null) return false
      const { value } = left.getField(path)
      const now = topNodes(value)
      const found = matchNodes(nodes, now).indexOf(behind)
      const at = found === -1 ? now.length : found + 1
      nodes = [...now.slice(0, at), newUploadData(slug, id), ...now.slice(at)]
      behind = at
      left.setField(path, withTopNodes(value, nodes))
      return true
    },
  }
}

function $indexAtCaret(): number | null {
  const selection = $getSelection()
  const top = $isRangeSelection(selection) ? selection.focus.getNode().getTopLevelElement() : null
  return top?.getIndexWithinParent() ?? null
}
